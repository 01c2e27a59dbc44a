"""The zip for Windows, as it is shipped, under Wine: a start, the first organiser, a round, a second start, an end, a kill.

`deploy/test --windows` builds the zip and runs this; so does `deploy/release`. Nobody has tried it on Windows itself.
"""

import os
import random
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from deploy.workshop.services import free_port
from tests.deploy.conftest import until
from tests.deploy.server.visitor import Visitor
from tests.deploy.windows.rig import START_LIMIT, Machine, Started, missing

SHIPPED = os.environ.get("AUGENGENAU_WINDOWS_ZIP", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SHIPPED or bool(missing()), reason="the zip for Windows under Wine: deploy/test --windows"),
]
PLACE = "users/Jörg Müller/Spiele Abend"
PEOPLE = [f"Quirin{n}" for n in range(12)]
PASSWORD = "sieben mal sieben"


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    with Machine(tmp_path_factory.mktemp("wine")).running() as machine:
        yield machine


@pytest.fixture(scope="module")
def program(machine) -> Path:
    return machine.unpacked(Path(SHIPPED), PLACE)


@pytest.fixture
def start(machine, program):
    begun: list[Started] = []
    port = free_port()

    def make(*, again: int = port) -> Started:
        begun.append(Started(machine, program, "--host", "127.0.0.1", "--port", str(again)))
        return begun[-1]

    yield make
    for each in begun:
        if each.process.poll() is None:
            each.end()


def enter(facts: dict) -> Visitor:
    """The first organiser, by the link that the window opens."""
    yara = Visitor(facts["here"].rstrip("/"))
    link = urlsplit(facts["first"]).path
    yara.form("/first/", yara.page(link), club_name="SC Augenzahl", login="quirina", password=PASSWORD)
    return yara


def sign_in(facts: dict) -> Visitor:
    yara = Visitor(facts["here"].rstrip("/"))
    yara.form("/login/", yara.page("/login/"), login="quirina", password=PASSWORD)
    return yara


def tournament(yara: Visitor, name: str) -> str:
    club = yara.api("GET", "clubs/")["items"][0]["id"]
    setup = {"name": name, "played_on": "2026-11-21", "preset": "village", "fours": 3}
    here = "tournaments/" + yara.api("POST", f"clubs/{club}/tournaments/", setup)["id"]
    people = [{"given_name": person} for person in PEOPLE]
    yara.api("POST", f"{here}/entries/import/", {"people": people, "state": "present"})
    return here


def draw(yara: Visitor, here: str) -> tuple[str, list]:
    """The next round, published."""
    path = f"{here}/stages/{yara.api('GET', f'{here}/next/')['stage']}"
    yara.api("POST", f"{path}/draw/", {})
    step = yara.api("GET", f"{here}/next/")
    round_path = f"{path}/rounds/{step['round']}"
    yara.api("POST", f"{round_path}/publish/", {})
    return round_path, yara.api("GET", f"{round_path}/")["tables"]


def confirm(yara: Visitor, here: str, table: dict) -> None:
    order = random.sample(table["seats"], len(table["seats"]))
    places = {seat["colour"]: {"place": place} for place, seat in enumerate(order, 1)}
    yara.api("POST", f"{here}/tables/{table['id']}/confirm/", {"places": places})


def is_open(port: int) -> bool:
    with socket.socket() as visitor:
        return visitor.connect_ex(("127.0.0.1", port)) == 0


def test_an_evening_from_the_double_click_to_the_end(start, machine, program, capsys):
    """First start, first organiser, a round; a second start; an end; a kill in the middle, after which nothing is lost."""
    first = start()
    facts = first.facts()
    cold = facts["seconds"]
    assert facts["data"].endswith("Augengenau") and machine.data().joinpath("augengenau.sqlite3").exists()
    port = urlsplit(facts["here"]).port
    yara = enter(facts)
    here = tournament(yara, "Herbst")
    round_path, tables = draw(yara, here)
    assert len(tables) == 3
    for table in tables:
        confirm(yara, here, table)
    yara.api("POST", f"{round_path}/close/", {})
    number = yara.api("GET", f"{here}/next/")["stage"]
    lines = yara.api("GET", f"{here}/stages/{number}/standings/")["lines"]
    assert len(lines) == len(PEOPLE)

    second = start()  # somebody clicks twice: the window says so, and nothing else happens
    until(lambda: "already runs with the data folder" in second_log(second), START_LIMIT)
    second.end()
    assert is_open(port)

    assert first.end() == 0  # by the window
    until(lambda: not is_open(port), 60)
    assert not left_running(machine)

    again = start()
    facts = again.facts()
    warm = facts["seconds"]
    assert not facts["first"]
    yara = sign_in(facts)
    _round_path, tables = draw(yara, here)
    confirm(yara, here, tables[0])
    again.kill()  # of the starter alone: what it started goes on
    kill_all(machine)
    until(lambda: not is_open(urlsplit(facts["here"]).port), 60)

    third = start()
    yara = sign_in(third.facts())
    states = [table["state"] for table in yara.api("GET", f"{_round_path}/")["tables"]]
    assert len(states) == 3 and len(set(states)) == 2, states  # the one that was confirmed still is
    third.end()
    with capsys.disabled():
        print(f"\nunder Wine: {cold:.1f} s from the double click to the first page, the next time {warm:.1f} s")


def second_log(second: Started) -> str:
    """Its window holds what the launcher said; the first one's log stays."""
    while not second._lines.empty():
        second.said.append(second._lines.get())
    return "\n".join(second.said)


def pythons(machine: Machine) -> list[int]:
    prefix = machine.environment["WINEPREFIX"]
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words, environment = (path / "cmdline").read_text(), (path / "environ").read_text(errors="replace")
        except OSError:
            continue
        if "pythonw.exe" in words and f"WINEPREFIX={prefix}\0" in environment:
            found.append(int(path.name))
    return found


def left_running(machine: Machine) -> list[int]:
    end = time.monotonic() + 60
    while (found := pythons(machine)) and time.monotonic() < end:
        time.sleep(0.2)
    return found


def kill_all(machine: Machine) -> None:
    """The battery is empty."""
    for pid in pythons(machine):
        os.kill(pid, 9)


def test_a_folder_below_onedrive_is_refused_for_data(machine, program):
    said = machine.run(
        ["wine", str(program / "python" / "python.exe"), "-P", "-m", "augengenau", "run", "--data", ONEDRIVE]
    )
    assert "OneDrive" in said and "breaks databases" in said


ONEDRIVE = "C:\\users\\Jörg Müller\\OneDrive\\Augengenau"
