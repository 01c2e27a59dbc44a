"""A bot over the engine: python bot.py [SEED]. Plays one game of four; captures where it may, else moves the foremost piece.

Needs the wheel `augengenau_engine`, and nothing else.
"""

import random
import sys

import augengenau_engine as ae


def worth(move: ae.Move) -> tuple[int, int]:
    return len(move.captures), int(move.origin) if move.origin.isdigit() else 0


def play(seed: int) -> ae.Game:
    dice = random.Random(seed)
    game = ae.Game.begin(ae.Board.start("turnier", players=4), {"Y": "Yara", "G": "Gero", "R": "Rosa", "K": "Karl"})
    board = game.board
    while not board.over:
        roll = dice.choice(board.rolls)
        permitted = board.permitted(roll)
        played = max(permitted, key=worth).text if permitted else ae.NOTHING
        game = game.throw(roll, played, colour=board.to_move)
        board = board.play(roll, played)
    return game


if __name__ == "__main__":
    game = play(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(game.text)
    print("Places:", " ".join(game.players[colour] for place in game.result for colour in place))
