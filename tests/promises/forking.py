"""Loads the web process once and then, for every line that it reads, forks it and says its number: a server that is killed
every half second needs to be there again in a moment (server.py, Forked)."""

import os
import signal
import sys

from django.urls import get_resolver

from deploy.site import uvicorn_process as web


def main() -> None:
    _pages = get_resolver().url_patterns  # read by the first request otherwise
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is dead is gone
    for _order in sys.stdin:
        number = os.fork()
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            web.main()
            os._exit(0)
        print(number, flush=True)


if __name__ == "__main__":
    main()
