"""One whole game of each rule book, by thumb: python -m tests.browser.film_books FOLDER [BOOK …]

The books by number: 000 `classic`, 001 `turnier`, 002 `classic6`, 003 `verboten`, 004 `mauer`; each with every option that it
has and every reading other than ours. A phone begins the game on the club's page, throws for the first move, taps every
throw to the end, and looks at what is left of it. Numbered pictures go into the folder.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect, sync_playwright

from deploy.workshop import tools
from games.engine.rules import registry
from games.free.seating import NEUTRAL, ways
from tests.browser.conftest import ARGUMENTS, run, started
from tests.browser.film import PASSWORD, Film

NAMES = ("Yara Yılmaz", "Gero Graf", "Rosa Roth")
# By number: the rule set and how it is played. A neutral colour is an option, too.
BOOKS = {
    "000": ("classic", "3-neutral"),
    "001": ("turnier", "3-6"),
    "002": ("classic6", "3-neutral"),
    "003": ("verboten", "3-neutral"),
    "004": ("mauer", "3-M"),
}
MOST = 600  # throws
PICTURES = (0, 15, 60, 120)  # after so many throws


def options_of(rules: str, way: str) -> dict[str, object]:
    """Every option of the book, switched on or with another value than the book's."""
    chosen = next(one for one in ways(rules) if one.code == way)
    others = {
        option.name: next(value for value in option.values if value != option.default)
        for option in registry.rule_class(rules).choices
        if option.name != NEUTRAL
    }
    return {**others, **chosen.options}


def begin(film: Film, page: Page, club: str, book: str) -> None:
    rules, way = BOOKS[book]
    page.goto(f"/desk/clubs/{club}/games/")
    page.get_by_role("link", name="Spiel beginnen").first.tap()
    page.locator(f'a[href="?rules={rules}"]').tap()
    page.locator(".manyways").wait_for()
    film.shot(page, f"{book} how many play")
    page.locator(f'a[href$="way={way}"]').tap()
    page.locator("input[name^=who_]").first.wait_for()
    for field, name in zip(page.locator("input[name^=who_]").all(), NAMES, strict=True):
        field.fill(name)
    page.locator("details.how > summary").tap()
    for name, value in options_of(rules, way).items():
        if value is True:
            page.locator(f"label[for=id_how-{name}]").tap()
        elif name != NEUTRAL:
            page.locator(f"label:has(input[name=how-{name}][value={value}])").tap()
    film.shot(page, f"{book} who plays and how")
    page.get_by_role("button", name="Los geht’s").tap()
    page.locator("[data-version]").wait_for()


def first_move(film: Film, page: Page, book: str) -> None:
    """Thrown for; of two dice the youngest begins."""
    page.locator(".phase").wait_for()
    film.shot(page, f"{book} who begins")
    if book == "004":
        page.locator(".phase button[name=colour]").first.tap()
    for roll in "362" if book != "004" else "":
        version = now(page)
        page.locator(f".phase form[data-first] button[value='{roll}']").tap()
        entered(page, version)
    page.locator("[data-dice]").wait_for()


def now(page: Page) -> int:
    return int(page.locator("[data-version]").get_attribute("data-version") or 0)


def entered(page: Page, version: int) -> None:
    expect(page.locator("[data-version]")).to_have_attribute("data-version", str(version + 1))


def play(film: Film, page: Page, book: str) -> int:
    """Every throw by thumb; of five throws by lot the best is made, so that it comes to an end."""
    rules, way = BOOKS[book]
    engine, lot, count = registry.rules(rules, options_of(rules, way)), Random(book), 0
    while page.locator("[data-phase=throw]").count():
        if count in PICTURES:
            film.shot(page, f"{book} after {count} throws", top=True)
        assert count < MOST
        position = engine.read(page.locator("#ruled-position").input_value())
        rolls = [sorted(roll) if isinstance(roll, tuple) else roll for roll in lot.sample(list(engine.rolls), 5)]
        moves = [
            (worth(move, book), lot.random(), n, move.text)
            for n, roll in enumerate(rolls)
            for move in permitted(engine, position, roll)
        ]
        _worth, _lot, n, played = max(moves, default=(0, 0, 0, ""))
        version, roll = now(page), written(rolls[n])
        page.locator(f"[data-dice] button[value='{roll}']").tap()
        if len(permitted(engine, position, rolls[n])) > 1:
            page.locator(f"form[data-roll='{roll}'] .ways button[value='{played}']").tap()
        entered(page, version)
        count += 1
    expect(page.get_by_text("Das Spiel ist zu Ende.").first).to_be_visible()
    return count


def permitted(engine, position, roll):
    return engine.permitted(position, tuple(roll) if isinstance(roll, list) else roll)


def written(roll: object) -> str:
    return ",".join(map(str, roll)) if isinstance(roll, list) else str(roll)


def worth(move, book: str) -> tuple[bool, int, bool, int]:
    far = int(move.target) if book == "004" and move.target.isdigit() else 0
    return move.target in "abcd", -len(move.captures), move.origin == "B", far


def afterwards(film: Film, page: Page, book: str) -> None:
    film.shot(page, f"{book} the end")
    rules = page.locator("p.soft.small > a").first.get_attribute("href")
    page.get_by_role("link", name="Zuschauen").first.tap()
    page.locator("#game").wait_for()
    film.shot(page, f"{book} watched")
    shown = page.locator("output[for=replay-at]")
    last = shown.inner_text()
    page.get_by_role("link", name="← Zurück").tap()
    expect(shown).not_to_have_text(last)
    film.shot(page, f"{book} one throw back", top=True)
    paper = page.locator('a[href$="record.pdf"]').get_attribute("href")
    answer = page.request.get(str(paper))
    assert answer.headers["content-type"] == "application/pdf"
    (film.folder / f"{book} record.pdf").write_bytes(answer.body())
    page.goto(str(rules))
    film.shot(page, f"{book} how it is played")


def a_whole_game(film: Film, club: str, book: str) -> int:
    page = film.phone
    begin(film, page, club, book)
    first_move(film, page, book)
    count = play(film, page, book)
    afterwards(film, page, book)
    print(f"{book}: {count} throws", flush=True)
    return count


def signed_in(film: Film) -> str:
    """A club and its first account; gives the club's id."""
    page = film.phone
    page.goto(film.server.manage("from tournament.people.actions import first_organiser_link as f; print(f())"))
    page.get_by_label("Name deines Vereins").fill("SC Augenzahl")
    page.get_by_label("Name zum Anmelden").fill("yara")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Verein und Konto anlegen").tap()
    page.wait_for_url("**/desk/")
    return film.server.manage("from tournament.models import Club; print(Club.objects.get().public_id)")


def main() -> None:
    folder, books = Path(sys.argv[1]), sys.argv[2:] or [*BOOKS]
    folder.mkdir(parents=True, exist_ok=True)
    path = tools.chromium()
    assert path, "no chromium here: " + tools.install_line(["chromium"])
    with tempfile.TemporaryDirectory(prefix="augengenau-film-") as data, sync_playwright() as playwright:
        static = Path(data) / "static"
        run("collectstatic", AUGENGENAU_STATIC=str(static), AUGENGENAU_DATA=data)
        server = started(Path(data), static)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        film = Film(folder, browser, server)
        try:
            club = signed_in(film)
            for book in books:
                a_whole_game(film, club, book)
        except BaseException:
            film.phone.screenshot(path=str(folder / "stopped.png"))
            raise
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
