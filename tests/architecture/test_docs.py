"""What the documents for those who work on the code name is really there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READ = ("docs/decisions.md", "docs/working.md")
TOP = r"deploy|docs|games|referee|templates|tests|tournament|\.ci"
IN_THE_ROOT = r"[\w.]+\.(?:py|md|toml)"
HEADING = re.compile(r"^#+ .+$", re.MULTILINE)


def paths(text: str) -> list[str]:
    """In code, also as a word of a command, and in links. What stands in <…> is up to the reader: its folder is looked for."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    words = [word for code in (*blocks, *re.findall(r"`([^`\n]+)`", text)) for word in code.split()]
    links = [f"docs/{target}" for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", text)]
    words = [re.sub(r"::.*|[,;:]$", "", word) for word in words]
    found = [word for word in words if re.fullmatch(rf"(?:{TOP})/.*|{IN_THE_ROOT}", word)]
    return [re.sub(r"[^/]*<.*", "", word) for word in (*found, *links)]


def missing(text: str) -> list[str]:
    return [path for path in paths(text) if not list(ROOT.glob(path.rstrip("/")))]


def empty_headings(text: str) -> list[str]:
    """Those with nothing before the next heading of the same rank or a higher one."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [
        line
        for line, after in zip(lines, [*lines[1:], "# "], strict=True)
        if _rank(line) and _rank(line) >= _rank(after) > 0
    ]


def _rank(line: str) -> int:
    return len(re.match(r"#*", line)[0]) if HEADING.match(line) or line == "# " else 0


@pytest.mark.parametrize("name", READ)
def test_every_path_that_is_named_exists(name):
    text = (ROOT / name).read_text()
    assert len(paths(text)) > 20
    assert missing(text) == []


@pytest.mark.parametrize("name", READ)
def test_no_heading_is_empty(name):
    assert empty_headings((ROOT / name).read_text()) == []


def test_a_path_that_is_gone_would_be_found():
    text = "See `deploy/no.py`, `tests/no/test_it.py::test_x`, [this](no.md) and `deploy/<name>.py`, `no.toml`.\n"
    block = "```sh\npytest tests/gone\n```\n"
    assert missing(text + block) == ["tests/gone", "deploy/no.py", "tests/no/test_it.py", "no.toml", "docs/no.md"]


def test_an_empty_heading_would_be_found():
    assert empty_headings("# A\n\n## B\n\ntext\n\n## C\n\n## D\n\n### E\n") == ["## C", "### E"]
