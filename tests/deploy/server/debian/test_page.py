"""docs/servers.md and docs/upgrade.md as they stand, line by line, in a bare Debian: at the end there is a site.

Only with `deploy/test --long`: it takes some eight minutes, and needs root and debootstrap. The units are read by the `systemctl`
beside this file, since systemd itself cannot run here; what that one leaves out, it says.
"""

import re
import shutil
from collections.abc import Iterator

import pytest

from deploy.laptop.folder import ROOT
from deploy.site.settings import VERSION
from tests.deploy.server.debian.machine import CERTIFICATE, NAME, STARTED_BY_DEBIAN, Machine, archive, machine, missing
from tests.deploy.server.debian.page import blocks, needs_packages

pytestmark = [
    pytest.mark.long,
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing()), reason=f"the page in a bare Debian: {missing()}"),
]
NEXT = "0.2.0"
SITE = f"https://{NAME}"
GUEST = ("tests/deploy/server/visitor.py", "tests/deploy/server/debian/guest.py")
ENTERED = "Herbst ['Gero Augenstern']\n"


@pytest.fixture(scope="module")
def debian(tmp_path_factory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("bare")
    with machine(folder) as made:
        for version in (VERSION, NEXT):
            shutil.move(archive(version, folder), made.root / "root")
        for name in GUEST:
            made.put(f"root/guest/{name}", (ROOT / name).read_text())
        yield made


def follow(debian: Machine, document: str, heading: str) -> str:
    """Every block of a section, in order; what they said."""
    said = ""
    for number, block in enumerate(blocks(document, heading), 1):
        try:
            said += debian.run(block, in_network=needs_packages(block))
            if "apt-get" in block:
                debian.run(f"systemctl start {STARTED_BY_DEBIAN}")
        except AssertionError as failure:
            raise AssertionError(f"{document}, {heading}, block {number}: {failure}\n{debian.logs()}") from None
    return said


def fetch(debian: Machine, address: str, *more: str) -> str:
    return debian.run(f"curl --silent --show-error --cacert {CERTIFICATE} {' '.join(more)} {address}")


def guest(debian: Machine, *more: str) -> str:
    return debian.run(
        f"PYTHONPATH=/root/guest python3 -m tests.deploy.server.debian.guest {SITE} {CERTIFICATE} {' '.join(more)}"
    )


def test_what_the_page_says_makes_a_site(debian):
    said = follow(debian, "servers.md", "With systemd")
    assert guest(debian, re.search(rf"{SITE}/link/\S+", said)[0]) == ENTERED
    for family in ("--ipv4", "--ipv6"):
        assert fetch(debian, f"{SITE}/healthz", family) == "ok\n"
    moved = fetch(debian, f"http://{NAME}/", "--output /dev/null --write-out '%{http_code} %{redirect_url}'")
    assert moved == f"301 {SITE}/"
    assert_backed_up(debian)
    assert versions(debian) == {VERSION}
    follow(debian, "upgrade.md", "With systemd, line by line")
    assert versions(debian) == {NEXT} and guest(debian) == ENTERED
    debian.run(the_way_back())
    assert versions(debian) == {VERSION} and guest(debian) == ENTERED


def assert_backed_up(debian: Machine) -> None:
    """By the unit, with the entry in it, and restored for a try by the other one."""
    debian.run("systemctl start augengenau-backup augengenau-restore-drill")
    dump = max((debian.root / "var/backups/augengenau").glob("*.dump"))
    said = debian.run(f"pg_restore --data-only --file - /var/backups/augengenau/{dump.name}")
    assert "Augenstern" in said
    assert (
        "was restored and is whole" in (debian.root / "var/log/units/augengenau-restore-drill.service.log").read_text()
    )


def versions(debian: Machine) -> set[str]:
    """Which ones the processes of the program run from; there is one of each unit at least."""
    listed = debian.run("find /proc -maxdepth 1 -user augengenau -exec readlink '{}/cwd' ';'").split()
    assert len(listed) >= 10, debian.logs()
    return {place.rpartition("augengenau-")[2] for place in listed}


def the_way_back() -> str:
    found = re.search(r"`(ln -sfn [^`]+)`", (ROOT / "docs" / "upgrade.md").read_text())
    units = "cp -r /opt/augengenau/deploy/server/systemd/* /etc/systemd/system/"
    return f"{found[1]}\n{units}\nsystemctl restart augengenau.target"
