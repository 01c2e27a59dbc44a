"""The site of deploy/server on this machine: python -m tests.bench.servers [seconds=5]

Started from the shipped files as in tests/deploy/server/test_smoke.py. What each role holds in memory (its share, PSS)
before and after
some work, how quickly a page for everybody is answered by nginx from what it keeps and by a node, and how long each role takes
to end. For docs/sizing.md; the visitors share the machine with what they measure.
"""

import http.client
import ssl
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.deploy.conftest import children_of
from tests.deploy.server.shipped import Site, site, until_listening
from tests.deploy.server.visitor import Visitor

WORKERS = ("worker-paper", "worker-chances", "worker-draw", "worker-post", "worker-maintenance")
ROLES = ("web1", "web2", "live", "relay", *WORKERS)
VISITORS = 8
SAMPLE = "from django.core.management import call_command; call_command('demo_tournament')"
ADDRESS = (
    "import django; django.setup()\nfrom tournament.models import Tournament; print(Tournament.objects.get().public_id)"
)


def share(pid: int) -> int:
    """Bytes of a process and of all below it, what is shared counted in parts."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    own = next(int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:"))
    return own + sum(share(child) for child in children_of(pid))


def memory(made: Site) -> dict[str, int]:
    return {name: share(process.pid) // 2**20 for name, process in made.running.items()}


def rate(made: Site, port: str, path: str, seconds: float) -> float:
    """Answers a second, 200 all of them, to visitors who each keep a connection."""
    until, counts = time.monotonic() + seconds, [0] * VISITORS
    context = ssl.create_default_context(cafile=str(made.folder / "fullchain.pem"))

    def visit(number: int) -> None:
        if port == "https":
            connection = http.client.HTTPSConnection("localhost", made.ports[port], context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", made.ports[port])
        while time.monotonic() < until:
            headers = {"Accept-Encoding": "gzip", "Host": "localhost", "X-Forwarded-Proto": "https"}
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            counts[number] += 1

    threads = [threading.Thread(target=visit, args=[number]) for number in range(VISITORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def main(seconds: float) -> None:
    with tempfile.TemporaryDirectory(prefix="augengenau-site-") as folder, site(Path(folder)) as made:
        made.run("web1", "python", "-c", f"import django; django.setup()\n{SAMPLE}")
        path = f"/t/{made.run('web1', 'python', '-c', ADDRESS).strip()}/standings/"
        for role in ROLES:
            made.start(role)
        until_listening(made, "web1", "web2", "live")
        made.start_proxy()
        until_listening(made, "https")
        time.sleep(5)
        before = memory(made)
        Visitor(made.url, made.folder / "fullchain.pem").page(path)
        near, kept = rate(made, "web1", path, seconds), rate(made, "https", path, seconds)
        after = memory(made)
        for name, held in before.items():
            print(f"{name:20} {held:4} MiB, after the work {after[name]:4} MiB")
        print(
            f"{'in all':20} {sum(before.values()):4} MiB, after the work {sum(after.values()):4} MiB (without PostgreSQL)"
        )
        print(f"standings of 23 players: one node {near:.0f}/s, nginx with https from what it keeps {kept:.0f}/s")
        for role in ROLES:
            print(f"{role:20} ended in {made.stop(role):.1f} s")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5)
