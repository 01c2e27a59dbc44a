"""The commands of a page, as they stand there: what is run and what is read can never differ."""

import re

from deploy.laptop.folder import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(document: str, heading: str) -> list[str]:
    """Those of one section, in order."""
    text = (ROOT / "docs" / document).read_text()
    _before, is_there, after = text.partition(f"\n## {heading}\n")
    assert is_there, f"{document} has no section {heading!r}"
    return BLOCK.findall(re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0])


def needs_packages(block: str) -> bool:
    return "apt-get" in block or "pip install" in block
