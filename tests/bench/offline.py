"""A phone of the middle class: how soon it judges by itself, and how soon a tap shows what comes next without network.

    python -m tests.bench.offline              chromium with its processor throttled to a quarter

Printed: seconds until Python judges at the first visit and at the second (from the keeper), and milliseconds from tap to shown
without network. Gate: the middle of the taps painted within 50 ms.
"""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS, Site, run, started
from tests.browser.test_offline import PHONE, kept, new_game

SLOWER, TAPS, GATE_MS = 4, 12, 50
JUDGES = "() => document.documentElement.dataset.judges === 'here'"
# From the tap to the next painted frame after the turn has changed.
TAP = """async (roll) => {
  const turn = document.querySelector('.turn'), begun = performance.now();
  const changed = new Promise((done) => new MutationObserver(done).observe(turn, { childList: true }));
  document.querySelector(`[data-dice] button[value="${roll}"]`).click();
  await changed;
  const applied = performance.now() - begun;
  await new Promise(requestAnimationFrame);
  return [applied, performance.now() - begun];
}"""


def until_it_judges(page: Page, path: str) -> float:
    begun = time.perf_counter()
    page.goto(path)
    page.wait_for_function(JUDGES, timeout=120_000)
    return time.perf_counter() - begun


def throttled(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def measure(site: Site, page: Page) -> bool:
    throttled(page)
    path = f"/referee/t/{site.facts['play']}/tables/{site.facts['table']}/"
    first = until_it_judges(page, path)
    again = until_it_judges(page, path)
    print(f"judges by itself after {first:.1f} s at the first visit, {again:.1f} s at the next (processor / {SLOWER})")
    new_game(page, site)
    page.wait_for_function(JUDGES, timeout=120_000)
    kept(page, page.url)
    page.context.set_offline(True)
    times = [page.evaluate(TAP, str(1 + n % 5)) for n in range(TAPS)]
    middle = statistics.median(applied for applied, _painted in times)
    painted = statistics.median(one for _applied, one in times)
    print(f"tap to shown without network: {middle:.0f} ms (painted {painted:.0f} ms), gate {GATE_MS}")
    return painted <= GATE_MS


def main() -> int:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        static = Path(name) / "static"
        run("collectstatic", AUGENGENAU_STATIC=str(static), AUGENGENAU_DATA=name)
        server = started(Path(name) / "data", static)
        try:
            site = Site(server, json.loads(server.manage("from tests.browser.seed import seed; seed()")))
            browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
            context = browser.new_context(base_url=site.url, locale="de-DE", **PHONE)
            context.add_cookies([{"name": "session", "value": site.facts["session"], "url": site.url}])
            is_good = measure(site, context.new_page())
            browser.close()
        finally:
            server.kill()
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
