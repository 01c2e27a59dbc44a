"""What a phone fetches so that it can judge and open pages by itself."""

import io
import json
import tarfile
from pathlib import Path

import pytest
from django.urls import reverse

from deploy.site import static
from games.engine.protocol import Desk
from games.engine.records.stepping import STEPS, next_state
from games.engine.rules import speech
from games.recording.on_phone import KEEP
from referee.phone import parcel, pyodide
from tests.pseudo import CODE, pseudo, write_catalogues


def unpacked(folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(parcel.parcel()), mode="r:gz") as packed:
        packed.extractall(folder, filter="data")


def test_the_parcel_holds_the_engine_and_nothing_of_django(tmp_path):
    unpacked(tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    code = "\n".join((tmp_path / name).read_text() for name in names if name.endswith(".py"))
    assert {"games/engine/rules/turnier.py", "games/engine/records/stepping.py", "referee/judging/sheet.py"} <= names
    assert {
        f"{package}/locale/de/LC_MESSAGES/engine.mo" for package in ("games/engine/rules", "referee/judging")
    } <= names
    assert "django" not in code.lower().replace("no django", "").replace("without django", "")


def test_the_parcel_runs_alone(tmp_path):
    import subprocess
    import sys

    unpacked(tmp_path)
    script = (
        "import sys; sys.path.insert(0, '.')\n"
        "from games.engine.protocol import Desk\n"
        "from games.engine.records.stepping import next_state\n"
        "from referee.judging.protocol import OPS\n"
        "print(Desk({**OPS, 'next': next_state}).answer(sys.stdin.buffer.readline()))"
    )
    asked = {"op": "sheet", "rules": "turnier", "position": MISSED, "roll": 4, "played": "20-24"}
    run = [sys.executable, "-I", "-c", script]
    done = subprocess.run(run, cwd=tmp_path, input=json.dumps(asked).encode(), capture_output=True, check=True)
    sheet = json.loads(done.stdout)
    assert sheet["verdict"] == "void"
    assert sheet["title"]["de"] == "ungültig"


def answered_by_the_worker(folder: Path, asked: dict[str, object]) -> str:
    """What the Python that stands in the script answers, word for word, of the parcel alone."""
    import subprocess
    import sys

    unpacked(folder)
    worker = Path(parcel.ROOT, "referee/static/referee/engine-worker.js").read_text()
    script = worker.partition("runPython(`")[2].partition("`)")[0].replace("/augengenau", str(folder))
    *lines, answers = script.strip().splitlines()
    program = "\n".join([*lines, f"answer = {answers}", f"print(answer({json.dumps(asked)!r}))"])
    return subprocess.run(
        [sys.executable, "-I", "-c", program], cwd=folder, capture_output=True, check=True
    ).stdout.decode()


def test_the_worker_of_the_page_starts_what_is_in_the_parcel(tmp_path):
    assert "turnier" in answered_by_the_worker(tmp_path, {"op": "rules"})


def test_a_phone_speaks_the_languages_that_were_added(tmp_path):
    write_catalogues(tmp_path / "locale")
    speech.add_catalogues(tmp_path / "locale")
    parcel.parcel.cache_clear()
    try:
        asked = {"op": "sheet", "rules": "turnier", "position": MISSED, "roll": 4, "played": "20-24", "language": CODE}
        sheet = json.loads(answered_by_the_worker(tmp_path / "phone", asked))
    finally:
        speech.drop_catalogues(tmp_path / "locale")
        parcel.parcel.cache_clear()
    assert sheet["words"][CODE] and sheet["title"][CODE] == pseudo("void")


def test_the_parcel_is_small(monkeypatch):
    """With the book at most what a phone in a hall can be asked to fetch; without it what it was before."""
    assert len(parcel.parcel()) < 300_000
    monkeypatch.setattr(parcel, "PACKAGES", [name for name in parcel.PACKAGES if name != "referee/commentary"])
    assert len(parcel.parcel.__wrapped__()) < 120_000


def test_a_phone_finds_cases_like_a_throw_by_itself(tmp_path):
    asked = {"op": "alike", "rules": "turnier", "position": MISSED, "roll": 4, "played": "20-24"}
    found = json.loads(answered_by_the_worker(tmp_path, asked))["cases"]
    assert {case["number"].rpartition(" ")[0] for case in found} <= {"T 10", "T 11"}
    assert len(found) == 3 and all(case["why"]["de"] for case in found)


def test_the_same_files_give_the_same_parcel():
    assert parcel.parcel() == parcel.parcel.__wrapped__()


MISSED = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0"


def test_what_a_phone_fetches_has_an_address_that_never_changes_its_content(client):
    answer = client.get(reverse("phone_engine", args=[parcel.fingerprint()]))
    assert answer.content == parcel.parcel() and "immutable" in answer["Cache-Control"]
    assert client.get(reverse("phone_engine", args=["0" * 16])).status_code == 404
    assert client.get(reverse("phone_python", args=[pyodide.VERSION, "settings.py"])).status_code == 404
    assert client.get(reverse("phone_python", args=["1.0", "pyodide.mjs"])).status_code == 404


@pytest.mark.skipif(not pyodide.is_there(), reason="Python for phones is not there: python -m referee.phone.pyodide")
def test_python_comes_compressed_only_to_who_can_read_it(client):
    address = reverse("phone_python", args=[pyodide.VERSION, "pyodide.mjs"])
    plain, packed = client.get(address), client.get(address, HTTP_ACCEPT_ENCODING="br, gzip")
    assert plain["Content-Type"] == packed["Content-Type"] == "text/javascript"
    assert "Content-Encoding" not in plain and packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content)


def test_the_description_says_nothing_of_a_tournament(client, tournament):
    there = client.get(reverse("phone_manifest", args=[tournament.public_id, "referee"]))
    assert there["Content-Type"] == "application/manifest+json"
    assert there.json()["start_url"] == reverse("referee", args=[tournament.public_id])
    assert client.get(reverse("phone_manifest", args=["nothere", "referee"])).status_code == 200
    assert client.get(reverse("phone_manifest", args=["nothere", "desk"])).status_code == 404


def test_only_pages_of_referees_and_recorders_are_kept_and_only_for_their_reader(tournament, yara, signed_in, client):
    browser = signed_in(yara)
    for name in ("referee", "recording"):
        assert browser.get(reverse(name, args=[tournament.public_id]))[KEEP] == yara.public_id
    assert KEEP not in browser.get(reverse("desk_tournament", args=[tournament.public_id]))
    assert KEEP not in browser.get(reverse("referee", args=[tournament.public_id]), HTTP_HX_REQUEST="true")
    assert KEEP not in client.get(reverse("referee", args=[tournament.public_id]))


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("referee/engine-worker.0a1b.js", static.RUNS_PYTHON),
        ("referee/keeper.0a1b.js", static.KEEPS_PAGES),
        ("games/recorder.0a1b.js", static.CLOSED),
        ("tournament/img/logo.svg", static.CLOSED),
    ],
)
def test_a_file_opened_by_itself_may_nothing(name, policy):
    headers: dict[str, str] = {}
    static.fence(headers, "", f"/static/{name}")
    assert headers["Content-Security-Policy"] == policy
    assert ("Service-Worker-Allowed" in headers) == ("keeper" in name)


def asked(played: str, roll: str = "4", position: str = MISSED) -> dict:
    line = json.dumps({"op": "next", "rules": "turnier", "position": position, "roll": roll, "played": played})
    return json.loads(Desk({"next": next_state}).answer(line.encode()))


def test_the_phone_works_out_what_comes_next_as_the_server_does():
    after = asked("5x9")
    assert after["permitted"] and after["mover"] == "G" and "Y:B,B,9,20" in after["position"]
    assert [choice["roll"] for choice in after["choices"]] == list("123456")
    assert asked("5-9")["position"] == after["position"]
    assert asked("20-24") == {"permitted": False}  # a capture came first
    assert asked("--") == {"permitted": False}
    assert asked("--", "4", "4 Y:B,B,B,B G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0")["throws"] == 1
    assert "error" in asked("5x9", "7")


def first(**said) -> dict:
    start = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    asked = {
        "op": "first",
        "rules": "turnier",
        "position": start,
        "colours": "YGRK",
        "thrown": "",
        "begins": "",
        **said,
    }
    return json.loads(Desk(STEPS).answer(json.dumps(asked).encode()))


@pytest.mark.parametrize(
    ("thrown", "throwing"),
    [("", "YGRK"), ("Y2", "GRK"), ("Y5 G5 R1 K2", "YG"), ("Y5 G5 R1 K2 Y3", "G"), ("Y1 G1 R1 K1", "YGRK")],
)
def test_the_phone_knows_who_still_throws_for_the_first_move(thrown, throwing):
    assert first(thrown=thrown) == {"throwing": list(throwing)}


@pytest.mark.parametrize("thrown", ["Y", "Y7", "Y²", "Y٣", "Yx", "Y55", "Y" + "9" * 5000])
def test_a_first_throw_that_no_die_shows_is_refused_in_words(thrown):
    assert first(thrown=thrown, id=7)["error"]["sentence"] == "thrown is colours and their dice, as Y5 G2"


def test_the_phone_knows_who_begins_and_what_the_first_throw_allows():
    for said in ({"thrown": "Y5 G5 R1 K2 Y3 G4"}, {"begins": "G"}):
        state = first(**said)
        assert (state["throwing"], state["mover"], state["position"].split()[-2]) == ([], "G", "G")
        assert [choice["roll"] for choice in state["choices"]] == list("123456")
