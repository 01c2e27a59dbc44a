"""The standings of 250 players as everybody fetches them: python -m tests.bench.public [seconds=10]

How much is sent, when a throttled phone paints it first (4 × slower processor, 1.6 Mbit/s), and how many who have it already
are answered a second by one process of the laptop.
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


def first_paints(url: str, path: str) -> tuple[list[float], int]:
    """Milliseconds to the first contentful paint with nothing kept, and the bytes sent without fonts."""
    from playwright.sync_api import sync_playwright

    from deploy import tools
    from tests.browser.conftest import ARGUMENTS

    paints, sent = [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
        for _n in range(PAINTS):
            page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto(url + path, wait_until="load")
            page.wait_for_timeout(500)
            paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            sent = page.evaluate(SENT)
        browser.close()
    return paints, sent


SENT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((one) => !one.name.includes('woff2')).reduce((sum, one) => sum + one.transferSize, 0)"""


def main(seconds: float = 10) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"AUGENGENAU_DATA": folder, "AUGENGENAU_STATIC": f"{folder}/static"}
        from django.core.management import call_command

        from tests.bench.hall import hall
        from tests.promises.server import Server

        stage = hall(250, 4, running=True)
        call_command("collectstatic", "--no-input", "--verbosity", "0")
        path = f"/t/{stage.tournament.public_id}/standings/"
        server = Server(Path(folder))
        server.env["AUGENGENAU_DEBUG"] = "0"
        server.start()
        try:
            print(f"laptop's process: {asyncio.run(asked_again(server.port, path, seconds)):.0f} answers 304 a second")
            paints, sent = first_paints(server.url.replace("127.0.0.1", "localhost"), path)
            print(f"first paint: median {median(paints):.0f} ms, worst {max(paints):.0f} ms; sent {sent / 1000:.1f} KB")
        finally:
            server.stop()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
