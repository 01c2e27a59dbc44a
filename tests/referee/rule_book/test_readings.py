"""The register of readings: every open sentence of the books has its words, and everybody finds it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from games.engine.rules import registry
from referee.rule_book.readings.register import DECIDED, entries, numbers_of, switchable
from tests.conftest import make_account
from tests.tournament.evening import Evening
from tournament.models import Grant

LANGUAGES = ("de", "en")


def in_language(language):
    with translation.override(language):
        return entries(language)


def test_each_has_a_number_of_its_own():
    numbers = [entry.number for entry in in_language("en")]
    assert len(numbers) == len(set(numbers)) == len(DECIDED) + len(switchable())
    judged, at_table = ["goal_entry", "touched_stuck", "missed_capture"], ["left_out_throw", "claims_until", "play_on"]
    assert [option.name for option in switchable()] == [*judged, *at_table]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_all_its_words(language):
    for entry in in_language(language):
        assert all([entry.asks, entry.ours, entry.others, all(entry.others), entry.why, entry.decides, entry.cited]), (
            entry
        )
        assert entry.asks[-1] in ".?" and entry.why.endswith(".")
        assert bool(entry.title) == bool(entry.option)


def test_each_is_said_in_both_languages():
    for german, english in zip(in_language("de"), in_language("en"), strict=True):
        assert german.number == english.number
        for name in ("asks", "why", "decides"):
            assert getattr(german, name) != getattr(english, name), (german.number, name)


def test_each_reads_a_book_that_there_is_and_every_book_is_read():
    cited = [book for reading in (*DECIDED, *switchable()) for book in reading.books]
    assert {book.partition(" ")[0] for book in cited} == set(registry.RULE_SETS)
    assert {int(book.split()[1]) for book in cited if " " in book} <= set(range(1, 17))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_each_and_the_rules_lead_to_it(language, db):
    client = Client(headers={"accept-language": language})
    page, rules = (client.get(reverse(name)).content.decode() for name in ("readings", "rules_explained"))
    assert all(f'id="reading-{entry.number}"' in page and escape(entry.why) in page for entry in in_language(language))
    assert reverse("readings") in rules
    assert f"{reverse('readings')}#reading-2" in rules and f"{reverse('readings')}#reading-3" in rules


def addresses(page: str) -> list[str]:
    return [one.replace("&amp;", "&") for one in re.findall(r'href="([^"]*#row-[^"]*)"', page)]


def test_each_that_can_be_switched_leads_to_its_switch_and_back(club, as_yara, desk):
    tournament = Evening(club, "championship", by=as_yara).tournament
    names = [option.name for option in switchable()]
    query = {"t": tournament.public_id}
    for browser, path in ((desk, "stage"), (Client(), "how_we_play")):
        found = addresses(browser.get(reverse("readings"), query).content.decode())
        assert [address.rpartition("-")[2] for address in found] == names
        for address in found:
            assert address.startswith(reverse(path, args=[tournament.public_id]))
            page, _hash, row = address.partition("#")
            there = browser.get(page).content.decode()
            number = next(option.number for option in switchable() if row.endswith(option.name))
            assert f'id="{row}"' in there
            assert f"{reverse('readings')}?t={tournament.public_id}#reading-{number}" in there
    for address in addresses(Client().get(reverse("readings")).content.decode()):
        page, _hash, row = address.partition("#")
        assert f'id="{row}"' in Client().get(page).content.decode()


@pytest.mark.parametrize(
    ("preset", "own", "other"),
    [("village", {"claims_until", "play_on"}, {"goal_entry"}), ("championship", {"goal_entry"}, set())],
)
def test_only_what_is_played_here_is_called_chosen_here(club, as_yara, preset, own, other):
    tournament = Evening(club, preset, by=as_yara).tournament
    page = Client(headers={"accept-language": "en"}).get(reverse("readings"), {"t": tournament.public_id})
    chosen = {name for name, switch in page.context["switches"].items() if switch.chosen}
    assert own <= chosen and not other & chosen
    assert page.content.decode().count("chosen here: ") == len(chosen)
    assert {book for book, _entries, is_other in page.context["books"] if is_other} >= {"Wall jumping"}
    others = page.content.decode().count("This tournament plays by another book.")
    assert others == sum(is_other for _book, _entries, is_other in page.context["books"])


def test_a_family_game_cites_no_rule_of_another_book(club, as_yara):
    tournament = Evening(club, "village", by=as_yara).tournament
    page = Client().get(reverse("how_we_play", args=[tournament.public_id]))
    assert {choice.cited for section in page.context["sections"] for choice in section.chosen} == {""}


def test_a_verdict_names_its_readings_by_number():
    assert numbers_of([{"option": "missed_capture"}, {"option": "goal_entry"}]) == [3, 1]
    assert numbers_of([{"option": "forgotten"}]) == []


def test_what_a_tournament_can_switch_is_never_called_decided_by_us(db):
    page = Client(headers={"accept-language": "en"}).get(reverse("readings")).content.decode()
    said = {int(n): words for n, words in re.findall(r'id="reading-([0-9]+)"(.*?)</li>', page, re.DOTALL)}
    assert 'href="#reading-18"' in said[57]
    assert all("until the club enters its own board" in said[number] for number in (42, 59))
    assert not any("decided by us<" in said[number] for number in (16, 17, 18, 42, 57, 59))
    questions = {entry.asks: entry.number for entry in in_language("en") if entry.option}
    twice = [entry for entry in in_language("en") if not entry.option and entry.asks in questions]
    assert all(entry.chosen_by == questions[entry.asks] for entry in twice) and twice


def test_who_may_enter_the_boards_of_a_club_is_led_there(club, as_yara, desk, signed_in):
    tournament = Evening(club, "village", by=as_yara).tournament
    organiser = make_account("organiser")
    Grant.objects.create(account=organiser, club=club, tournament=tournament, role="organiser")
    editor = reverse("own_board", args=[club.public_id])
    for query in ({}, {"t": tournament.public_id}):
        page = desk.get(reverse("readings"), query).content.decode()
        said = {int(n): words for n, words in re.findall(r'id="reading-([0-9]+)"(.*?)</li>', page, re.DOTALL)}
        assert {number for number in said if editor in said[number]} == {42, 59}
        assert f"{editor}?kind=6" in said[42] and f"{editor}?kind=M" in said[59]
        for browser in (Client(), signed_in(organiser)):
            assert editor not in browser.get(reverse("readings"), query).content.decode()
    assert desk.get(f"{editor}?kind=M").status_code == 200


def test_readings_of_the_table_are_cited_under_every_book_that_has_them(db):
    of_all = {entry.number: entry for entry in in_language("de")}
    for option in (option for option in switchable() if option.is_of_table):
        having = {book for book in registry.RULE_SETS if option in registry.rule_class(book).at_table}
        assert set(of_all[option.number].books) == having
        for book in having - {"turnier"}:
            page = Client().get(reverse("rules_of_book", args=[book])).content.decode()
            assert f"#reading-{option.number}" in page
    assert of_all[18].cited == (
        "Das Turnier, Regel 16; Das Familienspiel; Das Familienspiel, zweiseitig; Ärgern verboten!; Mauerhüpfen"
    )
