"""Requests that really are sent in the same moment, each from a thread of its own."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection
from django.test import Client

Order = tuple[Client, str, dict[str, str]]  # whose browser, the address, the form


def posted_at_once(orders: Sequence[Order]) -> list[int]:
    """The status of each answer, in the order of the requests."""
    together = Barrier(len(orders))

    def ask(order: Order) -> int:
        browser, address, form = order
        together.wait()
        try:
            return browser.post(address, form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(orders)) as pool:
        return list(pool.map(ask, orders))
