"""Three public pages of a tournament of 250 as everybody fetches them: python -m tests.bench.public [seconds=10]

What a throttled phone (4 × slower processor, 1.6 Mbit/s) makes of each with nothing kept: first and largest paint, how much jumps
after it (layout shift), how long it cannot be touched (long tasks, what is beyond 50 ms of each), how much is sent. And how many
who have the standings already are answered a second by one process of the laptop. Ends with 1 if a gate of the
standings is missed.
"""

import asyncio
import os
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median

VISITORS, PAINTS = 16, 5
PAGES = {"now": "", "tables": "tables/", "standings": "standings/"}
GATES = {"first paint": 1000.0, "KB": 60.0}  # at most
ANSWERS = 800  # at least
SLOW = {"offline": False, "downloadThroughput": 200_000, "uploadThroughput": 93_750, "latency": 40}


async def asked_again(port: int, path: str, seconds: float) -> float:
    """Requests a second of visitors who hold a copy, each on one connection that stays open."""
    with urllib.request.urlopen(f"http://localhost:{port}{path}") as first:
        tag = first.headers["ETag"]
    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nIf-None-Match: {tag}\r\n\r\n".encode()
    until, counts = time.monotonic() + seconds, [0] * VISITORS

    async def visit(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.monotonic() < until:
            writer.write(head)
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 304"), answer
            counts[number] += 1
            if b"onnection: close" in answer:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()

    await asyncio.gather(*map(visit, range(VISITORS)))
    return sum(counts) / seconds


def looked_at(url: str) -> list[dict[str, float]]:
    """What a phone measured, each time with nothing kept."""
    from playwright.sync_api import sync_playwright

    from deploy.workshop import tools
    from tests.browser.conftest import ARGUMENTS

    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
        for _n in range(PAINTS):
            page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto(url, wait_until="load")
            page.wait_for_timeout(1000)
            found.append(page.evaluate(MEASURED))
            page.context.close()  # or its clock ticks in the process of the next one
        browser.close()
    return found


# Milliseconds, but "shift" (a share of the screen) and "KB" (without fonts).
MEASURED = """async () => {
  const seen = (type) => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true });
    setTimeout(done, 200, []);
  });
  const [largest, shifts, tasks] = await Promise.all(['largest-contentful-paint', 'layout-shift', 'longtask'].map(seen));
  const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return {
    'first paint': performance.getEntriesByName('first-contentful-paint')[0].startTime,
    'largest paint': largest.at(-1).startTime,
    'shift': shifts.reduce((sum, one) => sum + one.value, 0),
    'blocked': tasks.reduce((sum, one) => sum + one.duration - 50, 0),
    'KB': sent.filter((one) => !one.name.includes('woff2')).reduce((sum, one) => sum + one.transferSize, 0) / 1000,
  };
}"""


def main(seconds: float = 10) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"AUGENGENAU_DATA": folder, "AUGENGENAU_STATIC": f"{folder}/static"}
        from django.core.management import call_command

        from tests.bench.hall import hall
        from tests.promises.server import Server

        stage = hall(250, 4, running=True)
        call_command("collectstatic", "--no-input", "--verbosity", "0")
        path = f"/t/{stage.tournament.public_id}/"
        server = Server(Path(folder))
        server.env["AUGENGENAU_DEBUG"] = "0"
        server.start()
        try:
            answers = asyncio.run(asked_again(server.port, f"{path}standings/", seconds))
            print(f"laptop's process: {answers:.0f} answers 304 a second")
            url = server.url.replace("127.0.0.1", "localhost") + path
            found = {name: looked_at(url + page) for name, page in PAGES.items()}
        finally:
            server.stop()
    for name, times in found.items():
        said = (
            f"{what} {median(one[what] for one in times):.4g} ({max(one[what] for one in times):.4g})"
            for what in times[0]
        )
        print(f"{name:10}", *said, sep="   ")
    print("medians (and worst) of", PAINTS)
    least = {what: median(one[what] for one in found["standings"]) for what in GATES}
    return int(answers < ANSWERS or any(least[what] > most for what, most in GATES.items()))


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
