"""A game outside every tournament: who may begin it, with whom, on which board."""

from datetime import date
from io import BytesIO, StringIO

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from games.engine.records.record import Ruled, write
from games.engine.rules import own_board
from games.free.actions import begin_free_game, change_free_game
from games.free.queries import memory
from games.models import FreeGame, FreeSeat, Game
from games.recording.actions import add_line, report_end
from games.recording.game import sheet
from games.recording.importing import take_in_free_record
from games.recording.queries import last_throws
from tests.conftest import browser_of, make_account
from tournament.club.queries import club_view
from tournament.core.actors import SYSTEM, Actor
from tournament.core.circle import Circle
from tournament.core.errors import NotAllowed, Refused
from tournament.entries.actions import add_entry
from tournament.erasing.actions import erase_person
from tournament.models import Grant, LogEntry, LogText, Person
from tournament.stages.options_form import SHOWN
from tournament.stages.own_boards.actions import change_own_board

pytestmark = pytest.mark.django_db
NAMES = ("Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss")


def seats(*colours):
    return [{"colours": each, "name": name} for each, name in zip(colours, NAMES, strict=False)]


def begin(club, *colours, by=SYSTEM, **more):
    said = {"rules": "classic", "seats": seats(*(colours or "YGRK")), **more}
    begun = begin_free_game(Circle(club), by=by, **said).receipt["game"]
    return Game.objects.select_related("free__club", "stream").get(public_id=begun)


def helper(club, tournament, role):
    account = make_account(role)
    Grant.objects.create(account=account, club=club, tournament=tournament, role=role)
    return Actor(account)


POSSIBLE = [
    ("classic", "YR GK", {}, "YGRK", "4", "YG"),
    ("classic", "Y G R", {"neutral": "K"}, "YGR", "4", "YGR"),
    ("classic", "G R K", {"neutral": "Y"}, "GRK", "4", "GRK"),
    ("classic6", "Y G R K B", {}, "YGRKB", "6", "YGRKB"),
    ("classic6", "Y G R K B W", {}, "YGRKBW", "6", "YGRKBW"),
    ("verboten", "Y R", {"barriers": True}, "YR", "4", "YR"),
    ("mauer", "Y G", {}, "YG", "M", "YG"),
    ("turnier", "Y G R K", {}, "YGRK", "4", "YGRK"),
    ("turnier", "Y R B", {}, "YRB", "6", "YRB"),
]


RING = "56:Y1,G9,R20,K29,B38,W47"
WALLS = own_board.ours("M").replace("4-19-4,", "3-20-6,4-19-4,")


@pytest.mark.parametrize(
    ("kind", "text", "rules", "way"), [("6", RING, "classic6", "YGRKB"), ("M", WALLS, "mauer", "YG")]
)
def test_the_club_s_own_board_is_played_on_and_a_record_keeps_its_own(club, desk, as_yara, kind, text, rules, way):
    before = begin(club, *way, rules=rules)
    change_own_board(club, by=as_yara, kind=kind, text=text)
    by_program = begin(club, *way, rules=rules)
    page = reverse("free_new", args=[club.public_id]) + f"?rules={rules}&way={len(way)}-{kind}"
    form = desk.get(page).context
    names = {f"who_{colour}": name for colour, name in zip(way, NAMES, strict=False)}
    shown = {name: "1" for name in form["how"].names if name.endswith(SHOWN)}
    assert (
        desk.post(page, {**shown, **names, "played_on": "2026-11-01", "action_id": "abcdefgh1234"}).status_code == 302
    )
    on_page = Game.objects.exclude(pk__in=[before.pk, by_program.pk]).get()
    assert [game.options.get("own_board") for game in (before, by_program, on_page)] == [None, text, text]
    said = {"record": write(sheet(before).record), "seats": seats(*way)}
    again = take_in_free_record(Circle(club), by=as_yara, **said).receipt["game"]
    assert "own_board" not in Game.objects.get(public_id=again).options


@pytest.mark.parametrize(("rules", "colours", "options", "playing", "board", "throwing"), POSSIBLE)
def test_two_to_six_play_any_book(club, rules, colours, options, playing, board, throwing):
    game = begin(club, *colours.split(), rules=rules, options=options)
    assert (game.colours, game.board, game.first_throwers, game.table) == (playing, board, throwing, None)


IMPOSSIBLE = [
    ("classic", "Y", {}, "free_players"),
    ("classic", "Y Y", {}, "free_colours"),
    ("classic", "YG RK", {}, "free_colours"),
    ("classic", "YR G", {}, "free_colours"),
    ("classic", "Y G R K", {"neutral": "K"}, "free_colours"),
    ("classic", "YR GK", {"neutral": "K"}, "free_colours"),
    ("classic", "Y X", {}, "free_colours"),
    ("classic", "Y G R K B", {}, None),
    ("mauer", "Y B", {}, None),
    ("turnier", "Y G", {}, None),
    ("turnier", "Y G R K", {"barriers": True}, None),
    ("chess", "Y G", {}, None),
]


@pytest.mark.parametrize(("rules", "colours", "options", "code"), IMPOSSIBLE)
def test_what_the_book_does_not_have_is_refused_with_the_reason(club, rules, colours, options, code):
    with pytest.raises(Refused) as refused:
        begin(club, *colours.split(), rules=rules, options=options)
    assert str(refused.value) and (code is None or refused.value.code == code)
    assert not FreeGame.objects.exists() and not FreeSeat.objects.exists()


def test_a_known_name_is_the_person_and_another_one_is_new(club, tournament, as_yara):
    known = add_entry(tournament, by=as_yara, given_name="Gero", family_name="Graf").result.person
    people = [seat.person for seat in begin(club, "Y", "G", by=as_yara).free.seats.all()]
    assert people[1] == known and Person.objects.filter(family_name="Yilmaz").count() == 1


def test_a_name_that_is_protected_elsewhere_is_hidden_here_too(club, tournament, as_yara):
    protected = add_entry(tournament, by=as_yara, given_name="Gero", family_name="Graf").result.person
    Person.objects.filter(pk=protected.pk).update(is_hidden=True)
    other = helper(club, tournament, "desk")
    Grant.objects.filter(account=other.account).delete()
    with pytest.raises(NotAllowed):
        begin(club, "Y", "G", by=other)
    game = begin(club, "Y", "G", by=helper(club, tournament, "referee"), is_shown=False)
    assert game.free.seats.last().person == protected  # the referee of this tournament sees them, so they are meant


def test_nobody_plays_against_themselves(club):
    twice = [{"colours": "Y", "name": "Yara Yilmaz"}, {"colours": "G", "name": "yara  yilmaz"}]
    with pytest.raises(Refused, match="sich selbst"):
        begin_free_game(Circle(club), by=SYSTEM, rules="classic", seats=[*twice])


ROLES = [("viewer", False, False), ("desk", True, False), ("referee", True, False), ("organiser", True, True)]


@pytest.mark.parametrize(("role", "may_record", "may_show"), ROLES)
def test_who_helps_at_a_tournament_records_and_the_log_says_in_which_role(club, tournament, role, may_record, may_show):
    by, game = helper(club, tournament, role), begin(club, "Y", "G")
    if not may_record:
        with pytest.raises(NotAllowed):
            begin(club, "R", "K", by=by)
        with pytest.raises(NotAllowed):
            add_line(game, by=by, kind="begins", colour="Y")
        return
    begin(club, "R", "K", by=by)
    add_line(game, by=by, kind="begins", colour="Y")
    assert {*LogEntry.objects.filter(actor=by.name_in_log).values_list("role", flat=True)} == {role}
    if may_show:
        change_free_game(game, by=by, is_shown=True)
        assert LogEntry.objects.get(code="free_game.changed").role == role
    else:
        with pytest.raises(NotAllowed):
            change_free_game(game, by=by, is_shown=True)
        with pytest.raises(NotAllowed):
            begin(club, "B", "W", rules="classic6", by=by, is_shown=True)


def test_nobody_of_another_club_sees_that_there_is_one(club, account, client):
    game = begin(club, "Y", "G")
    addresses = [f"/c/{club.public_id}/games/{game.public_id}/{page}" for page in ("", "record.txt", "board.svg")]
    addresses += [f"/c/{club.public_id}/games/", f"/api/v1/clubs/{club.public_id}/games/{game.public_id}/"]
    stranger = browser_of(account("stranger"))
    assert {browser.get(url).status_code for url in addresses for browser in (client, stranger)} == {404}
    assert client.get(f"/api/v1/clubs/{club.public_id}/games/").json() == {"items": []}
    assert stranger.get(f"/desk/clubs/{club.public_id}/games/{game.public_id}/").status_code == 404


def test_no_cache_on_the_way_hands_out_a_picture_that_only_the_club_sees(club, desk, client):
    """Our proxy keeps nothing that was asked for with a session; others go by what the answer says."""
    game = begin(club, "Y", "G")
    pictures = [f"/c/{club.public_id}/games/{game.public_id}/board.{kind}" for kind in ("svg", "png")]
    assert {desk.get(url).headers["Cache-Control"] for url in pictures} == {"private, max-age=5"}
    change_free_game(game, by=SYSTEM, is_shown=True)
    assert {client.get(url).headers["Cache-Control"] for url in pictures} == {"public, max-age=5"}


def test_shown_to_everybody_it_names_nobody_who_is_hidden(club, client):
    game = begin(club, "Y", "G", is_shown=True)
    Person.objects.filter(family_name="Graf").update(is_hidden=True)
    add_line(game, by=SYSTEM, kind="begins", colour="G")
    here = f"{club.public_id}/games/"
    addresses = [f"/c/{here}", f"/c/{here}{game.public_id}/", f"/c/{here}{game.public_id}/record.txt"]
    addresses += [f"/api/v1/clubs/{here}", f"/api/v1/clubs/{here}{game.public_id}/"]
    for url in addresses:
        answer = client.get(url)
        assert answer.status_code == 200 and "Gero" not in answer.content.decode(), url
        assert "Yilmaz" not in answer.content.decode() and (
            "Yara Y." in answer.content.decode() or "games/" + game.public_id + "/" in url
        )
    change_free_game(game, by=SYSTEM, is_dropped=True)
    assert {client.get(url).status_code for url in addresses[:3]} == {404}


def over(game):
    """To its end at once: a referee sets the board, and the last throw is played."""
    add_line(game, by=SYSTEM, kind="begins", colour="Y")
    add_line(game, by=SYSTEM, kind="ruled", position="4 Y:a,b,c,40 G:B,B,B,11 Y 0".replace("a,b,c,40", "40,b,c,d"))
    add_line(game, by=SYSTEM, kind="throw", roll="1", played="40-a")
    game.refresh_from_db()
    assert report_end(game, by=SYSTEM)
    return game


def test_it_counts_for_the_memory_of_the_club_and_for_nothing_else(club, tournament):
    before = club_view(club, full=True)
    game = over(begin(club, "Y", "G"))
    assert [(one.name, one.won, one.played) for one in memory(club, full=True).tallies] == [
        ("Yara Yilmaz", 1, 1),
        ("Gero Graf", 0, 1),
    ]
    assert club_view(club, full=True) == before
    add_line(game, by=SYSTEM, kind="back")
    game.free.refresh_from_db()
    assert memory(club, full=True).tallies == ()


def test_whoever_is_erased_is_called_so_nowhere(club, as_yara):
    game = begin(club, "Y", "G", name="Geros Geburtstag mit Gero")
    person = Person.objects.get(given_name="Gero")
    erase_person(club, by=as_yara, person_id=person.public_id)
    game.free.refresh_from_db()
    assert game.free.name == "" and game.free.seats.last().person.given_name == "Person"
    assert not LogText.objects.filter(text__contains="Gero").exists()
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())


FORGED = [
    (lambda game: FreeGame.objects.update(is_shown=True), "who may see it"),
    (lambda game: FreeGame.objects.update(places=["G", "Y"]), "its end is another one"),
    (lambda game: FreeSeat.objects.filter(colours="G").update(colours="R"), "not as it was begun"),
    (lambda game: Game.objects.update(options={"barriers": True}), "not as it was begun"),
    (lambda game: game.lines.filter(kind="throw").update(roll="2"), "not as the log has it"),
    (lambda game: FreeGame.objects.update(played_on="2020-01-01"), "not as it was begun"),
    (lambda game: FreeGame.objects.update(name="Finale"), "is called otherwise"),
    (lambda game: Person.objects.filter(given_name="Gero").update(given_name="Gerd"), "its given_name is another one"),
    (lambda game: Person.objects.filter(given_name="Gero").update(is_hidden=True), "its is_hidden is true"),
    (lambda game: Game.objects.update(colours="YR"), 'its colours is "YR"'),
    (lambda game: Game.objects.update(opened_at=timezone.now()), "its opened_at is "),
    (lambda game: Game.objects.update(version=7), "its version is 7"),
    (lambda game: game.lines.filter(seq=1).update(entered_at=timezone.now()), "its entered_at is "),
]


@pytest.mark.parametrize(("forge", "said"), FORGED)
def test_what_is_changed_past_the_program_is_named(club, forge, said):
    game, told = over(begin(club, "Y", "G")), StringIO()
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())
    forge(game)
    with pytest.raises(CommandError):
        call_command("verify_tournament", stdout=StringIO(), stderr=told)
    assert said in told.getvalue()


def text_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(page.get_textpage().get_text_range() for page in document)


def test_its_record_is_printed_with_whole_names_for_who_records(club, client, yara):
    game = over(begin(club, "Y", "G", is_shown=True))
    address = f"/c/{club.public_id}/games/{game.public_id}/"
    assert f'{address}record.pdf"' in client.get(address).content.decode()
    told = {browser: browser.get(f"{address}record.pdf") for browser in (client, browser_of(yara))}
    assert {answer["Content-Type"] for answer in told.values()} == {"application/pdf"}
    said = [text_of(answer.content) for answer in told.values()]
    assert "Yara Yilmaz" not in said[0] and "Yara Y." in said[0] and "40–a" in said[0]
    assert "Platz 1" in said[0] and "Platz 2" in said[0]
    assert "Yara Yilmaz" in said[1]
    change_free_game(game, by=SYSTEM, is_shown=False)
    assert client.get(f"{address}record.pdf").status_code == 404


def test_a_record_comes_back_as_a_file_and_says_first_whose_it_is(club, yara):
    game, browser = over(begin(club, "Y", "G", name="Am Kamin")), browser_of(yara)
    record = browser.get(f"/c/{club.public_id}/games/{game.public_id}/record.txt").content
    address, sent = f"/desk/clubs/{club.public_id}/games/record/", BytesIO(record.replace(b"date:", b"table: 7\ndate:"))
    sent.name = "record.txt"
    asked = browser.post(address, {"record": "", "file": sent}).content.decode()
    assert "Am Kamin" in asked and "Tisch 7" in asked and "Yara Y." in asked and Game.objects.count() == 1
    taken = {
        "record": record.decode(),
        "sure": "1",
        "played_on": "2026-01-03",
        "who_Y": "Rosa Roth",
        "who_G": "Karl K.",
    }
    here = f'href="/c/{club.public_id}/games/{game.public_id}/"'
    assert "schon da" in asked and here in asked
    refused = browser.post(address, taken).content.decode()
    assert "schon da" in refused and here in refused and Game.objects.count() == 1
    assert browser.post(address, {**taken, "is_again": "1"}).status_code == 302
    assert Game.objects.exclude(pk=game.pk).get().free.places == ["Y", "G"]


RECORD = """Augengenau 1
rules: classic
start: 4 Y:B,B,5,20 G:B,B,8,30 Y 0

1 Y 3 5-8
2 G 4 --
"""


def test_a_record_is_taken_in_once_unless_it_is_asked_for_again(club, as_yara):
    def take_in(record, **more):
        said = {"record": record, "seats": seats("Y", "G"), **more}
        return take_in_free_record(Circle(club), by=as_yara, **said).receipt["game"]

    first = take_in(RECORD)
    assert isinstance(sheet(Game.objects.get(public_id=first)).record.entries[0], Ruled)  # the start was set by hand
    for alike in (RECORD, RECORD.replace("5-8", "5x8"), RECORD.replace("3 5-8", "3 5-8 ; gesehen")):
        with pytest.raises(Refused) as refused:
            take_in(alike, played_on=date(2026, 1, 3))
        assert (refused.value.code, refused.value.data["game"]) == ("record_here", first)
    assert take_in(RECORD, is_again=True) != first
    others = ("5-8", "20-23"), ("2 G 4 --\n", ""), ("rules: classic\n", "rules: classic\noption: barriers yes\n")
    assert all(take_in(RECORD.replace(*other)) for other in others)
    dropped = RECORD.replace("5-8", "20-21").replace("Y 3", "Y 1")
    change_free_game(Game.objects.get(public_id=take_in(dropped)), by=SYSTEM, is_dropped=True)
    assert take_in(dropped)  # in no list any more


def test_back_with_a_die_is_no_dash(club):
    game = begin(club, "Y", "G", rules="mauer")
    add_line(game, by=SYSTEM, kind="begins", colour="Y")
    add_line(game, by=SYSTEM, kind="throw", roll="2,5", played="B+5-2=3")
    assert last_throws(sheet(game), 1)[0].played == "B+5-2=3"
