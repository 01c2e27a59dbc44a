"""A phone that knows whose it is: first on every page of the tournament, without scrolling on the smallest, and forgettable."""

from playwright.sync_api import Page, expect

SMALL = {"viewport": {"width": 320, "height": 568}}
PAGES = ("", "tables/", "standings/", "bracket/", "games/", "players/1/", "draws/")


def seated(site, page: Page) -> str:
    """The start number of somebody who plays now."""
    page.goto(f"/t/{site.facts['play']}/tables/")
    return page.locator(".tables .hall:not(:has(.badge)) .who").first.inner_text().split()[0]


def is_first(page: Page, number: str) -> bool:
    """Table, colour and all opponents, above the fold and above the page's own heading."""
    card = page.locator(f"#me [data-me='{number}']")
    expect(card).to_be_visible()
    lowest = card.locator(".opponents li").last.bounding_box()
    heading = page.locator("h1").bounding_box()
    assert lowest is not None and heading is not None
    return lowest["y"] + lowest["height"] <= 568 and heading["y"] > lowest["y"]


def test_said_once_it_stands_first_everywhere_and_rows_are_marked(site, visitor):
    page = visitor(site, **SMALL)
    number, here = seated(site, page), f"/t/{site.facts['play']}/"
    page.goto(f"{here}?q={number}")
    page.locator(f"[data-keep='{number}']").click()
    for below in PAGES:
        page.goto(here + below)
        assert is_first(page, number), below
    page.goto(f"{here}tables/")
    mine = page.locator(".tables .me")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text(f"{number} ")
    page.locator(f"[data-jump='{number}']").click()
    expect(mine).to_be_focused()
    expect(mine).to_be_in_viewport()
    page.goto(f"{here}standings/")
    expect(page.locator("tr.me")).to_have_attribute("id", f"entry-{number}")


def test_who_was_searched_for_last_is_shown_until_somebody_says_who_it_is(site, visitor):
    page = visitor(site, **SMALL)
    number, here = seated(site, page), f"/t/{site.facts['play']}/"
    page.goto(here)
    expect(page.locator("#me article")).to_have_count(0)
    page.locator("#q").fill(number)
    page.locator(f"[data-keep='{number}']").wait_for()
    page.goto(f"{here}standings/")
    expect(page.locator(f"#me [data-me='{number}']")).to_be_visible()


def test_a_private_link_is_known_on_the_public_pages_and_can_be_forgotten(site, visitor):
    page = visitor(site, **SMALL)
    page.goto(site.facts["own_seated"])
    own = page.locator("#me[data-own]")
    number = own.get_attribute("data-own") or ""
    page.goto(f"/t/{site.facts['play']}/standings/")
    card = page.locator(f"#me [data-me='{number}']")
    card.get_by_text("Mehr").click()
    expect(card.get_by_role("link", name="Eigene Seite")).to_have_attribute(
        "href", f"/entry/{site.facts['own_seated'].split('/')[2]}/"
    )
    card.get_by_text("Bin ich nicht").click()
    expect(page.locator("#me article")).to_have_count(0)
    page.reload()
    expect(page.locator("#me article")).to_have_count(0)


def test_two_of_a_family_side_by_side(site, visitor):
    page = visitor(site)
    here = f"/t/{site.facts['play']}/"
    for number in ("1", "2"):
        page.goto(f"{here}?q={number}")
        page.locator(f"[data-keep='{number}']").click()
    page.goto(f"{here}tables/")
    first, second = page.locator("#me article").first, page.locator("#me article").nth(1)
    expect(second).to_be_visible()
    boxes = first.bounding_box(), second.bounding_box()
    assert boxes[0] and boxes[1] and abs(boxes[0]["y"] - boxes[1]["y"]) < 2


def test_what_was_not_there_when_one_last_looked_is_said_at_the_top(site, visitor):
    page = visitor(site, **SMALL)
    number, here = seated(site, page), f"/t/{site.facts['play']}/"
    page.goto(f"{here}?q={number}")
    page.locator(f"[data-keep='{number}']").click()
    page.locator(f"#me [data-me='{number}']").wait_for()
    expect(page.locator(".news")).to_have_count(0)
    page.goto(f"{here}standings/")
    page.locator(f"#me [data-me='{number}']").wait_for()
    expect(page.locator(".news")).to_have_count(0)
    page.evaluate(
        """([number, key]) => {
          const kept = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...kept, news: { [number]: 'the round before' } }));
        }""",
        [number, f"me {site.facts['play']}"],
    )
    page.reload()
    expect(page.locator("#messages .news")).to_contain_text("Tisch")
    page.reload()
    page.locator(f"#me [data-me='{number}']").wait_for()
    expect(page.locator(".news")).to_have_count(0)
