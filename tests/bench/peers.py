"""What a user would take instead of our engine, each driven as its documentation shows: a count of steps done."""

from collections.abc import Callable
from random import Random

Work = Callable[[], int]


def ludo_king(random: Random) -> int:
    """One game of ludo-king-engine until its end: throws."""
    from ludo_engine.core.game import LudoGame
    from ludo_engine.core.player import PlayerColor

    game = LudoGame([PlayerColor.RED, PlayerColor.GREEN, PlayerColor.YELLOW, PlayerColor.BLUE])
    thrown = 0
    while not game.game_over:
        player = game.get_current_player()
        roll = game.roll_dice()
        thrown += 1
        moves = game.get_valid_moves(player, roll)
        again = roll == 6
        if moves:
            again = game.execute_move(player, random.choice(moves).token_id, roll).extra_turn
        if not again:
            game.next_turn()
    return thrown


def ludopy(random: Random) -> int:
    """One game of LUDOpy until its first winner: throws."""
    import ludopy

    game = ludopy.Game()
    thrown = 0
    while game.get_winner_of_game() < 0:
        (_, movable, *_), _ = game.get_observation()
        thrown += 1
        game.answer_observation(random.choice(list(movable)) if len(movable) else -1)
    return thrown


def maedn(random: Random) -> int:
    """One game of OpenSpiel's maedn until its first winner, as its examples drive a game: throws."""
    import pyspiel

    state = pyspiel.load_game("maedn", {"players": 4}).new_initial_state()
    thrown = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
            thrown += 1
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return thrown


def maedn_told(random: Random) -> int:
    """The same by somebody who knows that chance is a die, and does not ask."""
    import pyspiel

    state = pyspiel.load_game("maedn", {"players": 4}).new_initial_state()
    thrown = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.randrange(6))
            thrown += 1
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return thrown


def chess_counted(depth: int) -> int:
    """perft from the start position of chess, the last ply counted only."""
    import chess

    return _perft(chess.Board(), depth, 1)


def chess_played(depth: int) -> int:
    import chess

    return _perft(chess.Board(), depth, 0)


def _perft(board, depth: int, counted: int) -> int:
    if depth == counted:
        return board.legal_moves.count() if counted else 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _perft(board, depth - 1, counted)
        board.pop()
    return nodes
