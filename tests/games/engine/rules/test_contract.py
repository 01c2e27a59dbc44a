"""What holds for every rule set of the registry, with every option: nothing here knows a rule."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules import registry, wording
from games.engine.rules.codes import Demand
from games.engine.rules.contract import NOTHING, Move, Position, Roll, Rules
from games.engine.rules.errors import BadMove, BadOption, BadPosition
from games.engine.rules.notation import PIECES, WAITING, compose
from games.engine.rules.speech import languages
from tests.games.engine.rules.perft_files import PerftFile, wanted

FILES = wanted()
Table = tuple[Rules, Position, Roll]


def table(file: PerftFile, seed: int, throws: int) -> Table:
    """A position that came about in a game, and the next throw."""
    random = Random(seed)
    rules = registry.rules(file.rules, file.options)
    position = rules.start(3 if rules.options.get("neutral") else random.randint(*rules.players))
    for _ in range(throws):
        roll = random.choice(rules.rolls)
        position = rules.follow(position, roll, random.choice(rules.permitted(position, roll) or (None,)))
    return rules, position, random.choice(rules.rolls)


tables = st.builds(table, st.sampled_from(FILES), st.integers(0, 2**32), st.integers(0, 400))


def standing(rules: Rules, position: Position) -> dict[str, Counter[str]]:
    return {colour: Counter(fields) for colour, fields in rules.view(position).groups}


@given(tables)
def test_text_round_trip(at: Table) -> None:
    rules, position, _ = at
    text = rules.write(position)
    assert rules.read(text) == position
    assert compose(rules.view(position)) == text


@given(tables, st.randoms())
def test_pieces_and_groups_are_read_in_any_order(at: Table, random: Random) -> None:
    rules, position, _ = at
    board, groups, to_move, throws = rules.view(position)
    mixed = [f"{colour}:{','.join(random.sample(fields, PIECES))}" for colour, fields in groups]
    random.shuffle(mixed)
    assert rules.read(f"{board} {' '.join(mixed)} {to_move} {throws}") == position


@given(tables)
def test_permitted_are_legal_each_once_and_sorted(at: Table) -> None:
    rules, position, roll = at
    legal, permitted = rules.moves(position, roll)
    assert set(permitted) <= set(legal)
    assert bool(permitted) == bool(legal)
    for moves in (legal, permitted):
        texts = [move.text for move in moves]
        assert texts == sorted(set(texts))


@given(tables)
def test_duties_are_named_where_the_book_numbers_them(at: Table) -> None:
    rules, position, roll = at
    for move in rules.legal(position, roll):
        assert move.duties == tuple(sorted(set(move.duties), reverse=True))
        assert (8 in move.duties) == rules.has_duties == bool(move.duties)


@given(tables)
def test_a_move_moves_one_piece_and_sends_the_captured_ones_back(at: Table) -> None:
    rules, position, roll = at
    before = standing(rules, position)
    for move in rules.legal(position, roll):
        wanted = {colour: Counter(fields) for colour, fields in before.items()}
        wanted[move.colour] += Counter([move.target])
        wanted[move.colour] -= Counter([move.origin])
        for capture in move.captures:
            wanted[capture[0]] += Counter([WAITING])
            wanted[capture[0]] -= Counter([capture[1:]])
        after = rules.follow(position, roll, move)
        assert standing(rules, after) == wanted
        assert all(pieces.total() == PIECES for pieces in wanted.values())


@given(tables)
def test_play_follows_the_permitted_moves_and_no_others(at: Table) -> None:
    rules, position, roll = at
    text = rules.write(position)
    legal, permitted = rules.moves(position, roll)
    for move in permitted:
        assert rules.play(position, roll, move.text) == rules.follow(position, roll, move)
    for refused in {move.text for move in legal} - {move.text for move in permitted} | {"", "x", " --"}:
        with pytest.raises(BadMove):
            rules.play(position, roll, refused)
    if permitted:
        with pytest.raises(BadMove):
            rules.play(position, roll, NOTHING)
    else:
        rules.play(position, roll, NOTHING)
    assert rules.write(position) == text, "positions are immutable"


@given(tables)
def test_whoever_throws_next_can_play_on(at: Table) -> None:
    rules, position, roll = at
    for move in rules.permitted(position, roll) or (None,):
        after = rules.follow(position, roll, move)
        to_move = rules.view(after).to_move
        assert to_move in rules.players_of(after)
        assert rules.over(after) or to_move not in rules.finished(after)


@given(tables)
def test_a_finished_game_has_no_moves_and_stays(at: Table) -> None:
    rules, position, roll = at
    unfinished = set(rules.players_of(position)) - set(rules.finished(position))
    assert rules.over(position) == (len(unfinished) <= 1)
    if rules.over(position):
        assert rules.moves(position, roll) == ((), ())
        assert rules.follow(position, roll, None) == rules.pass_on(position) == position
        assert rules.perft(position, 3) == 1


@given(tables)
def test_perft_of_one_throw_counts_the_permitted_moves(at: Table) -> None:
    rules, position, _ = at
    if not rules.over(position):
        assert rules.perft(position, 1) == sum(len(rules.permitted(position, roll)) or 1 for roll in rules.rolls)
    assert rules.perft(position, 0) == 1


# Reasons


def worded(rules: Rules, position: Position, roll: Roll, played: str) -> list[str]:
    """The codes of the reasons, each of which has a sentence in both languages."""
    reasons = rules.why_not(position, roll, played)
    for reason in reasons:
        for language in languages():
            assert wording.reason(reason, language).strip()
    return [reason.code for reason in reasons]


@given(tables)
def test_permitted_moves_are_not_refused(at: Table) -> None:
    rules, position, roll = at
    permitted = rules.permitted(position, roll)
    for move in permitted:
        assert rules.why_not(position, roll, move.text) == ()
    assert worded(rules, position, roll, NOTHING) == ([] if not permitted else [demanded(rules, position, roll)])


def demanded(rules: Rules, position: Position, roll: Roll) -> str:
    demand = rules.demand(position, roll)
    assert demand is not None
    return demand.code


@given(tables)
def test_a_legal_move_that_is_not_permitted_misses_a_duty(at: Table) -> None:
    rules, position, roll = at
    legal, permitted = rules.moves(position, roll)
    for move in set(legal) - set(permitted):
        (reason,) = rules.why_not(position, roll, move.text)
        moves = reason.data["moves"]
        assert isinstance(reason.code, Demand)
        assert isinstance(moves, tuple)
        assert moves
        assert set(moves) <= {permitted_move.text for permitted_move in permitted}


@given(tables)
def test_the_demand_names_what_is_permitted(at: Table) -> None:
    rules, position, roll = at
    permitted = rules.permitted(position, roll)
    demand = rules.demand(position, roll)
    assert (demand is None) == (not permitted)
    if demand:
        assert demand.data["moves"] == tuple(move.text for move in permitted)
        assert set(pieces(demand.data["pieces"])) == {(move.colour, move.origin) for move in permitted}


def pieces(named: object) -> tuple[tuple[str, str], ...]:
    assert isinstance(named, tuple)
    return named


# What a referee does to a position


@given(tables)
def test_sending_back_moves_one_piece_to_its_waiting_field(at: Table) -> None:
    rules, position, _ = at
    before = standing(rules, position)
    for colour, fields in before.items():
        for field in set(fields) - {WAITING}:
            after = standing(rules, rules.send_back(position, colour, field))
            assert after == {**before, colour: before[colour] - Counter([field]) + Counter([WAITING])}


@given(tables)
def test_a_piece_sent_back_after_a_move_is_where_follow_puts_it(at: Table) -> None:
    rules, position, roll = at
    for move in rules.permitted(position, roll):
        if move.target != WAITING and not rules.over(rules.follow(position, roll, move)):
            after = rules.follow(position, roll, move, (move.colour, move.target))
            sent = rules.send_back(rules.follow(position, roll, move), move.colour, move.target)
            assert standing(rules, after) == standing(rules, sent)


@given(tables)
def test_passing_on_goes_round_the_unfinished(at: Table) -> None:
    rules, position, _ = at
    if rules.over(position):
        return
    unfinished = [c for c in rules.players_of(position) if c not in rules.finished(position)]
    seen = []
    for _ in unfinished:
        position = rules.pass_on(position)
        seen.append(rules.view(position).to_move)
        assert rules.view(position).throws == 0
    assert sorted(seen) == sorted(unfinished)


@given(tables)
def test_an_excluded_player_leaves_the_board(at: Table) -> None:
    rules, position, _ = at
    players = rules.players_of(position)
    if len(players) > 2 and not rules.options.get("neutral"):
        gone = rules.view(position).to_move
        after = rules.without(position, gone)
        assert set(rules.players_of(after)) == set(players) - {gone}
        assert rules.view(after).to_move != gone
        assert rules.read(rules.write(after)) == after


# Starts and refusals


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.stem)
def test_each_number_of_players_can_start(file: PerftFile) -> None:
    rules = registry.rules(file.rules, file.options)
    for players in range(rules.players[0], rules.players[1] + 1):
        if rules.options.get("neutral") and players != 3:
            continue
        position = rules.start(players)
        assert len(rules.players_of(position)) == players
        assert rules.view(position).to_move == rules.players_of(position)[0]
    for players in (rules.players[0] - 1, rules.players[1] + 1):
        with pytest.raises(BadOption):
            rules.start(players)


@pytest.mark.parametrize("rules_id", registry.RULE_SETS)
def test_description(rules_id: str) -> None:
    rules = registry.rules(rules_id)
    assert rules.id == rules_id
    assert set(rules.names) == set(languages())
    assert rules.options == rules.defaults
    assert {rules.view(rules.start(n)).board for n in range(rules.players[0], rules.players[1] + 1)} <= set(
        rules.boards
    )


@pytest.mark.parametrize("rules_id", registry.RULE_SETS)
@pytest.mark.parametrize("options", [{"nothing": True}, {"three_throws": 1}, {"goal_entry": True}, {"neutral": "X"}])
def test_wrong_options_are_refused(rules_id: str, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        registry.rules(rules_id, options)


def test_unknown_rule_set() -> None:
    with pytest.raises(BadOption):
        registry.rules("halma")


@given(st.sampled_from(FILES), st.text(max_size=80))
def test_any_text_is_a_position_or_refused(file: PerftFile, text: str) -> None:
    rules = registry.rules(file.rules, file.options)
    with pytest.raises(BadPosition) as refused:
        rules.read(text)
    for language in languages():
        assert refused.value.sentence(language)


@given(tables, st.integers(0, 200), st.integers(0, 2), st.text("YGRKBWMabcd0123456789:, -", max_size=2))
def test_a_respelt_position_is_read_canonically_or_refused(at: Table, place: int, cut: int, put: str) -> None:
    rules, position, _ = at
    text = rules.write(position)
    place %= len(text)
    try:
        read = rules.read(text[:place] + put + text[place + cut :])
    except BadPosition as refused:
        sentences = [refused.sentence(language) for language in languages()]
    else:
        sentences = [rules.write(rules.read(rules.write(read)))]
        assert sentences == [rules.write(read)]
    assert all(sentences)


def test_moves_are_frozen() -> None:
    move = Move("B-1", "Y", "B", "1", (), (8, 4))
    with pytest.raises(AttributeError):
        move.text = "B-2"  # type: ignore[misc]
