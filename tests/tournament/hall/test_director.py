"""Programmes by phase, several screens, notices: what the director chooses, and what then hangs in the hall."""

import io
import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournament.evening import Evening, a_club, by_number, refused, settle
from tournament.core import clock
from tournament.core.actors import SYSTEM
from tournament.hall.director.queries import directed
from tournament.hall.screen.actions import (
    MOST_NOTICES,
    MOST_SCREENS,
    add_screen,
    call_up,
    drop_notice,
    drop_screen,
    set_notice,
    set_programme,
    set_screen,
)
from tournament.hall.screen.panels import Now, now_of, panels_for, screen_of, screens_of
from tournament.hall.screen.phases import USUAL, Phase, after, phase_of
from tournament.models import LogEntry, Notice, Round, Screen
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening(a_club(), "village")
    evening.come(8)
    return evening


def now(evening: Evening) -> Now:
    evening.tournament.stream.refresh_from_db()
    return now_of(evening.tournament)


def showing(evening: Evening, screen: int = 1) -> list[str]:
    return [panel.code for panel, _found in panels_for(screen_of(evening.tournament, screen), now(evening))]


def hall(evening: Evening, **asked: object) -> str:
    return Client().get(reverse("hall", args=[evening.tournament.public_id]), asked).content.decode()


def timed(round_: Round, minutes: int, ago: int) -> None:
    """Its clock has run for so many minutes."""
    Round.objects.filter(pk=round_.pk).update(minutes=minutes, started_at=clock.now() - timedelta(minutes=ago))


def test_the_phases_of_an_evening_and_what_each_shows(evening):
    seen = []

    def look(phase: Phase) -> None:
        state = now(evening)
        assert state.phase == phase
        assert set(showing(evening)) <= {*USUAL[phase], *USUAL[Phase.LAST]}, "what the page says is usual"
        seen.append(directed(screen_of(evening.tournament), state).following)

    look(Phase.ARRIVAL)
    first, *others = evening.draw(1)
    evening.publish(first)
    look(Phase.SEATS)
    timed(first, 30, ago=5)
    look(Phase.PLAY)
    timed(first, 30, ago=31)
    look(Phase.RESULTS)
    timed(first, 30, ago=26)
    assert now(evening).is_last and directed(screen_of(evening.tournament), now(evening)).following == Phase.RESULTS
    timed(first, 30, ago=20)
    for table in first.tables.all():
        evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    look(Phase.RESULTS)
    close_round(evening.tournament, by=SYSTEM, round_id=first.pk)
    look(Phase.STANDINGS)
    for round_ in others:
        evening.play(round_, by_number)
    settle(evening, 2)
    look(Phase.STANDINGS)
    evening.publish(evening.draw(2)[0])
    look(Phase.FINALS)
    assert seen == [
        Phase.SEATS, Phase.PLAY, Phase.LAST, Phase.STANDINGS, Phase.STANDINGS, Phase.SEATS, Phase.FINALS, Phase.CEREMONY
    ]  # fmt: skip


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_is_named_has_something_and_comes_to_an_end(phase):
    assert USUAL[phase]
    way = [phase]
    while (then := after(way[-1], has_clock=True, is_last=True)) is not None:
        assert then not in way
        way.append(then)
    assert way[-1] == Phase.CEREMONY


def test_without_a_clock_the_first_result_ends_the_search_for_seats():
    facts = {"is_begun": True, "is_final": False, "is_over": False, "clock": "none", "tables": 6}
    assert phase_of(**facts, missing=6) == Phase.SEATS
    assert phase_of(**facts, missing=5) == Phase.PLAY
    assert phase_of(**facts, missing=3) == Phase.RESULTS


def test_a_programme_of_ones_own_is_shown_in_its_phase_alone(evening):
    tournament = evening.tournament
    set_notice(tournament, by=SYSTEM, title="Suppe um 12")
    set_programme(tournament, by=SYSTEM, programme={"seats": ["notice-1", "seats"], "arrival": ["notice-1"]})
    assert Screen.objects.get().programme == {"arrival": ["notice-1"], "seats": ["seats", "notice-1"]}
    assert showing(evening) == ["notice-1"] and "Suppe um 12" in hall(evening)
    first = evening.draw(1)[0]
    evening.publish(first)
    assert showing(evening) == ["seats", "notice-1"]
    timed(first, 30, ago=5)
    assert showing(evening) == ["seats", "last"], "play has its usual programme"


def test_the_last_five_minutes_may_show_something_else(evening):
    set_programme(evening.tournament, by=SYSTEM, programme={"last": ["clock", "last"]})
    first = evening.draw(1)[0]
    evening.publish(first)
    timed(first, 30, ago=5)
    page = hall(evening)
    assert showing(evening) == ["seats", "clock", "last"]
    assert page.count(" data-last>") == 2 and 'data-panel="seats" data-about' in page


def test_what_is_usual_is_not_kept_and_follows_the_moment(evening):
    usual = {phase.value: list(shows) for phase, shows in USUAL.items()}
    set_programme(evening.tournament, by=SYSTEM, programme=usual)
    assert Screen.objects.get().programme == {}
    set_programme(evening.tournament, by=SYSTEM, programme={**usual, "finals": []})
    assert Screen.objects.get().programme == {}


@pytest.mark.parametrize("programme", [{"lunch": ["seats"]}, {"play": ["secrets"]}, {"play": ["notice-1"]}])
def test_what_no_programme_can_hold(evening, programme):
    with refused("panel"):
        set_programme(evening.tournament, by=SYSTEM, programme=programme)


def test_two_screens_show_two_things_and_the_ceremony_is_on_both(evening):
    tournament = evening.tournament
    number = add_screen(tournament, by=SYSTEM, name="Eingang").result.number
    set_screen(tournament, by=SYSTEM, number=number, shows=["seats"], seconds=20, words="Hier entlang")
    first = evening.draw(1)[0]
    evening.publish(first)
    table = first.tables.first()
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    assert showing(evening, 2) == ["seats"] and "standings" in showing(evening)
    assert "Hier entlang" in hall(evening, screen=2) and "Hier entlang" not in hall(evening)
    with refused("no_end_yet"):
        call_up(tournament, by=SYSTEM, step=1)
    call_up(tournament, by=SYSTEM, step=0)
    assert set(Screen.objects.values_list("step", flat=True)) == {0}
    drop_screen(tournament, by=SYSTEM, number=2)
    assert showing(evening, 2) == showing(evening), "an address that was printed goes on"
    codes = set(LogEntry.objects.values_list("code", flat=True))
    assert {"screen.added", "screen.removed"} <= codes


def test_the_first_stays_and_there_are_not_too_many(evening):
    with refused("first_screen"):
        drop_screen(evening.tournament, by=SYSTEM, number=1)
    with refused("no_screen"):
        drop_screen(evening.tournament, by=SYSTEM, number=9)
    for n in range(2, MOST_SCREENS + 1):
        add_screen(evening.tournament, by=SYSTEM, name=f"Nr. {n}")
    with refused("most_screens"):
        add_screen(evening.tournament, by=SYSTEM, name="Noch einer")
    assert [screen.number for screen in screens_of(evening.tournament)] == list(range(1, MOST_SCREENS + 1))


def test_a_notice_is_written_changed_and_taken_away(evening):
    tournament = evening.tournament
    set_notice(tournament, by=SYSTEM, title="Kuchen", words="Zweite Tür links")
    with refused("stale"):
        set_notice(tournament, by=SYSTEM, title="Torte", number=1, version=9)
    set_notice(tournament, by=SYSTEM, title="Torte", words="Dritte Tür", number=1, version=1)
    set_screen(tournament, by=SYSTEM, shows=["notice-1"], seconds=10)
    assert showing(evening) == ["notice-1"] and "Dritte Tür" in hall(evening)
    drop_notice(tournament, by=SYSTEM, number=1)
    assert showing(evening) == ["entered"] and not Notice.objects.exists()
    for act in (lambda: drop_notice(tournament, by=SYSTEM, number=1),
                lambda: set_notice(tournament, by=SYSTEM, title="X", number=1)):  # fmt: skip
        with refused("no_notice"):
            act()
    assert "Torte" not in str(list(LogEntry.objects.values_list("data", flat=True)))


def test_there_are_not_too_many_notices(evening):
    for n in range(MOST_NOTICES):
        set_notice(evening.tournament, by=SYSTEM, title=f"Nr. {n}")
    with refused("most_notices"):
        set_notice(evening.tournament, by=SYSTEM, title="Noch einer")


def a_picture(colour: str = "green") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(out, "PNG")
    return SimpleUploadedFile("club.png", out.getvalue(), "image/png")


def test_the_desk_writes_a_notice_with_a_picture_of_the_club(tournament, desk):
    page = reverse("notices", args=[tournament.public_id])
    assert desk.post(page, {"title": "Danke!", "picture": a_picture()}).status_code == 302
    notice = Notice.objects.get()
    assert (notice.number, notice.title, len(notice.picture)) == (1, "Danke!", 64)
    picture = reverse("notice_picture", args=[tournament.public_id])
    assert Client().get(picture, {"notice": 1}).headers["Content-Type"] == "image/jpeg"
    assert Client().get(picture, {"notice": 2}).status_code == Client().get(picture, {"notice": "x"}).status_code == 404
    shown = desk.get(reverse("screen_preview", args=[tournament.public_id]), {"show": "notice-1"}).content.decode()
    assert f"{picture}?notice=1" in shown
    assert desk.post(page, {"title": "", "words": "ohne"}).status_code == 422
    no_picture = SimpleUploadedFile("club.png", b"<svg/>", "image/png")
    assert desk.post(page, {"title": "Danke!", "picture": no_picture}).status_code == 422
    changed = f"{page}?notice=1"
    assert "Danke!" in desk.get(changed).content.decode()
    desk.post(changed, {"title": "Danke euch!", "remove": "on", "version": 1})
    notice.refresh_from_db()
    assert (notice.title, notice.picture) == ("Danke euch!", "")
    desk.post(page, {"drop": 1})
    assert not Notice.objects.exists()


def test_the_desk_directs_several_screens(tournament, desk):
    page = reverse("steering", args=[tournament.public_id])
    assert desk.post(reverse("screens", args=[tournament.public_id]), {"name": "Eingang"}).headers["Location"] == (
        f"{page}?screen=2#address"
    )
    shown = desk.get(page, {"screen": 2}).content.decode()
    assert "Eingang" in shown and f"{reverse('hall', args=[tournament.public_id])}?screen=2" in shown
    desk.post(f"{page}?screen=2", {"seconds": 30, "only": "clock"})
    assert list(Screen.objects.order_by("number").values_list("shows", "seconds")) == [([], 12), (["clock"], 30)]
    programme = {"screen": 2, "version": 2, "play": ["standings"], "arrival": ["entered"]}
    desk.post(reverse("programmes", args=[tournament.public_id]), programme)
    assert Screen.objects.get(number=2).programme == {"play": ["standings"]}
    desk.post(reverse("screens", args=[tournament.public_id]), {"drop": 2})
    assert Screen.objects.get().number == 1


def test_the_picture_of_now_turns_through_what_is_shown(evening, club, as_yara, desk):
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    set_screen(evening.tournament, by=SYSTEM, shows=["entered"], seconds=20)
    set_notice(evening.tournament, by=SYSTEM, title="Kuchen")
    set_screen(evening.tournament, by=SYSTEM, shows=["entered", "notice-1"], seconds=20)
    address = reverse("screen_preview", args=[evening.tournament.public_id])
    first, second = (desk.get(address, {"turn": turn}).content.decode() for turn in (0, 1))
    assert 'content="20; url=' in first and "turn=1" in first and 'data-panel="entered"' in first
    assert "turn=0" in second and 'data-panel="notice-1"' in second
    following = desk.get(address, {"phase": "ceremony"}).content.decode()
    assert "davon noch nichts" in following or "panel" in following


def test_a_new_notice_does_not_take_the_place_of_one_that_was_taken_away(tournament, desk):
    page, steering = (reverse(name, args=[tournament.public_id]) for name in ("notices", "steering"))
    desk.post(page, {"title": "Danke!", "picture": a_picture()})
    desk.post(steering, {"shows": "notice-1", "seconds": 12})
    version = screen_of(tournament).version
    desk.post(reverse("programmes", args=[tournament.public_id]), {"arrival": "notice-1", "version": version})
    assert (screen_of(tournament).shows, screen_of(tournament).programme) == (["notice-1"], {"arrival": ["notice-1"]})
    address = reverse("screen_preview", args=[tournament.public_id])
    old = desk.get(address, {"show": "notice-1"}).content.decode()
    desk.post(page, {"drop": 1})
    desk.post(page, {"title": "Preise", "picture": a_picture("red")})
    assert (screen_of(tournament).shows, screen_of(tournament).programme) == ([], {})
    new = desk.get(address, {"show": "notice-1"}).content.decode()
    assert len({re.search(r'/notice/\?[^"]+', shown)[0] for shown in (old, new)}) == 2, (
        "else a browser shows the old one"
    )
