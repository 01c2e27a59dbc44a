"""The site that deploy/server describes, started from its files, plays a tournament through its proxy while a node is killed."""

import json
import os
import random
import re
import shutil
import signal
import threading
import time
from urllib.parse import urlsplit

import pytest

from deploy.workshop.tools import postgresql_programs
from tests.deploy.server.shipped import COMPOSE, Site, site, until_listening
from tests.deploy.server.visitor import Visitor
from tests.promises.postbox import Postbox

NEEDED = ("nginx", "redis-server", "openssl", "psql")
MISSING = [name for name in NEEDED if not shutil.which(name)] + ([] if postgresql_programs() else ["PostgreSQL"])
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"the run of the shipped site: {', '.join(MISSING)} not found"),
]
PEOPLE = [f"Quirin{n}" for n in range(8)]  # names that stand in no program
PASSWORD = "sieben mal sieben"
LATE, ADDRESS = "Quirinetta", "late@quirin.example"


@pytest.fixture(scope="module")
def site_and_postbox(tmp_path_factory):
    with Postbox() as postbox, site(tmp_path_factory.mktemp("site")) as made:
        made.secrets.joinpath("mail_url").write_text(postbox.url)
        workers = [name for name in COMPOSE["services"] if name.startswith("worker-")]
        for service in ("web1", "web2", "live", "relay", *workers):
            made.start(service)
        until_listening(made, "web1", "web2", "live")
        made.start_proxy()
        until_listening(made, "https")
        yield made, postbox


def enter(made: Site, yara: Visitor) -> Visitor:
    """The first organiser, by the link that the server printed; signs out, and in by name and password."""
    link = urlsplit(made.run("web1", "python", "-m", "deploy.laptop.prepare").strip()).path
    fields = {"club_name": "SC Augenzahl", "login": "quirina", "password": PASSWORD}
    home = yara.form("/first/", yara.page(link), **fields)
    yara.form("/logout/", home)
    yara.form("/login/", yara.page("/login/"), login="quirina", password=PASSWORD)
    yara.page("/desk/")
    return yara


def set_up(yara: Visitor) -> str:
    club = yara.api("GET", "clubs/")["items"][0]["id"]
    setup = {"name": "Herbst", "played_on": "2026-11-21", "preset": "village", "fours": 2}
    here = "tournaments/" + yara.api("POST", f"clubs/{club}/tournaments/", setup)["id"]
    people = [{"given_name": name} for name in PEOPLE]
    yara.api("POST", f"{here}/entries/import/", {"people": people, "state": "present"})
    return here


def play(yara: Visitor, here: str, between) -> int:
    """Round by round to the end; how many tables."""
    tables = 0
    while (step := yara.api("GET", f"{here}/next/"))["code"] in ("draw", "publish", "settle"):
        path = f"{here}/stages/{step['stage']}"
        if step["code"] == "settle":
            tied = yara.api("GET", f"{path}/cut/")["tied"]
            yara.api("POST", f"{path}/cut/throws/", {"throws": {one["id"]: random.randint(1, 6) for one in tied}})
        elif step["code"] == "draw":
            yara.api("POST", f"{path}/draw/", {})
        else:
            round_path = f"{path}/rounds/{step['round']}"
            drawn = yara.api("GET", f"{round_path}/")["tables"]
            yara.api("POST", f"{round_path}/publish/", {})
            if not tables:
                record(yara, here, drawn[0]["id"])
            for table in drawn:
                order = random.sample(table["seats"], len(table["seats"]))
                places = {seat["colour"]: {"place": place} for place, seat in enumerate(order, 1)}
                yara.api("POST", f"{here}/tables/{table['id']}/confirm/", {"places": places})
                tables += 1
                between(tables)
            yara.api("POST", f"{round_path}/close/", {})
    assert step["code"] == "done", step
    return tables


def enter_oneself(yara: Visitor, guest: Visitor, here: str) -> None:
    """Somebody at home, who wants to be told."""
    rules = f"/desk/t/{here.partition('/')[2]}/entering/"
    yara.form(rules, yara.page(rules), takes_entries="on", places="0")
    guest.api("POST", f"{here}/entries/self/", {"given_name": LATE, "email": ADDRESS})


def record(yara: Visitor, here: str, table: str) -> None:
    """Two lines of a game, of which the chances are worked out."""
    game = yara.api("POST", f"{here}/tables/{table}/games/", {})["game"]
    for line in ({"kind": "begins", "colour": "Y"}, {"kind": "throw", "roll": "1"}):
        yara.api("POST", f"{here}/games/{game}/lines/", line)


def names_on_paper(yara: Visitor, here: str) -> bytes:
    """A document made by a worker, fetched when it is done."""
    job = yara.api("POST", f"{here}/papers/", {"paper": "names", "language": "de"})["job"]
    end = time.monotonic() + 30
    while yara.api("GET", f"jobs/{job}/")["state"] != "done":
        assert time.monotonic() < end, yara.api("GET", f"jobs/{job}/")
        time.sleep(0.3)
    return yara.api("GET", f"jobs/{job}/file/")


def collect(stream, into: list[str]) -> None:
    for line in stream:
        if line.startswith(b"event: "):
            into.append(line.decode().split()[1])


def test_a_tournament_is_played_through_the_proxy_while_a_node_dies(site_and_postbox):
    whole, postbox = site_and_postbox
    assert_reads_back(whole)
    yara, guest = (Visitor(whole.url, whole.folder / "fullchain.pem") for _ in range(2))
    enter(whole, yara)
    here = set_up(yara)
    stream = guest.listen(yara.api("GET", f"{here}/")["live"]["path"])
    heard: list[str] = []
    threading.Thread(target=collect, args=(stream, heard), daemon=True).start()

    def between(tables: int) -> None:
        if tables == 1:
            whole.stop("web1", signal.SIGKILL)

    enter_oneself(yara, guest, here)
    tables = play(yara, here, between)
    assert tables >= 6
    standings = yara.api("GET", f"{here}/stages/1/standings/")["lines"]
    assert len(standings) == len(PEOPLE)
    assert names_on_paper(yara, here).startswith(b"%PDF")
    assert_worked_off(whole, postbox)
    assert heard[0] == "alive" and heard.count("version") > tables  # through the proxy, as it happened
    assert_metrics(whole, guest)
    assert_backed_up(whole)
    assert_log_only_grows(whole)
    assert_stale_while_down(whole, guest, here)
    assert_nothing_told(whole, yara)


def assert_reads_back(whole: Site) -> None:
    """All is set as the program relies on it, but what the test's cluster leaves out to be quick: that is noticed."""
    said = whole.run("web1", "python", "manage.py", "check", "--deploy", "--database", "default", code=1)
    assert re.findall(r"\((\w+\.\w+)\) (\w+)", said) == [
        ("augengenau.E002", "fsync"),
        ("augengenau.E002", "full_page_writes"),
    ]


WAITING = """
import django; django.setup()
from tournament.models import Job
for job in Job.objects.all(): print(job.queue, job.kind, job.state)
"""


def assert_worked_off(whole: Site, postbox: Postbox) -> None:
    """By the worker of each queue."""
    end = time.monotonic() + 30
    while "queued" in (said := whole.run("web2", "python", "-c", WAITING)) or "running" in said:
        assert time.monotonic() < end, said
        time.sleep(0.3)
    assert {line.partition(" ")[0] for line in said.splitlines()} >= {"paper", "chances", "mail"}
    assert {line.rpartition(" ")[2] for line in said.splitlines()} == {"done"}, said
    assert [mail["To"] for mail in postbox.mails] == [ADDRESS]


def assert_metrics(whole: Site, guest: Visitor) -> None:
    assert guest.ask("/metrics", Authorization=f"Bearer {whole.secret('metrics_token')}").status == 404
    near = Visitor(f"http://127.0.0.1:{whole.ports['web2']}", whole.folder / "fullchain.pem")
    assert near.ask("/metrics").status == 404
    said = near.ask("/metrics", Authorization=f"Bearer {whole.secret('metrics_token')}").read().decode()
    assert "augengenau_database_up 1" in said and "augengenau_outbox_seconds" in said
    assert 'method="POST",route="/api/v1/tournaments/<str:tournament_id>/tables/<str:table_id>/confirm/"' in said


ERASE = """
import django; django.setup()
from django.core.management import call_command
from tournament.models import Person
call_command("erase", Person.objects.get(given_name="{name}").public_id)
"""
FORBIDDEN = (
    "UPDATE tournament_logentry SET code = 'x'",
    "DELETE FROM tournament_logentry",
    "TRUNCATE tournament_logentry CASCADE",
    "DELETE FROM tournament_logtext",
    "UPDATE tournament_logtext SET key = 'x'",
    "DROP TRIGGER log_entry_kept ON tournament_logentry",
    "ALTER TABLE tournament_logentry DISABLE TRIGGER ALL",
    "DELETE FROM django_migrations",
    "CREATE TABLE mine (id int)",
)


def assert_log_only_grows(whole: Site) -> None:
    """For the role that the program works as, by its rights: the triggers need not even be asked. The owner meets those. What
    must be possible is: names are erased, and the chain is whole all the same."""
    assert "Erased" in whole.run("web2", "python", "-c", ERASE.format(name=PEOPLE[0]))
    assert "whole, head" in whole.run("web2", "python", "manage.py", "verify_tournament")
    for order in FORBIDDEN:
        said = whole.run("web2", "psql", "--dbname", whole.secret("app_url"), "--command", order, code=1)
        assert "permission denied" in said or "must be owner" in said, (order, said)
    words = ("psql", "--dbname", whole.secret("owner_url"), "--command", FORBIDDEN[0])
    assert "append-only" in whole.run("migrate", *words, code=1)


def assert_backed_up(whole: Site) -> None:
    """By the scripts that the timers start, as the role that owns the tables; and not by the one that the program works as."""
    places = {"FILES": str(whole.folder / "data" / "files"), "BACKUPS": str(whole.folder / "backups")}
    whole.run("migrate", "sh", "deploy/server/backup.sh", **places)
    made, kept = (
        {path.name for path in (whole.folder / name).rglob("*") if path.is_file()}
        for name in ("data/files", "backups/files")
    )
    assert made and made == kept
    long_ago = next(path for path in (whole.folder / "backups" / "files").rglob("*") if path.is_file())
    os.utime(long_ago, (0, 0))
    whole.run("migrate", "sh", "deploy/server/backup.sh", **places)
    assert long_ago.stat().st_mtime > 0  # it is there still, and so is its copy
    assert "was restored and is whole" in whole.run("migrate", "sh", "deploy/server/restore-drill.sh", **places)
    dump = max((whole.folder / "backups").glob("*.dump"))  # the newest is the one that is tried
    dump.write_bytes(dump.read_bytes()[:-2000])
    whole.run("migrate", "sh", "deploy/server/restore-drill.sh", code=1, **places)


def assert_stale_while_down(whole: Site, guest: Visitor, here: str) -> None:
    """With no node left, who is nobody in particular still reads what was there; nobody is told it were new."""
    page = f"/t/{here.partition('/')[2]}/standings/"
    assert [guest.ask(page).headers["X-Cache"] for _time in range(2)] == ["MISS", "HIT"]
    assert whole.stop("web2") < 12
    time.sleep(2)  # nginx counts whole seconds
    stale = guest.ask(page)
    assert (stale.status, stale.headers["X-Cache"]) == (200, "STALE")
    assert re.search("|".join(PEOPLE[1:]), stale.read().decode())
    assert guest.ask("/desk/").status == 502
    assert whole.stop("live") < 10  # with a stream open


def assert_nothing_told(whole: Site, yara: Visitor) -> None:
    """No log of any process holds a name, a password, a session, a path or a secret."""
    secrets = [path.read_text().strip() for path in whole.secrets.iterdir()]
    secrets += [cookie.value for cookie in yara.cookies]
    forbidden = [*PEOPLE, LATE, ADDRESS, "quirina", PASSWORD, "Herbst", "Augenzahl", *filter(None, secrets)]
    for service, text in whole.logs().items():
        assert [word for word in forbidden if word in text] == [], service
    assert "/t/" not in whole.logs()["proxy"] and "/api/" not in whole.logs()["proxy"]
    lines = [json.loads(line) for line in whole.logs()["web2"].splitlines()]
    answered = [line for line in lines if line["said"] == "answered"]
    assert {"request", "route", "method", "status", "ms"} <= set(answered[-1])
    assert answered[-1]["request"] in whole.logs()["proxy"]  # the same number in both
    worked = [json.loads(line) for line in whole.logs()["worker-paper"].splitlines() if line.startswith("{")]
    assert {("worked on", "papers.make")} == {(line["said"], line.get("kind")) for line in worked}
