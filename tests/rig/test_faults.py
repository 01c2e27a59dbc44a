"""The faults of several hosts, one after another, on one site under work: N1 to N8 and N11 of docs/promises.md.

Each time the log must be what clerks and readers were told (`tests.rig.history`), and every deed be done in the end. Small form
here; AUGENGENAU_LONG=1 lets a fault last as long as the promise says.
"""

import os
import shutil
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack

import pytest

from deploy.workshop.tools import postgresql_programs
from tests.deploy.conftest import until
from tests.deploy.server.shipped import until_listening
from tests.promises.test_r13_jobs import LETTERS, ORDER
from tests.rig.history import objections
from tests.rig.network import lacking
from tests.rig.people import Crowd, Door, errors, longest
from tests.rig.site import NODES, UNBOUND, WORKERS, Rig, spread
from tests.rig.streams import Streams

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
NEEDED = ("ip", "nginx", "redis-server", "openssl", "psql")
MISSING = [f"{name} not found" for name in NEEDED if not shutil.which(name)]
MISSING += [] if postgresql_programs() else ["PostgreSQL not found"]
MISSING += [] if MISSING else [said for said in [lacking()] if said]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"the rig of several hosts: {', '.join(MISSING)}"),
]
HONEST, CARELESS = range(6), range(6, 12)  # clerks
HANGS, AWAY, TROUBLE, STREAMS = (30, 60, 60, 2000) if LONG else (13, 8, 3, 300)
OUT_WITHIN = 10.0  # seconds after which the proxy asks a node no more that hangs or cannot work
ASKED_AGAIN = 5.0  # seconds after which one request tries it again
BACK_WITHIN = 10.0
MEET_IT = 0.01  # of all requests: refused at the door, and handed to the same node once more
NO_WORSE = 3.0  # seconds for a write without Redis; other work runs on this machine


@pytest.fixture(scope="module")
def rig(tmp_path_factory) -> Iterator[Rig]:
    with spread(tmp_path_factory.mktemp("rig")) as made:
        door = Door(made)
        for _n in range(4 * len(NODES)):  # each has seen a page
            door.ask("GET", "/desk/", Cookie=f"__Host-session={made.session}")
        yield made


def judge(crowd: Crowd, said: str) -> None:
    history = crowd.history
    print(
        f"{crowd.name}: {said}; {history.count('ok')} deeds, {history.count('unknown')} tries without an answer, "
        f"{len(crowd.reads)} pages, {len(errors(crowd.reads))} errors"
    )
    assert objections(history, crowd.rig.log()) == [], crowd.rig.site.folder
    assert history.undone() == [] and history.count("fail") == 0 and history.count("ok") > 3


def slow(crowd: Crowd, since: float) -> list[float]:
    """Seconds after this moment at which somebody asked who then waited long or in vain."""
    waited = [one for one in crowd.reads + crowd.typed if one.seconds > 3 or one.is_error]
    return sorted(one.asked - since for one in waited if one.asked > since)


def until_ready(rig: Rig, *nodes: str) -> float:
    """How long it took until all of them said so."""
    began = time.monotonic()
    until(lambda: all(asked_directly(rig, node, "/readyz") == 200 for node in nodes))
    return time.monotonic() - began


def asked_directly(rig: Rig, node: str, path: str, seconds: float = 3) -> int:
    """What that node itself says; 0: nothing within the three seconds that health checks have."""
    with rig.network["cli"].entered():
        try:
            return urllib.request.urlopen(f"http://{rig.site.address(node)}{path}", timeout=seconds).status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0


def test_one_session_goes_over_all_nodes(rig):
    """No node knows anything that the others do not."""
    door = Door(rig)
    asked = [door.ask("GET", "/desk/", Cookie=f"__Host-session={rig.session}")[0] for _n in range(12)]
    assert {one.status for one in asked} == {200}
    time.sleep(0.2)
    logs = rig.site.logs()
    assert all(any(one.request in logs[node] for one in asked) for node in NODES)


def test_n1_a_node_dies_and_comes_back(rig):
    """In the middle of writing. The control does not repeat what got no answer, and loses it."""
    crowd, careless = Crowd(rig, "n1", HONEST), Crowd(rig, "n1-control", CARELESS, repeats=False)
    with crowd.there(), careless.there():
        for node in NODES:
            crowd.wait_for(len(HONEST))
            with rig.somebody_writes():
                time.sleep(0.6)
                rig.site.stop(node, signal.SIGKILL)
            died = time.monotonic()
            time.sleep(ASKED_AGAIN + 1)
            rig.site.start(node)
            until_listening(rig.site, node)
            if careless.history.undone() and not LONG:
                break
        crowd.wait_for(2 * len(HONEST))
    judge(crowd, f"control lost {len(careless.history.undone())} of {careless.history.count('invoke')}")
    assert len(errors(crowd.reads)) <= len(crowd.reads) / 100 and errors(crowd.reads, since=died + 5) == []
    assert careless.history.undone() and objections(careless.history, rig.log()) == []


def test_n2_a_node_hangs_and_wakes(rig):
    crowd = Crowd(rig, "n2")
    with crowd.there():
        crowd.wait_for(len(HONEST))
        began = time.monotonic()
        with rig.site.hung("web2"):
            time.sleep(HANGS)
        time.sleep(3)  # what it had in hand it does now, or finds done
    waits = slow(crowd, began)
    out = max((at for at in waits if at < OUT_WITHIN), default=0)
    late = [at for at in waits if at >= OUT_WITHIN]
    judge(crowd, f"asked for the last time after {out:.1f} s, then {len(late)} times to see")
    assert waits and len(late) <= (HANGS - OUT_WITHIN) / ASKED_AGAIN + 1
    assert longest(crowd.typed) < OUT_WITHIN


def test_n3_a_node_loses_the_database(rig):
    """It says so and is left out. The control waits without end, and says nothing."""
    crowd = Crowd(rig, "n3")
    with crowd.there():
        crowd.wait_for(len(HONEST))
        until_ready(rig, "web2", UNBOUND)
        with rig.network.cut("db", "web2", UNBOUND):
            began = time.monotonic()
            until(lambda: asked_directly(rig, "web2", "/readyz") != 200)
            unready = time.monotonic() - began
            time.sleep(max(0.0, OUT_WITHIN - unready))
            assert asked_directly(rig, "web2", "/healthz") == 200  # a proxy that asked for this would send on
            answers = [asked_directly(rig, node, "/readyz", seconds=6) for node in ("web2", UNBOUND)]
            assert answers == [503, 0]
        back = until_ready(rig, "web2")
        crowd.wait_for(len(HONEST))
    late = [at for at in slow(crowd, began) if at >= OUT_WITHIN]
    share = len(late) / sum(one.asked - began >= OUT_WITHIN for one in crowd.typed + crowd.reads)
    judge(
        crowd,
        f"not ready after {unready:.1f} s, ready {back:.1f} s after it was joined again; from {OUT_WITHIN:.0f} s on "
        f"{share:.0%} met it",
    )
    assert unready <= 5 and back <= 5 and share <= MEET_IT and longest(crowd.typed) < OUT_WITHIN


def test_n4_requests_arrive_and_answers_vanish(rig):
    """The control asks under a new key, and has done it twice."""
    crowd = Crowd(rig, "n4", HONEST, patience=4)
    careless = Crowd(rig, "n4-control", CARELESS, patience=4, keeps_key=False)
    doubled: list[str] = []
    with crowd.there(), careless.there():
        for node in (*NODES, *NODES):
            crowd.wait_for(len(HONEST))
            with ExitStack() as muted:
                with rig.somebody_writes():
                    time.sleep(0.6)
                    muted.enter_context(rig.network.mute(node, "lb"))
                time.sleep(5)
            crowd.wait_for(len(HONEST))
            doubled = [said for said in objections(careless.history, rig.log()) if said.endswith("times in the log")]
            if doubled and crowd.history.count("unknown") and not LONG:
                break
    judge(crowd, f"control did {len(doubled)} things twice")
    assert doubled and crowd.history.count("unknown")


def test_n5_the_database_crashes(rig):
    """Who only reads sees what was there."""
    crowd = Crowd(rig, "n5")
    with crowd.there():
        for _time in range(5 if LONG else 1):
            crowd.wait_for(len(HONEST))
            rig.database.kill()
            time.sleep(OUT_WITHIN - 1)
            ready = rig.bring_back_database()
            crowd.wait_for(1)
            took = time.monotonic() - ready
            assert took <= BACK_WITHIN
            crowd.wait_for(2 * len(HONEST))
    stale = sum(one.kept == "STALE" for one in crowd.read)
    judge(
        crowd, f"the next acknowledged {took:.1f} s after it was back; {stale} of {len(crowd.read)} pages were old ones"
    )
    assert errors(crowd.read) == [] and stale


def test_n6_the_database_cannot_be_reached(rig):
    """Nobody is told that the connections are gone."""
    crowd = Crowd(rig, "n6")
    with crowd.there():
        crowd.wait_for(len(HONEST))
        with rig.network.unplugged("db"):
            time.sleep(AWAY)
        joined = time.monotonic()
        crowd.wait_for(1)
        took = time.monotonic() - joined
        ready = until_ready(rig, *NODES)
        time.sleep(ASKED_AGAIN)
        settled = time.monotonic()
        crowd.wait_for(6 * len(HONEST))
    judge(crowd, f"the next acknowledged {took:.1f} s after it was joined again, all nodes ready {ready:.1f} s later")
    assert took <= BACK_WITHIN and slow(crowd, settled) == []
    assert errors(crowd.read) == [] and longest(crowd.typed) < OUT_WITHIN


def away(rig: Rig, trouble: str) -> AbstractContextManager[None]:
    if trouble == "killed":
        return rig.site.killed("broker", "cache")
    if trouble == "hung":
        return rig.site.hung("broker", "cache")
    if trouble == "cut":
        return rig.network.cut("redis", "web1", "live", "work1")
    rig.site.wipe_redis()
    return ExitStack()


@pytest.mark.parametrize("trouble", ["killed", "hung", "wiped", "cut"])
def test_n7_redis(rig, trouble):
    """Killed, hung, wiped, or cut off from half of the hosts: nothing fails, pages hear of everything, papers are made."""
    crowd, streams = Crowd(rig, f"n7-{trouble}"), Streams(rig, 20)
    with streams.open():
        with crowd.there():
            crowd.wait_for(len(HONEST))
            with away(rig, trouble):
                crowd.order_paper("en")
                time.sleep(TROUBLE)
            crowd.order_paper("de")
            crowd.wait_for(6 * len(HONEST))
        waits = streams.waits(crowd.history)
    made = rig.until_done("paper", 60)
    judge(
        crowd,
        f"longest write {longest(crowd.typed):.2f} s, last page heard after {max(waits):.1f} s, papers after {made:.0f} s",
    )
    assert errors(crowd.typed) == errors(crowd.reads) == []
    assert longest(crowd.typed) <= NO_WORSE and max(waits) <= 5


def test_n8_workers_are_killed_and_two_relays_hand_over(rig):
    """In the middle of a job each, while more are ordered."""
    before = len(rig.mails())
    order = ("python", "-c", f"import django; django.setup()\n{ORDER}")
    ordering = threading.Thread(target=rig.site.run, args=("relay@work1", *order))
    ordering.start()
    kills = [f"worker-{kind}@{host}" for kind in ("paper", "post") for host in WORKERS]
    for service in kills:
        rig.until_at_work("paper" if "paper" in service else "mail")
        with rig.site.killed(service):
            pass
    began = time.monotonic()
    ordering.join()
    rig.until_done("mail", 150)
    rig.until_done("paper", 60)
    took = time.monotonic() - began
    mails = rig.mails()[before:]
    letters = {mail["Message-ID"]: (mail["To"], mail.get_payload()) for mail in mails}
    anew = rig.ask("SELECT count(*) FROM tournament_job WHERE attempts > 1")[0][0]
    print(
        f"n8: {len(kills)} kills, {anew} jobs begun anew, {len(letters)} mails, {len(mails) - len(letters)} twice, "
        f"all done {took:.0f} s after the last kill"
    )
    assert len(letters) == len(set(letters.values())) == LETTERS
    assert anew and len(mails) - len(letters) <= 4 * len(kills)  # each worker for mails sends four at once


def test_n11_the_proxy_is_started_again(rig):
    """Two results a second."""
    streams, crowd = Streams(rig, STREAMS), Crowd(rig, "n11", range(2), pause=1.0)
    with streams.open():
        with crowd.there():
            crowd.wait_for(2)
            began = time.monotonic()
            with rig.site.killed("proxy"):
                pass
            streams.wait_until(lambda reader: reader.is_there and reader.came[-1] > began, 60)
            came = [reader.came[-1] - began for reader in streams.readers]
            crowd.wait_for(2)
        assert streams.waits(crowd.history)
    judge(crowd, f"{STREAMS} streams back between {min(came):.1f} and {max(came):.1f} s, none missed anything")
    assert max(came) <= 15 and max(came) - min(came) > 1
    assert not any(reader.went_back for reader in streams.readers)


def test_after_all_of_it_the_log_is_whole(rig):
    assert rig.is_whole()
    assert rig.ask("SELECT kind, state FROM tournament_job WHERE state NOT IN ('done', 'queued')") == []
