"""`python -m tournament.seating`: see protocol."""

import sys

from tournament.seating.protocol import serve


def main() -> None:
    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    serve(sys.stdin.buffer, write)


main()
