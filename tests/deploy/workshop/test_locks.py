"""Both ways of installing give the same packages: what is tested is what runs."""

import re

import pytest

from deploy.laptop.folder import ROOT


def pins(name: str) -> set[str]:
    text = (ROOT / "deploy" / f"{name}.lock").read_text()
    return {" ".join(line.split()) for line in re.findall(r"^[a-z0-9.\-]+==[^\\\n]+", text, re.MULTILINE)}


def test_the_tests_run_on_the_packages_of_the_product():
    assert pins("requirements")
    assert pins("requirements") - pins("requirements-test") == set()


@pytest.mark.parametrize("name", ["requirements", "requirements-test", "requirements-uv"])
def test_every_package_has_hashes(name):
    text = (ROOT / "deploy" / f"{name}.lock").read_text()
    blocks = re.split(r"^(?=[a-z0-9.\-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(re.findall("==[0-9]", re.sub(r"--hash.*|;.*|#.*", "", text)))
    assert all("--hash=sha256:" in block for block in blocks)
