"""The teams of a team final, ranked by all their boards."""

from tournament.standings.ranking.model import Facts, Player, Scheme, Seat, Table, ThrowOff
from tournament.standings.ranking.team_boards import boards, level, team_lines

SCHEME = Scheme(four=(5, 3, 2, 1), three=(5, 3, 1), breaks=("wins", "seconds", "throw_off"))
TEAMS = ("Rot", "Blau", "Grün")
# Players 11, 12, 13 sit at board 1, 21, 22, 23 at board 2: the second digit is the team.
PLAYERS = tuple(
    Player(board * 10 + n, board * 10 + n, team=team) for board in (1, 2) for n, team in enumerate(TEAMS, 1)
)


def facts(*orders: str, players=PLAYERS, throws=()) -> Facts:
    """The order of finishing at each board, by the digit of the team."""
    tables = tuple(
        Table(1, board, tuple(Seat(board * 10 + int(team), place) for place, team in enumerate(order, 1)))
        for board, order in enumerate(orders, 1)
    )
    return Facts(players, tables, tuple(ThrowOff(turns) for turns in throws))


def ranks(found: Facts, scheme: Scheme = SCHEME) -> dict[str, int | None]:
    return {line.player.team: line.rank for line in team_lines(found, scheme)}


def test_the_points_of_all_boards_count():
    lines = team_lines(facts("123", "213"), SCHEME)
    assert [(line.player.team, line.parts // 12) for line in lines] == [("Blau", 8), ("Rot", 8), ("Grün", 2)]
    assert [(one.round, one.place) for one in lines[2].singles] == [(1, 3), (2, 3)]


def test_tie_breaks_hold_for_teams_and_are_named():
    scheme = Scheme(three=(4, 3, 2), breaks=("wins",))
    lines = team_lines(facts("123", "321"), scheme)
    assert [line.rank for line in lines] == [1, 1, 3]  # 6 each; one win against none parts the last from them
    assert lines[2].player.team == "Blau" and lines[2].above.criterion == "wins"


def test_level_teams_are_parted_by_who_throws_for_them_at_the_first_board():
    tied = facts("123", "213")
    assert level(tied, SCHEME) == [[12, 11]]
    thrown = facts("123", "213", throws=[({12: 2, 11: 5},)])
    assert ranks(thrown) == {"Rot": 1, "Blau": 2, "Grün": 3} and level(thrown, SCHEME) == []


def test_penalties_of_members_come_off_the_team():
    players = tuple(player._replace(penalty=2 if player.id == 21 else 0) for player in PLAYERS)
    assert ranks(facts("123", "213", players=players)) == {"Blau": 1, "Rot": 2, "Grün": 3}


def test_who_is_taken_out_of_a_team_still_counts_as_an_opponent():
    players = tuple(player._replace(team="" if player.id == 11 else player.team) for player in PLAYERS)
    lines = team_lines(facts("123", "213", players=players), SCHEME)
    assert [(line.player.team, line.parts // 12) for line in lines] == [("Blau", 8), ("Rot", 3), ("Grün", 2)]


def test_two_of_one_team_at_a_table_do_not_break_it():
    players = tuple(player._replace(team="Rot") if player.id == 12 else player for player in PLAYERS)
    assert ranks(facts("123", "213", players=players)) == {"Rot": 1, "Blau": 2, "Grün": 3}


def test_players_by_board():
    assert boards(facts("312", "123")) == {"Grün": [13, 23], "Rot": [11, 21], "Blau": [12, 22]}


def test_who_is_in_no_team_takes_no_rank_from_a_team():
    players = tuple(player._replace(team="") if player.id == 11 else player for player in PLAYERS)
    assert ranks(facts("123", "123", players=players)) == {"Blau": 1, "Rot": 2, "Grün": 3}


def test_who_is_in_no_team_is_nobodys_team_whatever_the_ids_are():
    """Teams are numbered from 1, and so may entries be."""
    players = (Player(1, 1), Player(2, 2, team="Rot"), Player(3, 3, team="Blau"), Player(4, 4, team="Grün"))
    tables = (Table(1, 1, tuple(Seat(n, n) for n in (1, 2, 3, 4))),)
    lines = team_lines(Facts(players, tables), SCHEME)
    assert [(line.player.team, line.parts // 12) for line in lines] == [("Rot", 3), ("Blau", 2), ("Grün", 1)]


def test_a_team_of_which_nobody_played_is_not_ranked():
    assert ranks(facts("12", "12", players=(*PLAYERS, Player(99, 99, team="Gelb"))), SCHEME).keys() == {"Rot", "Blau"}


def test_a_throw_of_somebody_who_is_in_the_standings_no_more_is_passed_over():
    thrown = facts("123", "213", throws=[({12: 2, 11: 5, 77: 6},)])
    assert ranks(thrown) == {"Rot": 1, "Blau": 2, "Grün": 3}
