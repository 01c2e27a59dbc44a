import io
import json
import re
import subprocess
import sys

import pytest
import segno

from deploy.laptop import folder, launch, network
from deploy.laptop.folder import ROOT
from tournament.core import lan, system

HALL = "http://192.168.178.23:8000/"


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("0.0.0.0", "localhost"),
        ("127.0.0.1", "localhost"),
        ("::1", "localhost"),
        ("192.168.1.5", "192.168.1.5"),
        ("fd00::5", "[fd00::5]"),
    ],
)
def test_name_for_browsers(host, name):
    assert network.name_for_browsers(host) == name


def test_a_taken_port_names_another():
    with network.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(SystemExit, match=f"Port {port} is taken.*--port"):
            network.listen("127.0.0.1", port)


def test_phones_get_the_likeliest_address_first_and_as_a_code(monkeypatch):
    monkeypatch.setattr(system, "interface_addresses", lambda _virtual: ["127.0.0.1", "10.8.0.2", "192.168.178.23"])
    monkeypatch.setattr(lan, "_address_of_default_route", lambda: "192.168.178.23")
    where, code = network.for_phones("0.0.0.0", 8000)
    assert where == f"  Phones           {HALL} or http://10.8.0.2:8000/\n"
    assert code == network.qr_code(HALL)


def test_phones_cannot_join_without_a_network(monkeypatch):
    monkeypatch.setattr(system, "interface_addresses", lambda _virtual: ["127.0.0.1", "169.254.3.4"])
    monkeypatch.setattr(lan, "_address_of_default_route", lambda: "")
    assert list(network.for_phones("0.0.0.0", 8000)) == [
        "  Phones           cannot join: this machine is in no network"
    ]


def test_phones_cannot_join_what_stays_here():
    (line,) = network.for_phones("127.0.0.1", 8000)
    assert "because of --host 127.0.0.1" in line


def test_the_code_shows_every_module_of_the_symbol():
    """Two modules a character, dark ones left out of the light ground."""
    halves = {"█": "11", "▀": "10", "▄": "01", " ": "00"}
    lines = network.qr_code(HALL).splitlines()
    rows = [[halves[sign][half] == "0" for sign in line] for line in lines for half in (0, 1)]
    wanted = [[bool(dark) for dark in row] for row in segno.make(HALL, micro=False).matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted


def test_no_code_where_the_terminal_cannot_show_it(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert network.qr_code(HALL) == ""


def test_own_addresses_are_no_loopback():
    assert not any(address.startswith("127.") for address in lan.lan_addresses())


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("raise SystemExit(3)", "the reason stands above"),
        ("import os; os.kill(os.getpid(), 9)", "killed it .signal 9., as when memory runs out"),
        ("import os; os.kill(os.getpid(), 15)", "ended it .signal 15."),
        ("", "of its own accord"),
    ],
)
def test_a_web_process_that_ends_ends_the_waiting_and_it_is_said_how(ends, said):
    """Of one that was killed nothing stands above."""
    with network.listen("127.0.0.1", 0) as listener:
        dead = subprocess.Popen([sys.executable, "-c", ends])
        with pytest.raises(SystemExit, match=f"could not be started: .*{said}"):
            network.wait_for_first_page(network.reachable(listener), dead)


def test_a_web_process_that_gives_no_page_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr(network, "START_LIMIT", 0.2)
    with network.listen("127.0.0.1", 0) as listener:
        silent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
        try:
            with pytest.raises(SystemExit, match="no page within"):
                network.wait_for_first_page(network.reachable(listener), silent)
        finally:
            silent.kill()
            silent.wait()


def test_a_window_takes_the_next_port_that_is_free():
    """Nobody is there who could name another."""
    with network.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert port < network.free_near("127.0.0.1", port) <= port + network.NEAR


def test_what_the_window_is_told(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(system, "interface_addresses", lambda _virtual: ["192.168.178.23"])
    monkeypatch.setattr(lan, "_address_of_default_route", lambda: "192.168.178.23")
    options = launch.read_options(["--for-window"])
    launch.tell_window(options, tmp_path, "/link/abc/")
    told = json.loads(capsys.readouterr().out)
    assert told["first"] == "http://localhost:8000/link/abc/" and told["phones"] == [HALL]
    assert told["data"] == str(tmp_path)


def test_the_window_knows_the_sentence_of_a_second_start(tmp_path):
    """It opens the first one's address."""
    source = (ROOT / "deploy" / "laptop" / "window.py").read_text()
    pattern = re.search(r'RUNS_ALREADY = re\.compile\(r"(.+?)", re\.DOTALL\)', source)
    with folder.alone(tmp_path, 8123), pytest.raises(SystemExit) as second, folder.alone(tmp_path, 8124):
        pass
    assert pattern and re.search(pattern[1], str(second.value), re.DOTALL)[1] == "http://localhost:8123/"
