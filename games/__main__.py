"""`python -m games`: the text protocol, without Django."""

import sys

from games.engine.protocol import OPS, main

if __name__ == "__main__":
    sys.exit(main(OPS))
