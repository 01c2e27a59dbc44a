"""What happens at a table without a move to judge: at most three questions, then what counts, who throws next, which rule."""

from itertools import chain
from typing import Any

import pytest

from games.engine.rules import registry
from games.engine.rules.speech import languages
from referee.judging.incidents import words
from referee.judging.incidents.asking import Asks, BadIncident, Case
from referee.judging.incidents.register import INCIDENTS, MOST_QUESTIONS, decided, known, question, ruled, stored
from referee.judging.incidents.words import Happened
from referee.judging.offences import SHIPPED
from tests.referee.judging.asking import referee
from tests.referee.judging.incidents.talks import FOUR, Path, case, conversations

TURNIER = registry.rules("turnier")
POSITION = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,30 K:B,B,B,35 G 0"


# incident, whom it is about, answers: does the throw count, who throws next, rules broken, measure, what is held up
# ruff: noqa: E501  (a table)
RULED: list[tuple[str, str, dict[str, str], bool | None, str | None, tuple[int, ...], str, str]] = [
    ("out_of_turn", "R", {"turn": "G", "since": "nothing"}, False, "G", (), "note", "The throw does not count"),
    ("out_of_turn", "R", {"turn": "G", "since": "moved"}, False, "G", (), "note", "The throw does not count"),
    ("out_of_turn", "R", {"turn": "G", "since": "next"}, False, "G", (), "note", "The throw does not count"),
    ("out_of_turn", "R", {"turn": "G", "since": "two"}, True, None, (), "note", "The game goes on as it stands"),
    ("too_often", "Y", {"before": "six"}, True, None, (), "note", "The throw counts"),
    ("too_often", "K", {"before": "last", "since": "nothing"}, False, "Y", (), "note", "The throw does not count"),
    ("too_often", "Y", {"before": "other", "which": "one", "since": "moved"}, False, "G", (2,), "note", "The throw does not count"),
    ("too_often", "Y", {"before": "other", "which": "second"}, True, None, (), "note", "The throw counts"),
    ("too_often", "Y", {"before": "other", "which": "third"}, True, None, (), "note", "The throw counts"),
    ("too_often", "K", {"before": "other", "which": "fourth", "since": "next"}, False, "Y", (3,), "note", "The throw does not count"),
    ("too_often", "Y", {"before": "other", "which": "fourth", "since": "two"}, True, None, (3,), "note", "The game goes on as it stands"),
    ("too_seldom", "Y", {"made": "1", "since": "nothing"}, None, "Y", (), "note", "The throw is made good"),
    ("too_seldom", "Y", {"made": "2", "since": "next"}, None, "Y", (), "note", "The throw is made good"),
    ("too_seldom", "Y", {"made": "2", "since": "two"}, None, None, (), "note", "The game goes on as it stands"),
    ("too_seldom", "Y", {"made": "one_only"}, None, None, (), "note", "The game goes on as it stands"),
    ("too_seldom", "Y", {"made": "3"}, None, None, (), "note", "The game goes on as it stands"),
    ("six_left", "Y", {"last": "no", "since": "nothing"}, None, "Y", (7,), "note", "The throw is made good"),
    ("six_left", "Y", {"last": "no", "since": "next"}, None, "Y", (7,), "note", "The throw is made good"),
    ("six_left", "Y", {"last": "no", "since": "two"}, None, None, (7,), "note", "The game goes on as it stands"),
    ("six_left", "Y", {"last": "yes"}, None, None, (), "note", "The game goes on as it stands"),
    ("die", "Y", {"what": "off", "moved": "no"}, False, "Y", (), "note", "The throw is repeated"),
    ("die", "Y", {"what": "off", "moved": "yes"}, True, None, (), "note", "The throw counts"),
    ("die", "Y", {"what": "touched", "moved": "no"}, False, "Y", (), "note", "The throw is repeated"),
    ("die", "Y", {"what": "stopped"}, False, "Y", (), "warning", "The throw is repeated"),
    ("disputed", "Y", {"lies": "yes", "number": "4"}, True, "Y", (), "note", "Yellow moves by the 4"),
    ("disputed", "Y", {"lies": "no", "seen": "yes", "number": "6"}, True, "Y", (), "note", "Yellow moves by the 6"),
    ("disputed", "Y", {"lies": "no", "seen": "no"}, False, "Y", (), "note", "The throw is repeated"),
    ("two_at_once", "R", {"turn": "Y", "dice": "yes"}, False, "Y", (), "note", "Yellow moves by this throw"),
    ("two_at_once", "R", {"turn": "Y", "dice": "no"}, False, "Y", (), "note", "The throw is repeated"),
    ("other_piece", "Y", {"did": "touched"}, None, None, (), "note", "The game goes on as it stands"),
    ("other_piece", "Y", {"did": "instead", "how": "mistake"}, None, "Y", (), "note", "The piece goes back"),
    ("other_piece", "Y", {"did": "besides", "how": "mistake"}, None, None, (), "note", "The piece goes back"),
    ("other_piece", "Y", {"did": "besides", "how": "secret"}, None, None, (), "points", "The piece goes back"),
    ("advice", "Y", {"giver": "R", "acted": "yes"}, None, None, (12,), "warning", "The game goes on as it stands"),
    ("advice", "Y", {"giver": "outside", "acted": "no"}, None, None, (12,), "note", "Yellow decides alone"),
    ("upset", "Y", {"purpose": "accident", "stood": "agreed", "turn": "Y"}, None, "Y", (), "note", "The pieces are put right"),
    ("upset", "Y", {"purpose": "accident", "stood": "unknown", "turn": "R"}, None, "R", (), "note", "The referee sets up the board"),
    ("upset", "Y", {"purpose": "purpose", "turn": "Y"}, None, "G", (15,), "exclusion", "Yellow is out of the tournament"),
    ("upset", "Y", {"purpose": "purpose", "turn": "K"}, None, "K", (15,), "exclusion", "Yellow is out of the tournament"),
    ("board_wrong", "Y", {"should": "agreed", "long": "short", "turn": "R"}, None, "R", (), "note", "The pieces are put right"),
    ("board_wrong", "Y", {"should": "agreed", "long": "long"}, None, None, (), "note", "The game goes on as it stands"),
    ("board_wrong", "Y", {"should": "unknown"}, None, None, (), "note", "The game goes on as it stands"),
]  # fmt: skip


@pytest.mark.parametrize(("incident", "who", "said", "counts", "following", "broken", "measure", "head"), RULED)
def test_what_is_ruled(
    incident: str,
    who: str,
    said: dict[str, str],
    counts: bool | None,
    following: str | None,
    broken: tuple[int, ...],
    measure: str,
    head: str,
) -> None:
    kept = stored(incident, case(who=who, **said))
    found = (kept["counts"], kept["next"], tuple(kept["broken"]), kept["measure"], kept["head"]["en"])
    assert found == (counts, following, broken, measure, head)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"did": "instead", "how": "mistake"}, Happened.FOREIGN_INSTEAD),
        ({"did": "besides", "how": "mistake"}, Happened.FOREIGN_MOVED),
        ({"did": "instead", "how": "secret"}, Happened.FOREIGN_IN_SECRET),
    ],
)
def test_what_was_done_with_another_piece_is_said(said: dict[str, str], sentence: Happened) -> None:
    assert ruled("other_piece", case(who="Y", **said)).reasons[0].code == sentence


@pytest.mark.parametrize(
    ("book", "sentence"), [("turnier", Happened.FOREIGN_TOUCHED), ("classic", Happened.FOREIGN_TOUCHED_FREELY)]
)
def test_only_where_a_touched_piece_has_to_be_moved_is_that_said(book: str, sentence: Happened) -> None:
    found = ruled("other_piece", case(registry.rules(book), who="Y", did="touched"))
    assert [reason.code for reason in found.reasons] == [sentence, words.Stands.NOTHING_FOLLOWS]


BOOKS = {
    "turnier": TURNIER,
    "classic": registry.rules("classic"),
    "three throws": registry.rules("classic", {"three_throws": True}),
    "mauer": registry.rules("mauer"),
    "claimed soon": registry.rules("turnier", {"claims_until": "next"}),
    "claimed late": registry.rules("turnier", {"claims_until": "game"}),
    "a throw is lost": registry.rules("turnier", {"left_out_throw": "lost"}),
}
# who is to throw by the record, and who threw last by it; Yellow is asked about
RECORDS = [("", ""), ("Y", "K2"), ("Y", "Y6"), ("G", ""), ("G", "Y3")]
EVERY = [(name, incident.code) for name, rules in BOOKS.items() for incident in known(rules)]


@pytest.mark.parametrize(("name", "incident"), EVERY)
def test_three_questions_at_most_and_a_plain_answer(name: str, incident: str) -> None:
    talks = [conversations(incident, BOOKS[name], now=now, last=last) for now, last in RECORDS]
    for said, found in chain.from_iterable(talks):
        assert len(said) <= MOST_QUESTIONS
        assert found.next is None or found.next in FOUR
        assert 2 <= len(found.reasons) <= 3
        if not BOOKS[name].has_duties:
            assert found.broken == () and all(reason.rules == () for reason in found.reasons)


def test_all_that_the_book_numbers_is_tried_above() -> None:
    tried = {(incident, *sorted(said.items())) for incident, _who, said, *_rest in RULED}
    missing = {code for code in INCIDENTS if code not in {incident for incident, *_said in tried}}
    assert missing == set()


def test_every_sentence_is_said_somewhere() -> None:
    said = set[str]()
    for name, incident in EVERY:
        for now, last in RECORDS:
            for _path, found in conversations(incident, BOOKS[name], now=now, last=last):
                said |= {found.head.code, *[reason.code for reason in found.reasons]}
    declared = {*words.Head, *words.Happened, *words.Stands}
    assert declared - said == set()


@pytest.mark.parametrize("language", sorted(set(languages()) - {"en"}))
def test_questions_answers_and_titles_are_translated(language: str) -> None:
    for incident in INCIDENTS.values():
        assert incident.title.said(language) != incident.title.english
        assert incident.about.said(language) != incident.about.english
    for name, incident in EVERY:
        open_ones: list[tuple[tuple[str, str], Path]] = [(record, {}) for record in RECORDS]
        while open_ones:
            (now, last), said = open_ones.pop()
            try:
                ruled(incident, case(BOOKS[name], **said)._replace(now=now, last=last))
            except Asks as asks:
                asked = question(asks)
                assert asked["text"][language] != asked["text"]["en"]
                assert all(one["text"][language] != one["text"]["en"] for one in asked["answers"])
                open_ones += [((now, last), {**said, asks.question.name: answer}) for answer in asks.answers]
    assert decided(language) != decided("en")


@pytest.mark.parametrize("language", languages())
def test_no_sentence_has_a_hole_or_two_full_stops(language: str) -> None:
    for name, incident in EVERY:
        for said, _found in conversations(incident, BOOKS[name]):
            kept = stored(incident, case(BOOKS[name], **said))
            for sentence in (kept["head"][language], *kept["words"][language]):
                assert "{" not in sentence and ".." not in sentence and not sentence.endswith(" .")
                assert sentence[0] == sentence[0].upper()


def test_offences_are_those_of_the_catalogue() -> None:
    codes = {one.code for one in SHIPPED}
    found = chain.from_iterable(conversations(incident, BOOKS[name]) for name, incident in EVERY)
    assert {one.offence for _said, one in found} <= {"", *codes}


# With a position: what it knows is not asked


def test_whose_turn_it_was_is_known_from_the_position() -> None:
    found = ruled("out_of_turn", case(who="R", position=POSITION, since="nothing"))
    assert found.next == "G"
    with pytest.raises(BadIncident, match="'turn' is not asked here"):
        ruled("out_of_turn", case(who="R", position=POSITION, turn="G", since="nothing"))


def test_but_it_is_asked_where_the_position_cannot_be_right() -> None:
    """The one who is said to have thrown out of turn had the turn by the position."""
    with pytest.raises(Asks) as asks:
        ruled("out_of_turn", case(who="G", position=POSITION))
    assert asks.value.question.name == "turn" and asks.value.answers == ("Y", "R", "K")


def test_an_exclusion_takes_the_pieces_off_a_known_board() -> None:
    kept = stored("upset", case(who="G", position=POSITION, purpose="purpose"))
    assert kept["position"] == "4 Y:B,B,5,20 R:B,B,B,30 K:B,B,B,35 R 0"
    assert kept["next"] == "R"


def test_of_two_players_one_is_left() -> None:
    two = Case(TURNIER, ("Y", "R"), "Y", {"purpose": "purpose", "turn": "Y"}, [])
    kept = stored("upset", two)
    assert kept["next"] is None
    assert "The game is over" in kept["words"]["en"][-1] or "the game is over" in kept["words"]["en"][-1]


def test_advice_is_against_the_one_who_gave_it() -> None:
    assert stored("advice", case(giver="K", acted="no"))["against"] == "K"
    outside = stored("advice", case(giver="outside", acted="no"))
    assert outside["is_outsider"] and outside["measure"] == "note" and outside["offence"] == ""
    assert outside["words"]["en"][-1] == "Whoever gave it is asked to step away from the table."


def test_who_cannot_happen_by_other_books() -> None:
    assert [one.code for one in known(BOOKS["mauer"])] == [
        code for code in INCIDENTS if code not in ("too_seldom", "six_left")
    ]
    with pytest.raises(BadIncident):
        ruled("six_left", case(BOOKS["mauer"]))
    assert "too_seldom" not in [one.code for one in known(BOOKS["classic"])]


# As the tournament reads it


@pytest.mark.parametrize(
    ("name", "since", "head"),
    [
        ("claimed soon", "nothing", "The throw does not count"),
        ("claimed soon", "next", "The game goes on as it stands"),
        ("turnier", "next", "The throw does not count"),
        ("turnier", "two", "The game goes on as it stands"),
        ("claimed late", "two", "The throw does not count"),
    ],
)
def test_a_claim_comes_in_time_as_the_tournament_reads_it(name: str, since: str, head: str) -> None:
    kept = stored("out_of_turn", case(BOOKS[name], who="R", turn="G", since=since))
    assert kept["head"]["en"] == head
    left = stored("six_left", case(BOOKS[name], last="no", since=since)) if since != "moved" else None
    assert left and (left["head"]["en"] == "The throw is made good") == (head == "The throw does not count")


@pytest.mark.parametrize(("since", "following"), [("nothing", "G"), ("next", None), ("two", None)])
def test_a_throw_left_out_after_a_6_is_lost_where_it_is_read_so(since: str, following: str | None) -> None:
    kept = stored("six_left", case(BOOKS["a throw is lost"], last="no", since=since))
    assert kept["head"]["en"] == "The game goes on as it stands" and kept["next"] == following
    assert kept["words"]["en"][0].endswith("it is lost (rule 7).") and kept["broken"] == [7]


# With a record: who is to throw by it is to throw


def by_record(incident: str, now: str, who: str, **said: str) -> dict[str, Any]:
    return stored(incident, case(who=who, **said)._replace(now=now))


@pytest.mark.parametrize("since", ["nothing", "moved"])
def test_nothing_is_said_against_the_record(since: str) -> None:
    assert by_record("out_of_turn", "G", "R", since=since)["next"] == "G"
    with pytest.raises(BadIncident, match="'turn' is not asked here"):
        by_record("out_of_turn", "G", "R", since=since, turn="K")
    right = by_record("out_of_turn", "R", "R")
    assert right["counts"] and right["words"]["en"][0] == "It is the turn of Red, the throw counts."
    assert by_record("too_often", "R", "R")["counts"]
    assert by_record("too_often", "K", "R", since=since)["next"] == "K"


def test_a_throw_that_was_not_left_out_by_the_record_is_not_made_good() -> None:
    kept = by_record("six_left", "G", "Y")
    assert kept["next"] is None and "had no throw left" in kept["words"]["en"][0]
    assert by_record("too_seldom", "Y", "Y")["next"] == "Y"


def test_two_at_once_and_pieces_upset_go_by_the_record() -> None:
    assert by_record("two_at_once", "Y", "R", dice="yes")["next"] == "Y"
    assert by_record("two_at_once", "R", "R")["counts"]
    assert by_record("upset", "K", "Y", purpose="accident")["next"] == "K"
    assert by_record("upset", "Y", "Y", purpose="purpose")["next"] == "G"


RECORD = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,30 K:B,B,B,35 {} 0"


def entered(incident: str, now: str, who: str, last: str = "", **said: str) -> dict[str, Any]:
    record = TURNIER.read(RECORD.format(now))
    return stored(incident, case(who=who, **said)._replace(now=now, last=last, record=record))


@pytest.mark.parametrize("incident", ["die", "disputed"])
def test_a_throw_counts_as_it_was_entered_where_the_record_has_gone_on(incident: str) -> None:
    kept = entered(incident, "G", "R", "Y3")
    assert (kept["counts"], kept["next"], kept["offence"]) == (None, "G", "")
    assert kept["words"]["en"][0].startswith("By the record it is the turn of Green: a throw of Red that stands there")
    assert kept["words"]["en"][-1] == "Green throws next."


@pytest.mark.parametrize("incident", ["out_of_turn", "too_often"])
@pytest.mark.parametrize("since", ["next", "two"])
def test_what_others_have_thrown_since_is_not_taken_back_against_the_record(incident: str, since: str) -> None:
    kept = entered(incident, "G", "R", "Y3", since=since)
    assert (kept["counts"], kept["next"], kept["offence"]) == (None, "G", "")


def test_what_the_record_knows_is_not_asked() -> None:
    for incident, who in (("too_seldom", "Y"), ("six_left", "Y"), ("too_seldom", "G"), ("board_wrong", "Y")):
        assert entered(incident, "G", who)["next"] in (None, "G")
    upset = entered("upset", "G", "Y", purpose="accident")
    assert upset["words"]["en"][1] == "All pieces go to where the record has them."
    with pytest.raises(BadIncident, match="'before' is not asked here"):
        entered("too_often", "G", "Y", before="six", since="nothing")
    right = entered("too_often", "Y", "Y")
    assert (
        right["counts"] and right["words"]["en"][1] == "Yellow moves by this throw; a move already made with it stands."
    )


def test_handed_on_too_early_by_the_record() -> None:
    kept = entered("six_left", "Y", "Y", "Y6")
    assert (kept["next"], kept["broken"], kept["head"]["en"]) == ("Y", [7], "The throw is made good")
    assert entered("six_left", "Y", "Y", "K2")["broken"] == []


def test_a_throw_after_a_6_is_lost_only_where_the_record_has_that_6() -> None:
    lost = case(BOOKS["a throw is lost"], who="Y")._replace(now="Y", record=TURNIER.read(RECORD.format("Y")))
    assert stored("six_left", lost._replace(last="Y6"))["next"] == "G"
    assert stored("six_left", lost._replace(last="K6"))["next"] == "Y"


def test_who_comes_after_an_excluded_player_is_as_the_record_has_it() -> None:
    home = TURNIER.read("4 Y:B,B,5,20 G:a,b,c,d R:B,B,B,30 K:B,B,B,35 Y 0")
    out = case(who="Y", purpose="purpose")._replace(now="Y", record=home)
    assert stored("upset", out)["next"] == "R"


@pytest.mark.parametrize("number", ["1", "6"])
def test_a_disputed_number_is_named(number: str) -> None:
    kept = stored("disputed", case(who="Y", lies="yes", number=number))
    assert kept["head"]["en"] == f"Yellow moves by the {number}" and f"by the {number};" in kept["words"]["en"][1]


def test_who_had_one_throw_only_left_none_out() -> None:
    kept = stored("too_seldom", case(who="Y", made="one_only"))
    assert (kept["next"], kept["offence"], kept["head"]["en"]) == (None, "", "The game goes on as it stands")


def test_where_the_turn_stays_the_record_says_whose_it_is() -> None:
    kept = by_record("advice", "G", "Y", giver="outside", acted="yes")
    assert "It is the turn of Green." in kept["words"]["en"] and "An der Reihe ist Grün." in kept["words"]["de"]
    assert "The turn stays with whoever has it now." in stored("advice", case(giver="R", acted="yes"))["words"]["en"]


def test_another_piece_moved_out_of_turn_is_not_moved_instead_of_an_own_one() -> None:
    assert by_record("other_piece", "Y", "Y", did="instead", how="mistake")["next"] == "Y"
    kept = by_record("other_piece", "G", "Y", did="instead", how="mistake")
    assert kept["next"] is None and kept["words"]["en"][-1] == "It is the turn of Green."


# The protocol

ASKED: dict[str, Any] = {"op": "table", "rules": "turnier", "colours": list(FOUR), "incident": "six_left", "who": "Y"}


def test_protocol_asks_then_rules() -> None:
    first = referee(ASKED)
    assert first["asks"]["name"] == "last" and first["ruling"] is None
    assert [one["value"] for one in first["asks"]["answers"]] == ["no", "yes"]
    said = referee({**ASKED, "answers": {"last": "no", "since": "next"}, "id": 3})
    assert said["id"] == 3 and said["asks"] is None
    assert said["ruling"]["words"]["en"] == [
        "Another throw follows a 6, and Yellow left it out (rule 7).",
        "What was thrown since does not count, and what was moved with it goes back to where it stood.",
        "Yellow throws again after the 6.",
    ]
    assert [rule["number"] for rule in said["rules"]["de"]] == [7]


def test_protocol_takes_a_position_in_the_place_of_colours() -> None:
    asked = {**ASKED, "colours": None, "position": POSITION, "incident": "out_of_turn", "who": "R"}
    assert referee(asked)["asks"]["name"] == "since"


def test_protocol_takes_who_is_to_throw() -> None:
    asked = {**ASKED, "incident": "out_of_turn", "who": "R", "to_throw": "G", "answers": {"since": "nothing"}}
    assert referee(asked)["ruling"]["next"] == "G"
    asked = {**ASKED, "incident": "die", "who": "R", "to_throw": "G"}
    assert referee({**asked, "threw": "Y3", "recorded": RECORD.format("G")})["ruling"]["next"] == "G"
    assert referee({**asked, "who": "G"})["asks"]["name"] == "what"


@pytest.mark.parametrize(
    "bad",
    [
        {"incident": "rain"},
        {"incident": None},
        {"who": "B"},
        {"who": None},
        {"colours": None},
        {"colours": ["Y"]},
        {"colours": ["Y", "Y"]},
        {"colours": ["Y", "Q"]},
        {"answers": {"last": "perhaps"}},
        {"answers": {"rain": "yes"}},
        {"answers": {"last": "yes", "since": "nothing"}},
        {"answers": {"last": True}},
        {"answers": ["last"]},
        {"position": "nowhere"},
        {"more": 1},
    ],
    ids=str,
)
def test_protocol_refuses_what_cannot_be(bad: dict[str, Any]) -> None:
    assert "error" not in referee({**ASKED, "answers": {"last": "yes"}})
    answered = referee({**ASKED, "answers": {"last": "yes"}, **bad})
    assert answered["error"]["sentence"]


def test_protocol_lists_what_can_happen() -> None:
    listed = referee({"op": "incidents", "rules": "turnier"})["incidents"]
    assert [one["code"] for one in listed] == list(INCIDENTS)
    assert listed[0]["title"]["de"] == "Außer der Reihe gewürfelt"
