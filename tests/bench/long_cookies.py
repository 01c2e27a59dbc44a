"""What strangers leave behind in memory: python -m tests.bench.long_cookies [--requests 10000] [--settings MODULE]

The laptop's process is sent requests with cookies, languages and addresses as long as a request can be, each another one, over
pages that are cached and pages that are not. Ends with 1 if it then holds 20 MB more than before.
"""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
from pathlib import Path

from tests.bench.live import memory
from tests.bench.phones import Connection

MOST = 20 << 20
COOKIE, LANGUAGE, ADDRESS = 60_000, 2_000, 2_000
AT_ONCE = 8
WARM = 400  # requests until everything that is loaded once is


def request(path: str, tag: str) -> bytes:
    lines = [
        f"GET {path}?q={secrets.token_hex(ADDRESS // 2)} HTTP/1.1",
        "Host: localhost",
        f"Cookie: x={secrets.token_hex(COOKIE // 2)}",
        f"Accept-Language: {secrets.token_hex(LANGUAGE // 2)}",
        "Accept-Encoding: gzip",
        f"If-None-Match: {tag}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def short(path: str, tag: str) -> bytes:
    """The address as everybody has it, so that the page is a cached one."""
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", f"Cookie: x={secrets.token_hex(COOKIE // 2)}"]
    lines += [f"Accept-Language: {secrets.token_hex(LANGUAGE // 2)}", f"If-None-Match: {tag}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def send(port: int, tournament: str, count: int) -> dict[int, int]:
    """Answers by their status."""
    paths = [f"/t/{tournament}/{part}" for part in ("", "tables/", "standings/")] * 2 + ["/login/", "/none/"]
    answers: dict[int, int] = {}
    tags = await asyncio.gather(*(_tag(port, path) for path in paths))
    numbers = iter(range(count))

    async def visitor() -> None:
        connection = Connection(port, "127.0.0.1")
        for number in numbers:
            which = number % len(paths)
            made = (short if number % 3 else request)(paths[which], tags[which])
            head, _body = await connection.ask(made)
            answers[int(head[9:12])] = answers.get(int(head[9:12]), 0) + 1
        connection.close()

    await asyncio.gather(*(visitor() for _n in range(AT_ONCE)))
    return answers


async def _tag(port: int, path: str) -> str:
    head, _body = await Connection(port, "127.0.0.1").ask(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return (
        head.partition(b"ETag: ")[2].partition(b"\r")[0].decode()
        or head.partition(b"etag: ")[2].partition(b"\r")[0].decode()
    )


def grown(port: int, pid: int, tournament: str, count: int) -> tuple[int, dict[int, int]]:
    """By how many bytes so many requests made the process larger; how they were answered."""
    asyncio.run(send(port, tournament, WARM))
    before = memory(pid)
    answers = asyncio.run(send(port, tournament, count))
    return memory(pid) - before, answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--settings", default="tests.promises.settings_altered", help="of the web process")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"AUGENGENAU_DATA": folder, "AUGENGENAU_STATIC": f"{folder}/static"}
        from tests.bench.hall import hall
        from tests.promises.server import Laptop

        tournament = hall(60, 2, running=True).tournament.public_id
        server = Laptop(Path(folder), options.settings, AUGENGENAU_DEBUG="0")
        server.start()
        try:
            assert server.process is not None
            more, answers = grown(server.port, server.process.pid, tournament, options.requests)
        finally:
            server.close()
    print(
        f"{options.requests} requests with cookies of {COOKIE // 1000} kB, answered {answers}: {more / (1 << 20):+.1f} MB"
    )
    sys.exit(more > MOST)


if __name__ == "__main__":
    main()
