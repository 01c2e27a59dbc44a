"""`python -m referee`: the text protocol of `games` with `judge` and the book, without Django."""

import sys

from games.engine.protocol import main
from referee.commentary.protocol import OPS as BOOK
from referee.judging.protocol import OPS

if __name__ == "__main__":
    sys.exit(main({**OPS, **BOOK}))
