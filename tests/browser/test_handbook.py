"""The pictures of the handbook are of the running program: what they show is what the pages say now.

AUGENGENAU_PICTURES=1 takes them anew and writes down what they say; do that when the test names a difference.
"""

import io
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.urls import resolve
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Site, started
from tournament.handbook.pictures import PHONE, TAKEN, file_of
from tournament.handbook.queries import places

SAID = ROOT / "tests/data/handbook.json"
STATIC = ROOT / "tournament/static"
TAKES = bool(os.environ.get("AUGENGENAU_PICTURES"))
QUALITY, MOST = 55, 60_000  # of WebP; bytes
LANGUAGES = ("de", "en")
WHERE = {
    "checkin": "/desk/t/{hall}/check-in/",
    "draw": "/desk/t/{play}/rounds/{draft}/",
    "results": "/desk/t/{play}/results/",
    "find": "{own_seated}",
}
LINES = "document.body.innerText"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[Site]:
    """Of its own: what other tests do would be in the pictures."""
    server = started(tmp_path_factory.mktemp("shown"), static)
    facts = json.loads(server.manage("from tests.browser.seed import seed; seed()"))
    server.manage(NAMED)
    yield Site(server, facts)
    server.kill()


NAMED = """
from tournament.models import Tournament
for code, name in (("championship", "Herbstturnier"), ("village", "Dorfabend")):
    Tournament.objects.filter(name=code).update(name=name)
"""


def said(text: str) -> list[str]:
    """What stands there, without figures: clocks run."""
    lines = (re.sub(r"\d+", "0", line).strip() for line in text.splitlines())
    return sorted({line for line in lines if re.search(r"[^\W\d_]{2}", line)})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", TAKEN)
def test_a_picture_says_what_the_page_says(shown: Site, visitor: Callable[..., Page], code: str, language: str):
    is_phone = TAKEN[code] == PHONE
    size = {"width": TAKEN[code].width, "height": TAKEN[code].height}
    session = "" if is_phone else shown.facts["session"]
    page = visitor(shown, session=session, language=language, viewport=size, color_scheme="light")
    answer = page.goto(WHERE[code].format(**shown.facts))
    assert answer and answer.ok
    assert places()[resolve(page.url.removeprefix(shown.url)).url_name or ""][1] == code
    file = STATIC / file_of(code, language)
    if TAKES:
        keep(page, code, language, file)
    kept = json.loads(SAID.read_text())[language][code]
    assert said(page.evaluate(LINES)) == kept, "the picture is old: AUGENGENAU_PICTURES=1 takes it anew"
    with Image.open(file) as picture:
        assert picture.size == (size["width"], size["height"])
    assert file.stat().st_size < MOST


def keep(page: Page, code: str, language: str, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)
    known = json.loads(SAID.read_text()) if SAID.exists() else {}
    known.setdefault(language, {})[code] = said(page.evaluate(LINES))
    SAID.write_text(json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
