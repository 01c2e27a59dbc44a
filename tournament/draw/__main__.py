"""`python -m tournament.draw`: the draw as JSON lines, without Django (tournament/draw/seating/protocol.py)."""

import os
import sys

from tournament.draw.seating.protocol import serve

HELP = """Draws who sits where: one JSON object a line in, one a line out, until the input ends. docs/protocol.md has every key.

    echo '{"op": "draw", "players": 24, "rounds": 4, "seed": 7}' | python -m tournament.draw"""


def main(arguments: list[str]) -> int:
    if arguments:
        print(HELP, file=sys.stdout if arguments[0] in ("-h", "--help") else sys.stderr)
        return 0 if arguments[0] in ("-h", "--help") else 2

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    try:
        serve(sys.stdin.buffer, write)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # the reader is gone; what is still in the buffer must not be flushed at exit
    return 0


sys.exit(main(sys.argv[1:]))
