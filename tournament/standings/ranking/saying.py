"""Sentences in PURE code: English stands in the code, the caller passes a function that translates.

`_` only marks a text, so that deploy/messages collects it. `Say` gives the text in the reader's language: `gettext` on pages,
papers and API.
"""

from collections.abc import Callable

Say = Callable[[str], str]


def marked(text: str) -> str:
    return text
