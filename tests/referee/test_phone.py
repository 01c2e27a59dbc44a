"""What a phone fetches so that it can judge and open pages by itself."""

import io
import json
import zipfile

import pytest
from django.urls import reverse

from deploy import phone, static
from games.kept import KEEP
from games.protocol import Desk
from games.stepping import STEPS, next_state
from referee.phone import parcel


def test_the_parcel_holds_the_engine_and_nothing_of_django(tmp_path):
    with zipfile.ZipFile(io.BytesIO(parcel.parcel())) as packed:
        names = packed.namelist()
        code = "\n".join(packed.read(name).decode() for name in names if name.endswith(".py"))
    assert {"games/rules/turnier.py", "games/stepping.py", "referee/judging/sheet.py"} <= set(names)
    assert "django" not in code.lower().replace("no django", "").replace("without django", "")


def test_the_parcel_runs_alone(tmp_path):
    import subprocess
    import sys

    zipfile.ZipFile(io.BytesIO(parcel.parcel())).extractall(tmp_path)
    script = (
        "import sys; sys.path.insert(0, '.')\n"
        "from games.protocol import Desk\nfrom games.stepping import next_state\nfrom referee.judging.protocol import OPS\n"
        "print(Desk({**OPS, 'next': next_state}).answer(sys.stdin.buffer.readline()))"
    )
    asked = {"op": "sheet", "rules": "turnier", "position": MISSED, "roll": 4, "played": "20-24"}
    run = [sys.executable, "-I", "-c", script]
    done = subprocess.run(run, cwd=tmp_path, input=json.dumps(asked).encode(), capture_output=True, check=True)
    assert json.loads(done.stdout)["verdict"] == "void"


MISSED = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0"


def test_what_a_phone_fetches_has_an_address_that_never_changes_its_content(client):
    answer = client.get(reverse("phone_engine", args=[parcel.fingerprint()]))
    assert answer.content == parcel.parcel() and "immutable" in answer["Cache-Control"]
    assert client.get(reverse("phone_engine", args=["0" * 16])).status_code == 404
    assert client.get(reverse("phone_python", args=[phone.VERSION, "settings.py"])).status_code == 404
    assert client.get(reverse("phone_python", args=["1.0", "pyodide.mjs"])).status_code == 404


@pytest.mark.skipif(not phone.is_there(), reason="Python for phones is not there: python -m deploy.phone")
def test_python_comes_compressed_only_to_who_can_read_it(client):
    address = reverse("phone_python", args=[phone.VERSION, "pyodide.mjs"])
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


def test_the_phone_knows_who_begins_and_what_the_first_throw_allows():
    for said in ({"thrown": "Y5 G5 R1 K2 Y3 G4"}, {"begins": "G"}):
        state = first(**said)
        assert (state["throwing"], state["mover"], state["position"].split()[-2]) == ([], "G", "G")
        assert [choice["roll"] for choice in state["choices"]] == list("123456")
