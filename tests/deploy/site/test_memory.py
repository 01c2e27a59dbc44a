"""What strangers send is not kept: the short form of `python -m tests.bench.long_cookies`."""

import pytest

from tests.bench.long_cookies import grown
from tests.promises.conftest import House, _first_house, house, new_house  # noqa: F401  (fixtures)
from tests.promises.server import Laptop

REQUESTS, MOST = 900, 20 << 20  # 600 of them have pages that are remembered, with 60 kB of cookies each

pytestmark = pytest.mark.slow


def grown_by(house: House, **more: str) -> int:  # noqa: F811
    server = Laptop(house.data, "tests.promises.settings_altered", AUGENGENAU_DEBUG="0", **house.more, **more)
    server.start()
    try:
        assert server.process is not None
        size, answers = grown(server.port, server.process.pid, house.tournament, REQUESTS)
    finally:
        server.close()
    print(f"{answers}: {size / (1 << 20):+.1f} MB")
    assert answers[304] > REQUESTS / 3
    return size


def test_long_cookies_leave_nothing_in_memory(house):  # noqa: F811
    assert grown_by(house) < MOST


def test_control_a_cache_by_the_whole_request_grows(house):  # noqa: F811
    assert grown_by(house, WITHOUT="hash") > MOST
