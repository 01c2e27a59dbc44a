"""The ranking of the teams in a team final.

Decided here: a team is ranked as a single player would be, whose rounds are the boards. So points, every tie-break and its
reason hold for teams too. Left out: who plays for a team, and how a reason reads (`wording`).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from tournament.standings.ranking.model import Facts, Line, Player, Scheme, Table, ThrowOff
from tournament.standings.ranking.rank import standings


def team_lines(facts: Facts, scheme: Scheme) -> list[Line]:
    """The teams, best first: `player.team` names them, `round` of a single result is its board."""
    team_of = _teams(facts)
    lines = standings(_as_teams(facts, team_of), scheme)
    return [line for line in lines if line.player.team]


def level(facts: Facts, scheme: Scheme) -> list[list[int]]:
    """Groups of teams that nothing has separated so far; each team as the player at its first board, who throws for it."""
    groups: dict[int, list[int]] = defaultdict(list)
    for line in team_lines(facts, scheme):
        groups[line.rank or 0].append(_first(facts, line.player.team))
    return [group for group in groups.values() if len(group) > 1]


def boards(facts: Facts) -> dict[str, list[int]]:
    """By team its players, from the first board on."""
    team_of = {player.id: player.team for player in facts.players}
    players: dict[str, list[int]] = defaultdict(list)
    for table in sorted(facts.tables, key=lambda table: table.number):
        for seat in table.seats:
            players[team_of[seat.player]].append(seat.player)
    return players


def _first(facts: Facts, team: str) -> int:
    return boards(facts)[team][0]


def _teams(facts: Facts) -> Mapping[int, Player]:
    """By player their team in the form of a player. Players who have left their team still count as opponents."""
    played = {seat.player for table in facts.tables for seat in table.seats}
    names = sorted({player.team for player in facts.players if player.id in played and player.team})
    penalties: dict[str, int] = defaultdict(int)
    for player in facts.players:
        penalties[player.team] += player.penalty
    by_name = {
        name: Player(number, number, team=name, penalty=penalties[name], lot=name)
        for number, name in enumerate(names, 1)
    }
    return {
        player.id: by_name.get(player.team) or Player(-player.id, player.number, status="excluded")
        for player in facts.players
    }


def _as_teams(facts: Facts, team_of: Mapping[int, Player]) -> Facts:
    tables = tuple(
        Table(table.number, table.number, tuple(seat._replace(player=team_of[seat.player].id) for seat in table.seats))
        for table in facts.tables
    )
    seen = {seat.player for table in tables for seat in table.seats}
    players = {player.id: player for player in team_of.values() if player.id in seen}
    offs = tuple(ThrowOff(tuple(_of_teams(turn, team_of) for turn in off.throws)) for off in facts.throw_offs)
    return replace(facts, players=tuple(players.values()), tables=tables, throw_offs=offs)


def _of_teams(turn: Mapping[int, int], team_of: Mapping[int, Player]) -> Mapping[int, int]:
    return {team_of[player].id: value for player, value in turn.items() if player in team_of}
