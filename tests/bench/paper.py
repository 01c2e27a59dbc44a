"""Printing: how much our fences and our bookkeeping cost beside bare WeasyPrint, how soon the first page is there, what it
takes of memory.

    python -m tests.bench.paper        250 players; two workers with four packs against WeasyPrint alone on two processes

Both sides are warm when the clock starts, print the same HTML with the same style sheet, tagged, and end with the PDF in
memory (bare) or kept on the disk with its picture (ours). Memory: the resident pages of a worker, its press and the press's
child together, looked at every 50 ms.
"""

import multiprocessing
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

PLAYERS, POSTER, ROUNDS = 250, 256, 3
PACKS = ("certificates", "slips")
GATES = {"share": 0.85, "first page": 1.0, "poster": 3.0, "memory": 400.0}
CONTEXT = multiprocessing.get_context("spawn")


def set_up() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()


def bare(chunks: list[list[str]], ready: Any, go: Any, answer: Any) -> None:
    """What somebody would write who knows only WeasyPrint, without reading the style sheet again each time."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration

    from tournament.documents import press

    fonts = FontConfiguration()
    own = {path.name: path.read_bytes() for path in press.FONTS.glob("*.ttf")}
    style = weasyprint.CSS(
        string=(press.HERE / "paper.css").read_text(), font_config=fonts, url_fetcher=press.fetcher(own)
    )

    def pages(html: str) -> int:
        made = weasyprint.HTML(string=html).render(font_config=fonts, stylesheets=[style])
        made.write_pdf(pdf_tags=True)
        return len(made.pages)

    pages("<html lang=de><p>warm</p>")
    ready.release()
    go.wait()
    answer.put(sum(pages(html) for chunk in chunks for html in chunk))


def ours(ready: Any, go: Any, answer: Any) -> None:
    set_up()
    from tournament import jobs
    from tournament.documents.printing import print_out

    print_out(["<html lang=de><p>warm</p>"])
    ready.release()
    go.wait()
    pages = 0
    while (task := jobs.claim(queues=["paper"])) is not None:
        jobs.run(task)
        task.job.refresh_from_db()
        pages += task.job.result["pages"]
    answer.put(pages)


def together(targets: list[tuple[Any, tuple[Any, ...]]], memory: dict[int, float] | None = None) -> tuple[int, float]:
    """Pages and seconds of two processes that start at one moment."""
    ready, go, answer = CONTEXT.Semaphore(0), CONTEXT.Event(), CONTEXT.Queue()
    running = [CONTEXT.Process(target=do, args=(*args, ready, go, answer)) for do, args in targets]
    for process in running:
        process.start()
    for _process in running:
        ready.acquire()
    over = threading.Event()
    if memory is not None:
        threading.Thread(target=watch, args=([p.pid for p in running], memory, over), daemon=True).start()
    begun = time.perf_counter()
    go.set()
    pages = sum(answer.get() for _process in running)
    seconds = time.perf_counter() - begun
    over.set()
    for process in running:
        process.join()
    return pages, seconds


def watch(workers: list[int], memory: dict[int, float], over: threading.Event) -> None:
    while not over.wait(0.05):
        for pid in workers:
            memory[pid] = max(memory.get(pid, 0), sum(resident(one) for one in family(pid)))


def family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task").glob("*/children")
        return [pid, *(one for file in children for child in file.read_text().split() for one in family(int(child)))]
    except OSError:
        return [pid]


def resident(pid: int) -> float:
    """MB that it holds; pages shared between a press and its child are counted once, by halves."""
    try:
        found = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next(int(line.split()[1]) / 1024 for line in found.splitlines() if line.startswith("Pss:"))


def first_pages(hall: Any) -> dict[str, float]:
    """Seconds from asking to the picture of the first page, warm."""
    from tests.tournament.documents.halls import an_order
    from tournament import jobs
    from tournament.actions.papers import order_paper
    from tournament.actors import SYSTEM
    from tournament.documents.registry import DOCUMENTS

    taken = {}
    for code, document in DOCUMENTS.items():
        if document.of and not document.of(hall):
            continue
        order = an_order(hall, code)
        wanted = {"code": code, "language": "de", "of": order.of, "options": dict(order.options), "is_sample": True}
        begun = time.perf_counter()
        row = order_paper(hall, by=SYSTEM, **wanted).result
        jobs.run(jobs.claim(row.pk))
        taken[code] = time.perf_counter() - begun
        row.refresh_from_db()
        assert row.state == "done", (code, row.error)
    return taken


def poster() -> float:
    from tests.tournament.documents.halls import a_knockout, an_order
    from tests.tournament.evening import a_club
    from tournament.documents.printing import print_out
    from tournament.documents.registry import DOCUMENTS

    hall = a_knockout(a_club("Poster"), POSTER)
    begun = time.perf_counter()
    content, _picture, pages = print_out(DOCUMENTS["bracket"].build(an_order(hall, "bracket", size="a1")).parts)
    assert pages == 1 and content
    return time.perf_counter() - begun


def run() -> bool:
    from tests.tournament.documents.halls import a_hall, an_order
    from tests.tournament.evening import a_club
    from tournament.actions.papers import order_paper
    from tournament.actors import SYSTEM
    from tournament.documents.registry import DOCUMENTS

    hall = a_hall(a_club(), PLAYERS)
    first = first_pages(hall)
    kinds = [(code, language) for code in PACKS for language in ("de", "en")]
    orders = {kind: an_order(hall, kind[0], language=kind[1]) for kind in kinds}
    packs = {kind: list(DOCUMENTS[kind[0]].build(order).parts) for kind, order in orders.items()}

    def order_packs() -> None:
        hall.jobs.all().delete()  # or they were made before
        for (code, language), order in orders.items():
            wanted = {"code": code, "language": language, "of": order.of, "options": dict(order.options)}
            order_paper(hall, by=SYSTEM, **wanted, origin=order.origin)

    halves = [[packs[code, language] for code in PACKS] for language in ("de", "en")]
    memory: dict[int, float] = {}
    bare_pace, pace = [], []
    for _round in range(ROUNDS):  # in turn: whatever else the machine does meets both
        bare_pages, seconds = together([(bare, (half,)) for half in halves])
        bare_pace.append(bare_pages / seconds)
        order_packs()
        pages, seconds = together([(ours, ()), (ours, ())], memory)
        pace.append(pages / seconds)
        assert pages == bare_pages, (pages, bare_pages)
    found = {
        "share": max(pace) / max(bare_pace),  # the least disturbed round of each
        "first page": max(first.values()),
        "poster": poster(),
        "memory": max(memory.values()),
    }
    print(f"{pages} pages, {ROUNDS} rounds in turn, pages/s; the best of each are compared")
    print("  bare  ", *(f"{one:6.1f}" for one in bare_pace))
    print("  ours  ", *(f"{one:6.1f}" for one in pace), f"  {found['share']:.0%} of bare")
    for code, took in sorted(first.items(), key=lambda item: -item[1]):
        print(f"  first page of {code:14} {took * 1000:6.0f} ms")
    print(f"bracket of {POSTER} on A1   {found['poster']:.2f} s")
    print(f"memory of a worker with its press  {found['memory']:.0f} MB at most")
    return found["share"] >= GATES["share"] and all(found[name] <= GATES[name] for name in GATES if name != "share")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["AUGENGENAU_DATA"] = folder
        os.environ.setdefault("AUGENGENAU_LOG", "ERROR")
        set_up()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return 0 if run() else 1


if __name__ == "__main__":
    sys.exit(main())
