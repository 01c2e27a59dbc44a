"""`python -m referee`: the text protocol of `games` with `judge`, without Django."""

import sys

from games.protocol import main
from referee.judging.protocol import OPS

if __name__ == "__main__":
    sys.exit(main(OPS))
