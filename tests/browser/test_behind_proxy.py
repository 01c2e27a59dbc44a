"""A page behind a proxy that keeps what everybody sees for a second: what was heard of is asked for until it comes."""

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Site
from tests.browser.test_hall import enter, seconds_until

pytestmark = pytest.mark.slow


def test_what_a_proxy_had_before_the_change_is_not_taken_for_it(site: Site, visitor):
    page, old = visitor(site), []
    address = f"/t/{site.facts['empty']}/"

    def a_second_late(route: Route) -> None:
        """The first who asks after the change gets what was there before it."""
        if route.request.headers.get("hx-request") and len(old) == 1:
            old.append(route.request.url)
            route.fulfill(body=old[0], content_type="text/html; charset=utf-8")
        else:
            route.continue_()

    page.goto(address)
    old.append(page.locator("#players").evaluate("part => part.outerHTML"))
    page.route(f"**{address}*", a_second_late)
    page.wait_for_timeout(500)
    enter(site, "Nachzuegler")
    assert seconds_until(page, "Nachzuegler", 5) < 5
    assert len(old) == 2  # it was given the old one once
