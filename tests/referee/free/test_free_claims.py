"""A claim at a game outside every tournament: a recorded throw judged, signed, in the record; revoked."""

import re
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.recording.actions import add_line
from games.recording.game import sheet
from referee.free.actions import revoke_free_ruling, sign_free_ruling
from referee.models import FreeRuling
from tests.conftest import browser_of, make_account
from tests.games.free.test_begin import begin, helper
from tournament.core.actors import SYSTEM
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.erasing.actions import erase_person
from tournament.models import Account, LogEntry, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club):
    """With compulsory capture; Yellow stands at 5 and 10, and could have captured with the piece on 5."""
    game = begin(club, "Y", "G", options={"forced_capture": True})
    add_line(game, by=SYSTEM, kind="begins", colour="Y")
    add_line(game, by=SYSTEM, kind="ruled", position="4 Y:B,B,5,20 G:B,B,8,30 Y 0")
    add_line(game, by=SYSTEM, kind="throw", roll="3", played="20-23")
    return game


def position(game):
    return sheet(game).rules.write(sheet(game).position)


def test_the_verdict_is_judged_and_the_record_follows(game, club, tournament):
    by = helper(club, tournament, "referee")
    ruling = sign_free_ruling(game, by=by, throw=1, words="Gesehen.").result
    assert ruling.verdict["verdict"] == "penalised" and ruling.verdict["sent_back"] == "Y5"
    assert position(game) == ruling.position == "4 Y:B,B,B,23 G:B,B,8,30 G 0"
    assert LogEntry.objects.get(code="free_ruling.signed").role == "referee"
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())


def test_one_throw_has_one_ruling_in_force(game):
    sign_free_ruling(game, by=SYSTEM, throw=1)
    with pytest.raises(Refused, match="Entscheidung 1"):
        sign_free_ruling(game, by=SYSTEM, throw=1)
    revoke_free_ruling(game, by=SYSTEM, number=1, reason="Doch nicht.")
    assert sheet(game).replay.stopped  # the irregular throw is open again
    assert sign_free_ruling(game, by=SYSTEM, throw=1, board="as_is").result.number == 2
    assert position(game) == "4 Y:B,B,5,23 G:B,B,8,30 G 0"


def test_what_is_not_there_cannot_be_ruled_or_revoked(game):
    with pytest.raises(Stale):
        sign_free_ruling(game, by=SYSTEM, throw=7)
    with pytest.raises(Refused):
        sign_free_ruling(game, by=SYSTEM, throw=1, measure="points")
    with pytest.raises(Stale):
        revoke_free_ruling(game, by=SYSTEM, number=1, reason="!")
    assert not FreeRuling.objects.exists()


@pytest.mark.parametrize("role", ["viewer", "desk"])
def test_only_referees_sign(game, club, tournament, role):
    with pytest.raises(NotAllowed):
        sign_free_ruling(game, by=helper(club, tournament, role), throw=1)


def test_from_the_recorder_to_the_ruling_and_back_by_the_pages(game, club, yara):
    browser = browser_of(yara)
    recorder = f"/desk/clubs/{club.public_id}/games/{game.public_id}/"
    claim = f"/referee/clubs/{club.public_id}/games/{game.public_id}/claim/"
    assert claim in browser.get(recorder).content.decode()
    page = browser.get(claim).content.decode()
    assert ("Yara Yilmaz" in page and "20-23" in page) or "20 – 23" in page
    signed = browser.post(claim, {"throw": "1", "measure": "warning", "board": "verdict", "words": "Gesehen."})
    assert signed.status_code == 302, signed.content.decode()
    ruling = browser.get(signed.url).content.decode()
    assert recorder in ruling and "Gesehen." in ruling
    assert browser.post(claim, {"throw": "1"}).status_code == 400
    browser.post(signed.url, {"reason": "Irrtum."})
    assert FreeRuling.objects.get().revoked_because == "Irrtum."
    assert "Irrtum." in browser.get(signed.url).content.decode()


def test_the_rules_of_this_game_are_said_on_its_own_page(game, club, yara):
    page = browser_of(yara).get(f"/c/{club.public_id}/games/{game.public_id}/rules/").content.decode()
    assert "Schlagzwang" in page or "Schlagen ist Pflicht" in page


@pytest.mark.parametrize("rules", ["classic", "turnier"])
def test_the_rules_of_a_game_with_two_colours_each_say_how_it_is_played(club, yara, rules):
    def said(*colours, **options):
        of = begin(club, *colours, rules=rules, options=options).public_id
        return browser_of(yara).get(f"/c/{club.public_id}/games/{of}/rules/").content.decode()

    double, winner = said("YR", "GK"), said("YR", "GK", play_on="winner")
    for page in (double, winner):
        assert all(one in page for one in ("Je zwei Farben", "zwei gegenüberliegende Farben", "Keine Farbe hilft"))
        assert "vier Figuren einer Farbe" not in page and "vier Figuren im Ziel hat, gewinnt" not in page
    assert "um einen eigenen Platz" in double and "um einen eigenen Platz" not in winner
    single = said("Y", "G", "R", "K")
    assert "Je zwei Farben" not in single and (rules == "turnier" or "vier Figuren im Ziel hat, gewinnt" in single)


def test_words_about_somebody_go_when_they_are_erased(game, club, as_yara):
    sign_free_ruling(game, by=SYSTEM, throw=1, words="Hat es übersehen.")
    erase_person(club, by=as_yara, person_id=Person.objects.get(given_name="Yara").public_id)
    assert FreeRuling.objects.get().words == ""


FORGED = [
    ({"measure": "warning"}, "not as it was judged"),
    ({"board": "as_is"}, "not as it was judged"),
    ({"position": "4 Y:B,B,5,23 G:B,B,8,30 G 0"}, "not as it was judged"),
    ({"verdict": {"verdict": "regular", "broken": []}}, "not as it was judged"),
    ({"facts": {}}, "not as it was judged"),
    ({"verdict": {}}, "not as it was judged"),
    ({"verdict": []}, "not as it was judged"),
    ({"throw": 2}, "not as it was judged"),
    ({"colour": "G"}, "not as it was judged"),
    ({"is_in_time": False}, "not as it was judged"),
    ({"signed_at": datetime(2026, 1, 1, tzinfo=UTC)}, "not as it was judged"),
    ({"words": "Nichts gesehen."}, "its words are not those"),
    ({"revoked_at": datetime(2026, 1, 1, tzinfo=UTC)}, "whether it was revoked"),
    ({"number": 7}, "ruling 1 is gone"),
]


@pytest.mark.parametrize(("forged", "said"), FORGED, ids=lambda each: "-".join(each) if isinstance(each, dict) else "")
def test_what_is_changed_past_the_program_is_named(game, club, tournament, forged, said):
    sign_free_ruling(game, by=helper(club, tournament, "referee"), throw=1, words="Gesehen.")
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())
    assert said in told_after(forged)


def test_neither_another_hand_nor_a_ruling_revoked_past_the_program_is_missed(game, club, tournament):
    sign_free_ruling(game, by=helper(club, tournament, "referee"), throw=1)
    assert "signed by somebody else" in told_after({"signed_by": make_account("gero")})
    FreeRuling.objects.update(signed_by=Account.objects.get(login="referee"))
    revoke_free_ruling(game, by=SYSTEM, number=1, reason="Doch nicht.")
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())
    assert "its words are not those" in told_after({"revoked_because": "Vergessen."})
    assert "whether it was revoked" in told_after({"revoked_at": None, "throw": 2})
    FreeRuling.objects.all().delete()
    assert "ruling 1 is gone" in told_after({})


def told_after(forged):
    told = StringIO()
    FreeRuling.objects.update(**forged)
    with pytest.raises(CommandError):
        call_command("verify_tournament", stdout=StringIO(), stderr=told)
    return told.getvalue()


SEEN = {"position": "4 Y:B,B,5,20 G:B,B,8,30 Y 0", "roll": 3, "played": "20-23", "touched": "20"}


def by_hand_at(club, game):
    return f"/referee/clubs/{club.public_id}/games/{game.public_id}/claim/by-hand/"


def test_a_throw_that_nobody_wrote_down_is_judged_and_changes_no_record(game, club, tournament):
    before, lines = position(game), game.lines.count()
    ruling = sign_free_ruling(game, by=helper(club, tournament, "referee"), facts=SEEN, words="Gesehen.").result
    assert (ruling.throw, ruling.colour, ruling.is_in_time) == (None, "Y", None)
    assert ruling.verdict["sent_back"] == "Y5" and ruling.verdict["by_hand"]
    assert ruling.facts["options"] == game.options and ruling.position == "4 Y:B,B,B,23 G:B,B,8,30 G 0"
    assert position(game) == before and game.lines.count() == lines
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())
    revoke_free_ruling(game, by=SYSTEM, number=1, reason="Doch nicht.")
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())
    assert position(game) == before and "not as it was judged" in told_after({"facts": {**ruling.facts, "roll": 4}})


def test_the_same_is_claimed_twice_by_hand_and_a_recorded_throw_once_beside_it(game):
    for facts in (SEEN, {**SEEN, "played": "5x8"}):
        sign_free_ruling(game, by=SYSTEM, facts=facts)
    assert sign_free_ruling(game, by=SYSTEM, throw=1).result.number == 3
    with pytest.raises(Refused, match="Entscheidung 3"):
        sign_free_ruling(game, by=SYSTEM, throw=1)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "free_ruling_about"),
        ({"throw": 1, "facts": SEEN}, "free_ruling_about"),
        ({"facts": {**SEEN, "position": "4 Y:B,B,5,20 R:B,B,8,30 Y 0"}}, "free_position"),
        ({"facts": {**SEEN, "position": "4 Y:B,B,5,20 G:B,B,8,30 R:B,B,B,B Y 0"}}, "free_position"),
        ({"facts": {"played": "20-23"}}, "facts"),
        ({"facts": SEEN, "measure": "exclusion"}, "free_ruling"),
        ({"facts": SEEN, "board": "replay"}, "free_ruling"),
    ],
    ids=str,
)
def test_what_cannot_be_a_throw_of_this_game_is_refused_with_the_reason(game, said, code):
    with pytest.raises(Refused) as refused:
        sign_free_ruling(game, by=SYSTEM, **said)
    assert refused.value.code == code and not FreeRuling.objects.exists()


def test_the_piece_that_goes_back_is_chosen_with_and_without_a_record(club, yara):
    game = begin(club, "Y", "G", options={"forced_capture": True})
    before = "4 Y:B,5,20,33 G:B,B,8,23 Y 0"
    said = {"position": before, "roll": 3, "played": "33-36"}
    for choice, back in (("5", "Y5"), ("20", "Y20")):
        assert sign_free_ruling(game, by=SYSTEM, facts={**said, "choice": choice}).result.verdict["sent_back"] == back
    add_line(game, by=SYSTEM, kind="begins", colour="Y")
    add_line(game, by=SYSTEM, kind="ruled", position=before)
    add_line(game, by=SYSTEM, kind="throw", roll="3", played="33-36")
    claim, browser = f"/referee/clubs/{club.public_id}/games/{game.public_id}/claim/", browser_of(yara)
    page = browser.get(f"{claim}?throw=1&choice=5").content.decode()
    assert "Welche Figur geht zurück?" in page and 'name="choice" value="5"' in page
    assert 'name="choice" value="20"' in browser.get(f"{claim}?throw=1").content.decode()
    assert "5, 20" in browser.get(f"{claim}?throw=1&choice=33").content.decode()  # that one missed nothing
    signed = browser.post(claim, {"throw": "1", "choice": "5", "board": "verdict", "measure": "note"})
    assert signed.status_code == 302 and FreeRuling.objects.first().verdict["sent_back"] == "Y5"
    assert position(game) == "4 Y:B,B,20,36 G:B,B,8,23 G 0"


def test_by_the_pages_it_is_set_up_judged_and_signed_without_scripts_and_by_a_phone_s_queue(club, yara):
    bare, browser = begin(club, "Y", "G", options={"forced_capture": True}), browser_of(yara)
    here = by_hand_at(club, bare)
    claim = browser.get(here.removesuffix("by-hand/")).content.decode()
    assert "nicht mitgeschrieben" in claim and 'href="by-hand/"' in claim
    page = browser.get(here)
    assert page["Phone-Keep"] == yara.public_id and "Yara Yilmaz" in page.content.decode()
    typed = {**{name: str(value) for name, value in SEEN.items()}, "against": "Y", "board": "verdict"}
    looked = browser.post(here, {**typed, "to": "judge"}).content.decode()
    assert "Schlagzwang" in looked and not FreeRuling.objects.exists()
    judged = browser.post(here.replace("by-hand", "judge"), {**typed, "board": "as_is"}).json()
    assert judged["sent_back"] == "Y5" and judged["after"]
    assert browser.post(here.replace("by-hand", "judge"), {**typed, "board": "replay"}).status_code == 422
    assert browser.post(here, {**typed, "position": "4 Y:B,B,5,5 G:B,B,8,30 Y 0"}).status_code == 422
    signed = browser.post(here, {**typed, "words": "Gesehen."})
    shown = browser.get(signed.url).content.decode()
    assert "Von Hand eingegeben" in shown and "Gesehen." in shown
    later = {**typed, "board": "as_is", "measure": "warning", "action_id": "aaaaaaaaaaaaaaaaaaaaaaaa"}
    for _again in range(2):  # a phone that got no answer sends it again
        answer = browser.post(here, later, content_type="application/json")
        assert answer.status_code == 200 and answer.json()["url"].endswith("/rulings/2/")
    assert FreeRuling.objects.first().position == "4 Y:B,B,5,23 G:B,B,8,30 G 0" and FreeRuling.objects.count() == 2
    assert browser.post(here, {**later, "roll": "x"}, content_type="application/json").status_code == 422


def test_nor_does_it_change_the_board(club):
    game = begin(club, "Y", "K", rules="classic6", board="4")
    with pytest.raises(Refused, match="anderen Brett"):
        sign_free_ruling(game, by=SYSTEM, facts={**SEEN, "position": "6 Y:B,B,5,20 K:B,B,8,30 Y 0"})


@pytest.mark.parametrize("role", ["viewer", "desk"])
def test_only_referees_enter_one_by_hand(game, club, tournament, role):
    with pytest.raises(NotAllowed):
        sign_free_ruling(game, by=helper(club, tournament, role), facts=SEEN)


BOOKS = {
    "turnier": ("4 Y:B,5,20,30 G:B,B,8,25 R:B,B,B,15 K:B,B,B,40 Y 0", 3, "20-23", ("Y", "G", "R", "K"), {}),
    "classic6": ("6 Y:B,5,20,30 K:B,B,8,26 Y 0", 3, "5x8", ("Y", "K"), {}),
    "mauer": ("M Y:B,B,12,d G:B,B,B,B Y 0", [2, 5], "12+2=14", ("Y", "G"), {}),
    "classic": (
        "4 Y:B,B,5,20 G:B,B,8,30 R:B,B,B,27 K:B,B,B,12 Y 0",
        3,
        "K:12-15",
        ("Y", "G", "R"),
        {"neutral": "K", "forced_capture": True},
    ),
}


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_is_judged_by_hand_with_its_board_and_dice(club, yara, rules):
    before, roll, played, colours, options = BOOKS[rules]
    game = begin(club, *colours, rules=rules, options=options, board=before[0])
    page = browser_of(yara).get(by_hand_at(club, game)).content.decode()
    assert f'data-rules="{rules}"' in page and "ag-board" in page and ("data-die" in page) == (rules == "mauer")
    drawn, note, _rest = re.split(r"</svg></div>(?:<p class=\"help\">([^<]*)</p>)?", page, maxsplit=1)
    assert ("ekonstruktion" in (note or "")) == (before[0] in "6M") and "ekonstruktion" not in drawn
    ruling = sign_free_ruling(game, by=SYSTEM, facts={"position": before, "roll": roll, "played": played}).result
    assert ruling.verdict["verdict"] == {"classic6": "correct", "classic": "penalised"}.get(rules, "void")
