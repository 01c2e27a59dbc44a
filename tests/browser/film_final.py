"""A disputed final as a film: python -m tests.browser.film_final FOLDER

Three claims at the table of the final, one appeal that is upheld, one ruling that replaces another, one exclusion that the
organisers take back. A referee's phone of 360 px, an organiser's, and the phones of two players; every step leaves a numbered
picture. At the end every ruling is read once more, in English and dark.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS, PATIENCE, run, started
from tests.browser.film import Film

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
SEED = """
import json
from games.models import Game
from games.recording.actions import add_line, open_game
from tests.browser.seed import signed_in, someone
from tests.tournament.evening import Evening, by_number, settle
from tournament.core.actors import SYSTEM, Actor
from tournament.core.links import entry_token
from tournament.models import Grant, Table
from tournament.people import clubs
yara, gero, rosa = someone("yara", is_operator=True), someone("gero"), someone("rosa")
by = Actor(yara)
club = clubs.create_club(None, by=by, name="SC Augenzahl", admin=yara).result
evening = Evening(club, "championship", by=by)
evening.come(16)
for one in (gero, rosa):
    Grant.objects.create(account=one, club=club, tournament=evening.tournament, role="referee")
evening.play_stage(1, by_number)
settle(evening, 2)
final = evening.publish(evening.draw(2)[0])
evening.start(final)
table = Table.objects.get(round=final)
game = Game.objects.get(public_id=open_game(evening.tournament, by=by, table_id=table.public_id).receipt["game"])
add_line(game, by=by, kind="begins", colour="Y")
add_line(game, by=by, kind="ruled", position="4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,22 K:B,B,31,b Y 0")
add_line(game, by=by, kind="throw", roll="4", played="20-24")
seats = {seat.colour: seat.entry for seat in table.seats.select_related("entry")}
print(json.dumps({
    "tournament": evening.tournament.public_id, "table": table.public_id, "game": game.public_id,
    **{one.login: signed_in(one) for one in (yara, gero, rosa)},
    **{colour: f"/e/{entry.public_id}/{entry_token(entry)}/" for colour, entry in seats.items()},
    **{f"rulings_{colour}": f"/entry/{entry.public_id}/rulings/" for colour, entry in seats.items()},
}))
"""


class Final(Film):
    """`facts`: the tournament, its table, sessions and links."""

    facts: dict[str, str]

    def phone_of(self, login: str, **cookies: str) -> Page:
        page = self.device(SMALL, session=self.facts[login], **cookies)
        page.set_default_timeout(PATIENCE)
        return page

    def sends(self, page: Page, where: str) -> None:
        """Tap what leads to another page."""
        with page.expect_navigation():
            page.locator(where).first.tap()

    def at(self, page: Page, path: str) -> Page:
        page.goto(f"/referee/t/{self.facts['tournament']}/{path}")
        return page

    def seen(self, page: Page, number: int, name: str) -> None:
        """The ruling's page and its card."""
        self.shot(self.at(page, f"rulings/{number}/"), f"{name} page")
        self.shot(self.at(page, f"rulings/{number}/card/"), f"{name} card", top=True)


def sign(film: Final, page: Page, name: str) -> None:
    expect(page.locator("#verdict .stands")).to_be_visible(timeout=4 * PATIENCE)
    film.shot(page, f"{name} before signing", top=True)
    film.sends(page, ".signbar button.main")


def first_claim(film: Final, gero: Page) -> None:
    """From the record: a capture was missed."""
    film.shot(film.at(gero, ""), "the referee's floor", top=True)
    film.at(gero, f"tables/{film.facts['table']}/")
    sign(film, gero, "claim 1, from the record")
    film.seen(gero, 1, "ruling 1")
    film.sends(gero, ".heard button[value=yes]")
    film.shot(gero, "ruling 1 read and accepted", top=True)


def appeal(film: Final, rosa: Page, player: Page) -> None:
    player.goto(film.facts["Y"])
    player.goto(film.facts["rulings_Y"])
    film.shot(player, "the player reads ruling 1")
    player.locator("details.more:has(textarea) summary").first.tap()
    player.locator("textarea").first.fill("Grün stand auf 10, nicht auf 9.")
    film.sends(player, "form:has(textarea) button")
    film.shot(player, "the player has appealed")
    film.at(rosa, "rulings/1/")
    rosa.locator("#vote-words").fill("Zwei Zeugen sagen 10.")
    film.shot(rosa, "another referee decides the appeal")
    film.sends(rosa, "button[name=upholds][value='1']")
    film.seen(rosa, 1, "ruling 1 after the appeal")
    player.goto(film.facts["rulings_Y"])
    film.shot(player, "the player reads that it is upheld")


def second_claim(film: Final, gero: Page) -> None:
    """Set up by tapping, replaced afterwards by another ruling with points off."""
    film.at(gero, f"tables/{film.facts['table']}/")
    gero.locator("#claim label:has(input[name=against][data-colour=G])").tap()
    for colour, field in (("Y", "5"), ("Y", "24"), ("G", "10"), ("G", "14"), ("R", "16")):
        gero.locator(f'[data-chip="{colour}"]').first.tap()
        gero.locator(f'#claim .ag-field[data-field="{field}"]').first.tap()
    film.shot(gero, "claim 2 set up by tapping", top=True)
    gero.locator('#claim label:has(input[name=roll][value="2"])').tap()
    for field in ("10", "12"):
        gero.locator(f'#claim .ag-field[data-field="{field}"]').first.tap()
    sign(film, gero, "claim 2")
    film.seen(gero, 2, "ruling 2")
    film.at(gero, "rulings/2/")
    gero.locator("summary", has_text="Anders entscheiden").tap()
    gero.locator("label:has(input[name=measure][value=points])").tap()
    gero.locator("#points").fill("2")
    gero.locator("label:has(input[name=board][value=as_is])").tap()
    gero.locator("#deviation").fill("Beide Seiten haben sich geeinigt.")
    film.shot(gero, "ruling 2 is replaced")
    film.sends(gero, "form[action$='supersede/'] button.main")
    film.seen(gero, 2, "ruling 2 replaced")


def third_claim(film: Final, gero: Page, yara: Page, player: Page) -> None:
    """Pieces upset, an exclusion; the organisers take it back."""
    film.at(gero, f"tables/{film.facts['table']}/incident/")
    for name, value in (("incident", "upset"), ("who", None), ("a-purpose", "purpose"), ("a-turn", "G")):
        if name == "a-turn":
            gero.locator('#verdict:not([hidden]), [name="a-turn"]').first.wait_for(state="attached")
            if not gero.locator('[name="a-turn"]').count():
                break  # the record says it
        where = f'[value="{value}"]' if value else ""
        label = gero.locator(f'#incident label:has(input[name="{name}"]{where})')
        (label.nth(2) if not value else label.first).tap()
    film.shot(gero, "claim 3, pieces upset")
    film.sends(gero, "#verdict button.main")
    gero.locator("textarea#words").fill("Brett vom Tisch gewischt.")
    film.shot(gero, "claim 3, what follows is shown")
    film.sends(gero, "button.grave")
    film.seen(gero, 3, "ruling 3, excluded")
    player.goto(film.facts["R"])
    film.shot(player, "the excluded player's page")
    player.goto(film.facts["rulings_R"])
    film.shot(player, "the excluded player reads the ruling")
    film.at(yara, "rulings/3/")
    yara.locator("details.sure summary").tap()
    yara.locator("#reason").fill("Ein Kind hat den Tisch angestoßen.")
    film.shot(yara, "the organiser takes it back")
    film.sends(yara, "details.sure button.grave")
    film.seen(yara, 3, "ruling 3 taken back")
    player.goto(film.facts["rulings_R"])
    film.shot(player, "the player is in again")


def afterwards(film: Final, yara: Page) -> None:
    film.shot(film.at(yara, "rulings/"), "all rulings")
    yara.goto(f"/desk/t/{film.facts['tournament']}/tables/{film.facts['table']}/")
    film.shot(yara, "the table at the desk")
    yara.goto(f"/desk/t/{film.facts['tournament']}/games/{film.facts['game']}/")
    film.shot(yara, "the record")
    yara.goto(f"/desk/t/{film.facts['tournament']}/log/")
    film.shot(yara, "the log")
    dark = film.phone_of("yara", django_language="en", theme="dark")
    for number in (1, 2, 3):
        film.seen(dark, number, f"dark ruling {number}")


def play(film: Final) -> None:
    gero, rosa, yara = (film.phone_of(login) for login in ("gero", "rosa", "yara"))
    yellow, red = film.device(SMALL), film.device(SMALL)
    first_claim(film, gero)
    appeal(film, rosa, yellow)
    second_claim(film, gero)
    third_claim(film, gero, yara, red)
    afterwards(film, yara)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    path = tools.chromium()
    assert path, "no chromium here: " + tools.install_line(["chromium"])
    with tempfile.TemporaryDirectory(prefix="augengenau-film-") as data, sync_playwright() as playwright:
        static = Path(data) / "static"
        run("collectstatic", AUGENGENAU_STATIC=str(static), AUGENGENAU_DATA=data)
        server = started(Path(data), static)
        browser: Any = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        film = Final(folder, browser, server)
        film.facts = json.loads(server.manage(SEED))
        try:
            play(film)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
