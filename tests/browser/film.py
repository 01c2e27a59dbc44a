"""One evening with 37 people as a film: python -m tests.browser.film FOLDER

A club starts with nothing; a laptop and a phone do what people do on such an evening, from the first account to the end
result, on the real pages of a real server. Each step leaves a numbered picture; then the main pages once more, in English
and dark.

Not done by hand are three things: the first link is read from where the terminal shows it, the address on a table's slip
is asked of the product instead of a camera, and the worker is the program's own, started beside the server.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS, PATIENCE, ROOT, run, started
from tests.promises.server import Server

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
HIGHEST = 1600  # px; a list goes on alike below
SETTLED = 150  # ms, for what fades in
PASSWORD = "drei Wörter hintereinander"
GIVEN = ("Yara", "Gero", "Rosa", "Karl", "Bela", "Wanda", "Ida", "Jonas", "Mia", "Anna", "Otto", "Lina")
PEOPLE = [f"{given} {family}" for family in ("Graf", "Roth", "Kurz") for given in GIVEN]
WALK_IN = "Łukasz Nowak"


class Film:
    def __init__(self, folder: Path, browser: Browser, server: Server) -> None:
        self.folder, self.browser, self.server = folder, browser, server
        self.count = 0
        self.laptop = self.device(LAPTOP)
        self.phone = self.device(PHONE)
        self.here = ""

    def device(self, kind: dict, **cookies: str) -> Page:
        context = self.browser.new_context(base_url=self.server.url, color_scheme="light", locale="de-DE", **kind)
        context.set_default_timeout(4 * PATIENCE)
        cookies = {"django_language": "de", **cookies}
        context.add_cookies([{"name": n, "value": v, "url": self.server.url} for n, v in cookies.items()])
        return context.new_page()

    def shot(self, page: Page, name: str, *, top: bool = False) -> None:
        """The page down to HIGHEST, or only what the window shows."""
        self.count += 1
        page.wait_for_timeout(SETTLED)
        path = str(self.folder / f"{self.count:02} {name}.png")
        if top:
            page.screenshot(path=path)
        else:
            height = min(page.evaluate("document.documentElement.scrollHeight"), HIGHEST)
            page.screenshot(
                path=path,
                full_page=True,
                clip={"x": 0, "y": 0, "width": page.viewport_size["width"], "height": height},
            )
        print(path, flush=True)

    def desk(self, path: str = "") -> None:
        self.laptop.goto(f"{self.here}{path}")

    def press(self, name: str) -> None:
        self.laptop.get_by_role("button", name=name, exact=True).first.click()
        self.laptop.wait_for_load_state()

    def follow(self, name: str) -> None:
        self.laptop.get_by_role("link", name=name).first.click()
        self.laptop.wait_for_load_state()


def set_up(film: Film) -> None:
    page = film.laptop
    page.goto(film.server.manage("from tournament.people.actions import first_organiser_link as f; print(f())"))
    page.get_by_label("Name deines Vereins").fill("SC Augenzahl")
    page.get_by_label("Name zum Anmelden").fill("yara")
    page.get_by_label("Passwort").fill(PASSWORD)
    film.shot(page, "first account")
    film.press("Verein und Konto anlegen")
    film.shot(page, "empty desk")
    film.follow("Neues Turnier")
    page.get_by_label("Name des Turniers").fill("Herbstturnier")
    film.shot(page, "wizard name and day")
    film.press("Weiter")
    film.shot(page, "wizard kind")
    film.press("Weiter")
    page.get_by_label("Erwartete Spieler").fill("37")
    page.locator("#id_fours").fill("7")
    page.locator("#id_sixes").fill("3")
    film.shot(page, "wizard hall and time")
    film.press("Weiter")
    film.shot(page, "wizard schedule")
    film.press("Turnier anlegen")
    film.here = page.url
    film.shot(page, "desk before entries")


def enter(film: Film) -> None:
    page = film.laptop
    film.follow("Spieler eintragen")
    page.get_by_label("jede Zeile ein Name").fill("\n".join([*PEOPLE, "Anna Graff"]))
    film.shot(page, "paste a list")
    film.press("Liste ansehen")
    film.shot(page, "look at the list")
    page.locator("[name=take]").uncheck()
    film.press("Alle eintragen")
    film.desk("enter/")
    page.get_by_label("Name", exact=True).fill(WALK_IN)
    page.keyboard.press("Enter")
    page.get_by_text(f"{WALK_IN} ist eingetragen").first.wait_for()
    film.shot(page, "a walk-in")


def check_in(film: Film) -> None:
    page = film.phone
    page.goto("/login/")
    page.get_by_label("Name oder E-Mail-Adresse").fill("yara")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").tap()
    page.wait_for_url("**/desk/")
    film.shot(page, "phone desk")
    page.goto(f"{film.here}check-in/")
    for name in PEOPLE[:4]:
        page.get_by_role("button", name=re.compile(rf"^\d+ ?{name} ?ist da")).tap()
        page.get_by_role("button", name=f"Rückgängig ({name})").wait_for()
    film.shot(page, "phone check-in", top=True)
    page.get_by_role("searchbox").press_sequentially("otto")
    page.wait_for_url("**q=otto**")
    page.locator(".doorlist li").nth(3).wait_for(state="detached")
    film.shot(page, "phone check-in search", top=True)
    page.goto(f"{film.here}check-in/")
    page.locator("details.sure > summary").tap()
    page.get_by_role("button", name="Alle als da vermerken").tap()
    page.get_by_text("37 von 37 da").wait_for()
    film.desk()
    film.shot(film.laptop, "desk before the draw")


def draw(film: Film) -> None:
    page = film.laptop
    film.press("Auslosen")
    page.locator(".seat-pick").first.wait_for()
    film.shot(page, "draw and report")
    page.locator(".seat-pick").nth(0).click()
    page.get_by_text("ist gewählt").wait_for()
    page.locator(".seat-pick").nth(5).click()
    page.get_by_text("tauschen die Sitze").wait_for()
    page.locator("#seats-title").scroll_into_view_if_needed()
    film.shot(page, "swap with its effect", top=True)
    film.press("Sitze tauschen")
    film.press("Veröffentlichen")
    film.press("Starten")
    film.shot(page, "round with clock")


def rest_by_keyboard(film: Film, *, picture: str = "") -> None:
    """Every table that is open, by its number and the places: the lower start number wins."""
    page = film.laptop
    film.desk("results/")
    while (numbers := page.locator("#result-open .spots .spot")).count():
        table = re.match(r"\d+", numbers.last.inner_text())[0]
        hall = page.locator(".tables .hall", has=page.get_by_role("link", name=f"Tisch {table}", exact=True))
        players = [int(who.split()[0]) for who in hall.locator(".who").all_inner_texts()]
        page.get_by_label("Tisch, dann die Plätze").fill(
            f"{table} " + "".join(str(sorted(players).index(player) + 1) for player in players)
        )
        if picture and numbers.count() == 3:
            page.locator("#preview .place").first.wait_for()
            film.shot(page, picture)
        page.keyboard.press("Enter")
        page.locator("#preview").get_by_text(f"Tisch {table} zählt:").wait_for()
    film.desk()


def slip(film: Film, number: int) -> str:
    """The address on the slip of a table of the running round."""
    return film.server.manage(
        "from tournament.core.links import table_token; from tournament.models import Table;"
        f"t = Table.objects.get(number={number}, round__state='published'); print(f'/q/{{t.public_id}}/{{table_token(t)}}/')"
    )


def report(film: Film, number: int, phone: Page, places: str) -> None:
    phone.goto(slip(film, number))
    for place, group in zip(places, phone.locator("fieldset").all(), strict=False):
        group.get_by_role("radio", name=place, exact=True).check()


def first_round(film: Film) -> None:
    page, players = film.laptop, [film.device(PHONE), film.device(PHONE)]
    report(film, 1, players[0], "1324")
    film.shot(players[0], "phone table by its slip")
    for phone, places in zip(players, ("1324", "1324"), strict=True):
        report(film, 1, phone, places)
        phone.get_by_role("button", name="Senden").tap()
        phone.get_by_text(re.compile("Das hast du gemeldet|Dieses Ergebnis zählt")).first.wait_for()
    film.shot(players[1], "phone result counts")
    for phone, places in zip(players, ("1234", "2134"), strict=True):
        report(film, 2, phone, places)
        phone.get_by_role("button", name="Senden").tap()
        phone.wait_for_load_state()
    players[0].goto(film.here.replace("/desk/", "/") + "?q=Otto")
    film.shot(players[0], "phone find yourself")
    film.desk("results/")
    film.shot(page, "two reports differ")
    page.locator(".reports").get_by_role("button", name="Das stimmt").first.click()
    page.locator(".reports").wait_for(state="detached")
    page.get_by_role("link", name="Tisch 3", exact=True).first.click()
    film.follow("Brett auszählen")
    fields = page.locator("#counter .field input[data-colour]").all()
    for pieces, field in zip(("a b c 31", "5 12 b", "38 2", "17"), fields, strict=False):
        field.fill(pieces)
    page.locator("#counted tbody tr").nth(2).wait_for()
    film.shot(page, "counter")
    film.press("Ergebnis bestätigen")
    rest_by_keyboard(film, picture="results by keyboard")
    film.shot(page, "desk with every result")
    film.press("Runde abschließen")


def standings_and_correction(film: Film) -> None:
    page = film.laptop
    film.desk("standings/")
    page.locator(".standings summary").nth(2).click()
    film.shot(page, "standings with why")
    film.desk("rounds/")
    film.follow("Runde 1")
    film.follow("Tisch 1")
    film.follow("Berichtigen")
    for place, group in zip("2134", page.locator("fieldset.pills").all(), strict=False):
        group.get_by_role("radio", name=place, exact=True).check()
    film.press("Zeigen, was sich ändert")
    page.locator("#reason").fill("Erster und Zweiter waren vertauscht")
    film.shot(page, "correction with its effect")
    page.get_by_role("button", name="Ergebnis berichtigen").click()
    page.wait_for_load_state()


def go_on(film: Film) -> None:
    """The next round that is drawn: publish, start, type, close."""
    film.desk()
    film.follow("Entwurf ansehen")
    film.press("Veröffentlichen")
    film.press("Starten")
    rest_by_keyboard(film)
    film.press("Runde abschließen")


def cut_and_final(film: Film) -> None:
    page = film.laptop
    film.desk()
    film.shot(page, "desk before the final")
    for turn in range(6):
        if not page.get_by_role("link", name="Klären, wer weiterkommt").count():
            break
        film.follow("Klären, wer weiterkommt")
        for n, group in enumerate(page.locator("fieldset.dice").all()):
            group.get_by_role("radio", name=str((n + turn) % 6 + 1), exact=True).check()
        if turn == 0:
            film.shot(page, "throw-off")
        film.press("Würfe notieren")
        if turn == 0:
            film.shot(page, "who goes on")
        film.desk()
    film.press("Auslosen")
    film.shot(page, "final drawn")
    film.press("Veröffentlichen")
    film.press("Starten")
    rest_by_keyboard(film)
    film.press("Runde abschließen")
    film.desk("bracket/")
    film.shot(page, "bracket")
    film.desk("standings/?view=end")
    film.shot(page, "end result")


def afterwards(film: Film) -> None:
    page = film.laptop
    film.desk()
    film.shot(page, "desk when all is played")
    film.desk("papers/")
    film.shot(page, "papers")
    paper = page.locator("#paper-certificates")
    paper.get_by_role("button", name=re.compile("PDF erstellen")).click()
    paper.get_by_role("link", name=re.compile("PDF")).first.wait_for()
    paper.scroll_into_view_if_needed()
    film.shot(page, "certificates ready", top=True)
    film.desk("log/")
    film.shot(page, "log")
    film.desk("undo/")
    film.shot(page, "undo")
    film.follow("Was ginge verloren?")
    film.shot(page, "what undo takes back")


MAIN = ("", "enter/", "check-in/", "rounds/", "results/", "standings/", "bracket/", "papers/", "log/", "stages/")


def in_english_and_dark(film: Film) -> None:
    session = next(each["value"] for each in film.laptop.context.cookies() if each["name"] == "session")
    page = film.device(LAPTOP, django_language="en", theme="dark", session=session)
    for path in MAIN:
        page.goto(f"{film.here}{path}")
        film.shot(page, f"dark {path.strip('/') or 'desk'}")


SCENES = (
    set_up,
    enter,
    check_in,
    draw,
    first_round,
    standings_and_correction,
    go_on,
    go_on,
    cut_and_final,
    afterwards,
    in_english_and_dark,
)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    path = tools.chromium()
    assert path, "no chromium here: " + tools.install_line(["chromium"])
    with tempfile.TemporaryDirectory(prefix="augengenau-film-") as data, sync_playwright() as playwright:
        static = Path(data) / "static"
        run("collectstatic", AUGENGENAU_STATIC=str(static), AUGENGENAU_DATA=data)
        server = started(Path(data), static)
        worker = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=server.env)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        film = Film(folder, browser, server)
        try:
            for scene in SCENES:
                scene(film)
        except BaseException:
            film.laptop.screenshot(path=str(folder / "stopped laptop.png"))
            film.phone.screenshot(path=str(folder / "stopped phone.png"))
            raise
        finally:
            browser.close()
            worker.terminate()
            worker.wait(20)
            server.kill()


if __name__ == "__main__":
    main()
