"""The photograph of a claim, the time for appeals, whether a claim came in time, throws out of turn, exclusion in a record."""

import io
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games.models import Game
from games.recording.actions import add_line, open_game, report_end
from games.recording.game import sheet
from games.recording.queries import latest_game, recorder, throw_at
from referee.appeals.actions import set_terms
from referee.claims.actions import set_photo
from referee.models import Claim
from referee.rulings.actions import revoke_ruling, sign_ruling
from tests.referee.conftest import MISSED, surely
from tests.tournament.evening import refused
from tournament.core import files
from tournament.core.actors import SYSTEM, Actor
from tournament.core.bucket import StoreError
from tournament.erasing.actions import erase_person
from tournament.models import Report, Stage

pytestmark = pytest.mark.slow

CAMERA = b"Camera of Gero"


def a_photo(kind="JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (3000, 2000), "#2a6").save(out, kind, exif=b"Exif\0\0" + CAMERA)
    return out.getvalue()


@pytest.fixture
def by(gero):
    return Actor(gero)


@pytest.fixture
def sign(evening, table, yellow, by):
    def act(*, by=by, **said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, **surely(said)}
        return sign_ruling(evening.tournament, by=by, **given).result

    return act


@pytest.fixture
def game(evening, table, by):
    open_game(evening.tournament, by=by, table_id=table.public_id)
    found = latest_game(table)
    add_line(found, by=by, kind="begins", colour="Y")
    return found


# The photograph


@pytest.fixture
def sent(sign, evening, gero, signed_in):
    """A browser that has sent a photograph, and the claim."""
    claim = sign().claim
    browser = signed_in(gero)
    upload = SimpleUploadedFile("board.jpg", a_photo(), "image/jpeg")
    browser.post(at("ruling_photo_set", claim), {"photo": upload, "seen": ""})
    claim.refresh_from_db()
    return browser, claim


def at(route, claim) -> str:
    return reverse(route, args=[claim.tournament.public_id, claim.number])


def test_a_photograph_is_written_anew_and_shown_to_referees_only(sent, evening):
    browser, claim = sent
    shown = browser.get(at("ruling_photo", claim))
    assert shown["Content-Type"] == "image/jpeg" and CAMERA not in shown.content
    assert Image.open(io.BytesIO(shown.content)).size == (1600, 1067)
    assert at("ruling_photo", claim) in browser.get(at("ruling", claim)).content.decode()
    assert Client().get(at("ruling_photo", claim)).status_code in (302, 404)
    assert evening.tournament.stream.log.last().data == {"claim": claim.number, "photo": claim.photo}


def test_a_ruling_is_read_while_the_store_of_its_photograph_is_away(sent, monkeypatch):
    browser, claim = sent

    def away(_name):
        raise StoreError("does not answer")

    monkeypatch.setattr(files, "is_kept", away)
    assert at("ruling_photo", claim) in browser.get(at("ruling", claim)).content.decode()
    assert browser.get(at("ruling_photo", claim)).status_code == 503


def test_what_is_no_photograph_is_refused(sent):
    browser, claim = sent
    for content in (b"<svg/>", b"", b"GIF89a" + b"\0" * 40):
        upload = SimpleUploadedFile("board.jpg", content, "image/jpeg")
        browser.post(at("ruling_photo_set", claim), {"photo": upload, "seen": claim.photo})
    assert Claim.objects.get().photo == claim.photo


def test_a_removed_photograph_is_gone_from_the_disk(sent, django_capture_on_commit_callbacks):
    browser, claim = sent
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(at("ruling_photo_set", claim), {"to": "remove", "seen": claim.photo})
    assert Claim.objects.get().photo == "" and not files.is_kept(claim.photo)
    assert browser.get(at("ruling_photo", claim)).status_code == 404


def test_two_who_change_the_photograph_do_not_overwrite_each_other(sent, by):
    _browser, claim = sent
    with refused("photo_changed"):
        set_photo(claim.tournament, by=by, number=claim.number, photo="", seen="")


@pytest.mark.parametrize("is_shared", [False, True])
def test_who_is_forgotten_is_forgotten_in_the_photograph_too(
    sent, sign, yellow, by, django_capture_on_commit_callbacks, is_shared
):
    _browser, claim = sent
    kept, club = claim.photo, yellow.tournament.club
    if is_shared:  # the same bytes at a claim against somebody else
        neighbour = _neighbour(claim)
        theirs = MISSED["position"].replace("Y 0", f"{neighbour.colour} 0")
        other = sign(against=neighbour.entry.public_id, facts={**MISSED, "position": theirs, "played": "--"}).claim
        set_photo(other.tournament, by=by, number=other.number, photo=kept, seen="")
    with django_capture_on_commit_callbacks(execute=True):
        erase_person(club, by=SYSTEM, person_id=yellow.person.public_id)
    claim.refresh_from_db()
    assert claim.photo == ""
    assert files.is_kept(kept) == is_shared


def _neighbour(claim):
    return claim.table.seats.exclude(entry=claim.against).first()


# Time


def test_the_time_for_appeals_is_the_organisers(sign, evening, as_yara, by):
    with refused("not_allowed"):
        set_terms(evening.tournament, by=by, minutes=5)
    with refused("minutes"):
        set_terms(evening.tournament, by=as_yara, minutes=0)
    set_terms(evening.tournament, by=as_yara, minutes=5)
    until = sign().appeal_until - timezone.now()
    assert timedelta(minutes=4) < until <= timedelta(minutes=5)


def test_the_page_sets_the_time(evening, desk):
    desk.post(reverse("referee_terms", args=[evening.tournament.public_id]), {"minutes": "45"})
    page = desk.get(reverse("referee", args=[evening.tournament.public_id]))
    assert page.context["minutes"] == 45


def test_a_claim_is_in_time_until_the_player_after_next_has_thrown(sign, game, by):
    add_line(game, by=by, kind="ruled", position=MISSED["position"])
    add_line(game, by=by, kind="throw", roll="1", played="5-6")
    number = throw_at(game).number
    in_time = sign(throw=number, is_otherwise=True).claim
    assert in_time.is_in_time is True
    revoke_ruling(in_time.tournament, by=by, number=in_time.number, seen=1, reason="Asked again later")
    for _ in range(2):
        add_line(game, by=by, kind="throw", roll="1", played=sheet_move(game))
    assert sign(throw=number, is_otherwise=True).claim.is_in_time is False
    assert sign().claim.is_in_time is None


def test_every_throw_that_can_be_claimed_is_offered(game, by, table, gero, signed_in):
    add_line(game, by=by, kind="ruled", position=MISSED["position"])
    add_line(game, by=by, kind="throw", roll="4", played="5-9")
    add_line(game, by=by, kind="throw", roll="1", played=sheet_move(game))
    url = reverse("claim", args=[table.tournament.public_id, table.public_id])
    browser = signed_in(gero)
    page = browser.get(url).content.decode()
    assert all(f'href="?throw={n}"' in page for n in (1, 2))
    earlier = browser.get(f"{url}?throw=1")
    assert earlier.context["fields"]["played"] == "5x9" and earlier.context["went_on"]
    assert not browser.get(url).context["went_on"]


def sheet_move(game) -> str:
    found = sheet(game)
    permitted = found.rules.permitted(found.position, 1)
    return permitted[0].text if permitted else "--"


def test_a_late_claim_leaves_the_position_unless_the_referee_says_otherwise(game, by, table, gero, signed_in):
    add_line(game, by=by, kind="ruled", position=MISSED["position"])
    add_line(game, by=by, kind="throw", roll="1", played="5-6")
    number = throw_at(game).number
    url = f"{reverse('claim', args=[table.tournament.public_id, table.public_id])}?throw={number}"
    browser = signed_in(gero)
    assert "board" not in browser.get(url).context["fields"]
    for _ in range(2):
        add_line(game, by=by, kind="throw", roll="1", played=sheet_move(game))
    fields = browser.get(url).context["fields"]
    assert fields["board"] == "as_is" and fields["deviation"]


# Out of turn


@pytest.fixture
def out_of_turn(game, by):
    add_line(game, by=by, kind="throw", colour="R", roll="6", played="B-1")
    return game


def test_a_throw_out_of_turn_is_judged_on_the_spot(out_of_turn):
    state = recorder(out_of_turn)
    assert state.phase == "irregular" and state.said.verdict == "void" and not state.as_played
    assert len(state.said.sentences) == 2 and state.said.position == throw_at(out_of_turn).before


def test_handing_on_after_a_6_cites_rule_7(game, by):
    add_line(game, by=by, kind="throw", roll="6", played="B-1")
    add_line(game, by=by, kind="throw", colour="G", roll="2", played="--")
    assert "7" in " ".join(recorder(game).said.sentences)


def test_the_claim_page_says_who_threw_out_of_turn_and_signing_puts_the_record_right(
    out_of_turn, table, gero, signed_in
):
    url = reverse("claim", args=[table.tournament.public_id, table.public_id])
    browser = signed_in(gero)
    page = browser.get(url)
    red = table.seats.get(colour="R").entry.public_id
    assert (page.context["thrower"], page.context["offence_code"]) == (red, "turn")
    assert page.context["by_turn"].sentences[0] in page.content.decode()
    asked = throw_at(out_of_turn)
    said = {"what": "conduct", "against": red, "offence": "turn", "throw": asked.number, "action_id": "abcdefgh12"}
    browser.post(url, said)
    assert recorder(out_of_turn).phase == "throw" and recorder(out_of_turn).position == asked.before


def test_where_play_went_on_from_a_throw_out_of_turn_the_page_says_that_the_record_stays(
    out_of_turn, by, table, gero, signed_in
):
    asked = throw_at(out_of_turn)
    add_line(out_of_turn, by=by, kind="ruled", position=asked.before)
    add_line(out_of_turn, by=by, kind="throw", roll="1", played="--")
    before, browser = out_of_turn.lines.count(), signed_in(gero)
    url = reverse("claim", args=[table.tournament.public_id, table.public_id])
    assert "die Aufzeichnung bleibt, wie sie ist" in browser.get(url, {"throw": asked.number}).content.decode()
    red = table.seats.get(colour="R").entry.public_id
    said = {"what": "conduct", "against": red, "offence": "turn", "throw": asked.number, "action_id": "abcdefgh12"}
    browser.post(url, said)
    assert Claim.objects.get().throw == asked.number and out_of_turn.lines.count() == before


# Exclusion


def test_an_exclusion_takes_the_pieces_off_a_running_record(sign, game, evening, as_yara):
    before = recorder(game).position
    sign(facts=None, offence="upset", measure="exclusion")
    assert (game.lines.last().kind, game.lines.last().colour) == ("excluded", "Y")
    assert "Y:" not in recorder(game).position
    revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Not on purpose")
    assert recorder(game).position == before


@pytest.mark.parametrize("by_count", [False, True])
def test_an_excluded_player_is_last_in_the_report_of_the_recorded_end(sign, game, by, table, by_count):
    """Also where the board is counted, on which no pieces of theirs stand."""
    if by_count:
        counting = {**table.round.stage.scheme, "by_count": True}
        Stage.objects.filter(pk=table.round.stage_id).update(scheme=counting, unfinished="fields")
    sign(facts=None, offence="upset", measure="exclusion")
    add_line(game, by=by, kind="ruled", position="4 G:a,b,c,d R:B,B,B,B K:a,b,c,5 R 0")
    add_line(game, by=by, kind="ruled", position="4 G:a,b,c,d R:B,B,B,B K:a,b,c,d R 0")
    assert report_end(Game.objects.get(pk=game.pk), by=by)
    places = {colour: said["place"] for colour, said in Report.objects.get().places.items()}
    assert places == {"G": 1, "K": 2, "R": 3, "Y": 4}
