"""What the book says (`referee/commentary/data`), as a catalogue: each English text with its German. A further language is
translated beside it; German itself is read from the data. Run by deploy/messages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BOOK = Path(__file__).parents[2] / "referee" / "commentary"
FILES = ("rules.json", "cases.json")
CATALOGUE = BOOK / "locale" / "de" / "LC_MESSAGES" / "engine.po"
HEAD = r"""msgid ""
msgstr ""
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""


def texts() -> dict[str, str]:
    """German by English, in the order of the book."""
    pairs = (pair for name in FILES for pair in _pairs(json.loads((BOOK / "data" / name).read_text(encoding="utf-8"))))
    return dict(pairs)


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value.keys() == {"de", "en"}:
        yield value["en"], value["de"]
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _pairs(each)


def main() -> None:
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    entries = [f"msgid {_quoted(english)}\nmsgstr {_quoted(german)}\n" for english, german in texts().items()]
    CATALOGUE.write_text("\n".join([HEAD, *entries]), encoding="utf-8")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    main()
