"""One whole game of each book that is no tournament's, by the pages alone: begun, thrown to the end, watched, written out,
read in again. Between them every option of each book is on at least once. The books by number: 000 `classic`, 002 `classic6`,
003 `verboten`, 004 `mauer`."""

import json
import random
import re
from io import StringIO

import pypdfium2 as pdfium
import pytest
from django.core.management import call_command

from games.engine.rules import registry
from games.engine.rules.contract import NOTHING
from games.models import Game
from games.plugins.paper import free_game_pdf
from games.recording.game import sheet
from tests.conftest import CAST, browser_of
from tests.either import same_on_either
from tests.tournament.paper import measuring

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    same_on_either("what one throw writes, tests/games/recording and test_begin write on both"),
]
AT_ONCE = 25
EVENINGS = [
    ("000", "classic", "2-double", {"three_throws", "no_goal_jump", "forced_capture"}),
    ("000", "classic", "3-neutral", {"backward_capture", "barriers"}),
    ("002", "classic6", "5-6", {"three_throws", "no_goal_jump", "forced_capture"}),
    ("002", "classic6", "3-neutral", {"backward_capture", "barriers"}),
    ("003", "verboten", "3-neutral", {"three_throws", "no_goal_jump", "forced_capture"}),
    ("003", "verboten", "2-4", {"barriers", "backward_capture"}),
    ("004", "mauer", "3-M", set()),
]
READ_AGAIN = {("classic", "2-double"), ("classic6", "3-neutral"), ("verboten", "2-4"), ("mauer", "3-M")}


@pytest.fixture
def browser(yara, club):
    return browser_of(yara)


def begin(browser, club, rules, way, options):
    address = f"/desk/clubs/{club.public_id}/games/new/?rules={rules}&way={way}"
    page = browser.get(address).content.decode()
    seats = [line.split('"')[0] for line in page.split('name="who_')[1:]]
    names = {f"who_{colours}": name for colours, name in zip(seats, CAST, strict=False)}
    said = {**names, "played_on": "2026-01-03", "how-options": "1", **{f"how-{name}": "on" for name in options}}
    answer = browser.post(address, said)
    assert answer.status_code == 302, answer.content.decode()
    return answer.url


def lucky(rules, position, chance):
    """A throw and what is played with it, so that the game comes to its end within some hundred throws."""
    rolls = chance.sample(list(rules.rolls), 5)
    ways = [
        (_worth(rules, move), chance.random(), roll, move.text)
        for roll in rolls
        for move in rules.permitted(position, roll)
    ]
    return max(ways)[2:] if ways else (rolls[0], NOTHING)


def _worth(rules, move):
    far = int(move.target) if rules.id == "mauer" and move.target.isdigit() else 0
    return move.target in "abcd", -len(move.captures), move.origin == "B", far


def play(browser, address, game):
    """As a phone sends them: what is in the queue, one version upon the other."""
    rules, chance, waiting = registry.rules(game.rules, game.options), random.Random(game.rules), []
    position = sheet(game).position

    def keep(**line):
        line = {"id": f"{game.pk:04}line{keep.seen:06}", "seen": keep.seen, **line}
        keep.seen += 1
        waiting.append(line)

    def send():
        answer = browser.post(f"{address}lines/", json.dumps({"lines": waiting}), content_type="application/json")
        assert answer.status_code == 200, answer.json()
        waiting.clear()

    keep.seen = 0
    for colour in game.first_throwers if game.rules != "mauer" else "":
        keep(kind="opening", colour=colour, roll="6" if colour == game.first_throwers[-1] else "2")
    if game.rules == "mauer":
        keep(kind="begins", colour=game.colours[-1])
    send()
    position = sheet(Game.objects.get(pk=game.pk)).position
    assert rules.view(position).to_move == game.first_throwers[-1]
    while not rules.over(position):
        roll, played = lucky(rules, position, chance)
        written = str(roll) if isinstance(roll, int) else ",".join(map(str, roll))
        keep(kind="throw", roll=written, played=played)
        position = rules.play(position, roll, played)
        if len(waiting) == AT_ONCE or rules.over(position):
            send()


@pytest.mark.parametrize(("book", "rules", "way", "options"), EVENINGS)
def test_a_whole_game_by_the_pages(browser, club, book, rules, way, options):
    address = begin(browser, club, rules, way, options)
    game = Game.objects.get(public_id=address.rstrip("/").rpartition("/")[2])
    assert options <= {name for name, value in game.options.items() if value is True}
    play(browser, address, game)
    game = Game.objects.select_related("free").get(pk=game.pk)
    assert game.free.is_over and sorted(game.free.places) == sorted(game.colours)
    assert "Das Spiel ist zu Ende" in browser.get(address).content.decode()
    watched = browser.get(f"/c/{club.public_id}/games/{game.public_id}/").content.decode()
    assert "Das Spiel ist zu Ende" in watched
    record = browser.get(f"/c/{club.public_id}/games/{game.public_id}/record.txt").content.decode()
    _says_whose_board_it_is(browser, address, game)
    if (rules, way) in READ_AGAIN:
        _and_again(browser, club, game, record)
    call_command("verify_tournament", stdout=StringIO(), stderr=StringIO())


def _says_whose_board_it_is(browser, address, game):
    """On the recorder and on paper once, in words that can be read: not in the drawing."""
    page, paper = browser.get(address).content.decode(), free_game_pdf(game, "de", full=True)
    times = 0 if game.board == "4" else 1
    assert page.count("unsere Rekonstruktion") + page.count("Unsere Rekonstruktion") == times
    assert "ekonstruktion" not in "".join(re.findall("<svg.*?</svg>", page, re.DOTALL))
    assert " ".join(measuring.text(paper).split()).count("Rekonstruktion") == times
    assert len(pdfium.PdfDocument(paper)) == 1 and not measuring.problems(paper)


def _and_again(browser, club, game, record):
    """The record becomes another game, the same throw by throw, once somebody has looked over who played it."""
    address = f"/desk/clubs/{club.public_id}/games/record/"
    asked = browser.post(address, {"record": record}).content.decode()
    assert Game.objects.count() == 1 and "Yara Y." in asked
    seats = [line.split('"')[0] for line in asked.split('name="who_')[1:]]
    names = {f"who_{colours}": name for colours, name in zip(seats, CAST, strict=False)}
    taken = browser.post(address, {"record": record, "sure": "1", "is_again": "1", "played_on": "2026-01-03", **names})
    assert taken.status_code == 302, taken.content.decode()
    again = Game.objects.exclude(pk=game.pk).select_related("free").get()
    assert again.free.places == game.free.places
    assert [line[:6] for line in sheet(again).lines] == [line[:6] for line in sheet(game).lines]
    assert [seat.person_id for seat in again.free.seats.all()] == [seat.person_id for seat in game.free.seats.all()]


@pytest.mark.parametrize("rules", ["classic", "classic6", "verboten", "mauer"])
def test_every_option_of_the_book_is_on_in_one_of_them(rules):
    on = {name for _book, played, way, options in EVENINGS for name in options if played == rules}
    on |= {"neutral" for _book, played, way, _options in EVENINGS if played == rules and "neutral" in way}
    assert on == {option.name for option in registry.rule_class(rules).choices}
