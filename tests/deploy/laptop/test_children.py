import os
import signal
import time

import pytest

from deploy.laptop import children
from tests.deploy.conftest import is_alive, until

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(subprocess.Popen(["sleep", "60"]).pid, file=open(sys.argv[1], "w"), flush=True)
time.sleep(60)
"""


@pytest.fixture
def child(request):
    def make(*arguments: str) -> children.Child:
        made = children.Child("test", list(arguments), os.environ)
        request.addfinalizer(lambda: made.make_end(0))
        return made

    return make


def test_pauses_grow_and_are_bounded():
    pauses = [children.pause_before_start(deaths) for deaths in range(1, 9)]
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert children.pause_before_start(100_000) == 30


def test_a_dead_child_is_started_again_after_its_pause(child, monkeypatch):
    monkeypatch.setattr(children, "pause_before_start", lambda deaths: 0.01)
    one = child("-c", "import time; time.sleep(60)")
    first = one.start()
    one.look_after()
    assert one._process is first
    first.kill()
    first.wait()
    one.look_after()
    assert one._process is first
    time.sleep(0.02)
    one.look_after()
    assert one._process is not first
    assert one._process.poll() is None


def test_deaths_in_a_row_count_until_it_has_lived_for_a_while(child, monkeypatch):
    counted = []
    monkeypatch.setattr(children, "pause_before_start", lambda deaths: counted.append(deaths) or 0)
    one = child("-c", "")
    for steady in (60, 60, 0):
        monkeypatch.setattr(children, "STEADY", steady)
        one.start().wait()
        one.look_after()
    assert counted == [1, 2, 1]


def test_who_does_not_end_is_killed_with_what_it_started(child, tmp_path):
    note = tmp_path / "pid"
    one = child("-c", STUBBORN, str(note))
    process = one.start()
    grandchild = int(until(lambda: note.exists() and note.read_text()))
    one.ask_to_end()
    one.make_end(time.monotonic() + 0.2)
    assert process.returncode == -signal.SIGKILL
    until(lambda: not is_alive(grandchild))


def test_preparing_that_fails_ends_the_start(tmp_path):
    failing = children.start_preparing(["migrate"], {**os.environ, "AUGENGENAU_MODE": "neither"})
    with pytest.raises(SystemExit, match="could not be prepared"):
        children.wait_for(failing)


def test_preparing_that_is_killed_says_so():
    killed = children.start_preparing(["migrate"], {**os.environ})
    killed.kill()
    with pytest.raises(SystemExit, match=r"could not be prepared: .*killed it \(signal 9\)"):
        children.wait_for(killed)
