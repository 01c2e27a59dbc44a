"""No page, paper, mail or refusal says a sentence that is in no catalogue: shown in a language that is nothing but catalogues."""

import re
from collections import Counter, deque
from contextlib import contextmanager
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.db.transaction import atomic, set_rollback
from django.test import Client, override_settings
from django.urls import Resolver404, resolve, reverse
from django.utils import translation

from deploy.site import languages
from games.engine.rules import speech
from tests.architecture.test_gates import ROUTES
from tests.furnished import furnish, typed_texts
from tests.pseudo import CODE, Seen, pattern, pseudo, strange, write_catalogues
from tests.tournament.paper.halls import an_order
from tests.tournament.routes import address
from tournament.core import story
from tournament.core.actors import SYSTEM
from tournament.core.languages import codes, said_in
from tournament.entries.imports import heads
from tournament.entries.imports import text as lists
from tournament.models import Contact, Entry, Mail, Seat, Tournament
from tournament.out import mails
from tournament.out.lists import LISTS, as_csv, sheet
from tournament.paper.registry import DOCUMENTS
from tournament.results.imports import reading as result_lists

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
MOST_OF_A_KIND = 4  # pages of one route, asked in the same way
LINK = re.compile(r'\b(?:href|hx-get|action)="(/[^"#]*)"')
FIELD = re.compile(r'<(?:input|select|textarea)\b[^>]*\bname="([^"]+)"')
ELSEWHERE = {
    "dev/ui": "for whoever builds, and English",
    "healthz": "for machines",
    "readyz": "for machines",
    "metrics": "for machines",
    "seen": "for machines",
    "hall/<str:tournament_id>/logo/": "a picture that this club has not",
    "hall/<str:tournament_id>/notice/": "a picture that no notice has here",
    "desk/clubs/<str:club_id>/kinds/<str:preset_id>/file/": "a file for machines",
    "phone/engine/<str:fingerprint>.zip": "a program",
    "phone/python/<str:version>/<str:name>": "a program",
}
TOURNAMENTS = ("tournament", "play", "hall", "keys", "empty", "over", "knockout", "teams")


@contextmanager
def spoken_here(folder):
    """One more language, by nothing but its catalogues."""
    places = [*settings.LOCALE_PATHS, write_catalogues(folder)]
    speech.add_catalogues(folder)
    try:
        with override_settings(LOCALE_PATHS=places, LANGUAGES=languages.available(places, settings.LANGUAGE_CODE)):
            yield
    finally:
        speech.drop_catalogues(folder)


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory):
    block = atomic()
    block._from_testcase = True
    with django_db_blocker.unblock(), block, spoken_here(tmp_path_factory.mktemp("locale")):
        if connection.vendor == "postgresql":  # it would end the transaction while all the pages are read
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield furnish()
        set_rollback(True)


@pytest.fixture(scope="module")
def typed(site):
    return pattern(typed_texts())


@pytest.fixture
def browser(site):
    return visitor(site["session"])


def visitor(session=""):
    browser = Client(headers={"accept-language": CODE}, raise_request_exception=True)
    if session:
        browser.cookies["session"] = session
    return browser


def starts_of(site):
    """Every route, for the tournament that is being played, and the ways in."""
    routes = [address(path, things_of(site)) for path, _view in ROUTES if path not in ELSEWHERE and "api/" not in path]
    wizard = f"/desk/clubs/{site['club']}/new/?name=Herbst&played_on=2026-11-21&preset=open&step="
    routes += [f"{wizard}{step}" for step in (2, 3, 4)]
    ways_in = [value for value in site.values() if isinstance(value, str) and value.startswith("/")]
    ways_in += [reverse("open_link", args=[site[name]]) for name in ("first", "invitation")]
    return [*(f"/t/{site[name]}/" for name in TOURNAMENTS), *ways_in, *(url for url in routes if "<" not in url)]


def things_of(site):
    return {
        "tournament_id": site["play"],
        "club_id": site["club"],
        "table_id": site["table"],
        "entry_id": site["entry"],
        "game_id": site["game"],
        "round_id": site["draft"],
        "stage_id": site["stage"],
        "job_id": site["job"],
        "season_id": site["season"],
        "preset_id": site["kind"],
        "number": site["number"],
        "free_id": site["free"],
    }


def crawled(browser, starts):
    """Every page that can be reached by links, a few of each kind: address and answer."""
    waiting, seen, kinds = deque(starts), set(starts), Counter()
    while waiting:
        url = waiting.popleft()
        kind = kind_of(url)
        if kinds[kind] >= MOST_OF_A_KIND:
            continue
        kinds[kind] += 1
        with atomic():  # a page may note that it was seen
            answer = browser.get(url)
        yield url, answer
        for link in links(url, answer):
            if link not in seen and kind_of(link):
                seen.add(link)
                waiting.append(link)


def links(url, answer):
    found = [answer["Location"]] if "Location" in answer else []
    if is_page(answer):
        found += LINK.findall(answer.content.decode().replace("&amp;", "&"))
    return [urljoin(url, link).partition("#")[0].removeprefix("http://testserver") for link in found]


def is_page(answer):
    return answer.get("Content-Type", "").startswith("text/html") and not answer.streaming


def kind_of(url):
    parts = urlsplit(url)
    try:
        return resolve(parts.path).route, tuple(sorted(parse_qs(parts.query)))
    except Resolver404:
        return None


def strange_on(answer, typed):
    return strange(Seen(answer.content.decode()).texts, typed) if is_page(answer) else set()


@pytest.fixture(scope="module")
def seen(site):
    """Address and answer of every page, signed in and not."""
    return [*crawled(visitor(site["session"]), starts_of(site)), *crawled(visitor(), starts_of(site))]


def test_every_page_says_only_what_is_in_a_catalogue(seen, typed):
    assert {text: url for url, answer in seen for text in strange_on(answer, typed)} == {}


def test_every_route_was_asked(seen):
    asked = {kind_of(url)[0] for url, answer in seen if answer.status_code != 404}
    routes = {path for path, _view in ROUTES if path not in ELSEWHERE and "api/" not in path}
    assert routes - asked == set()


@pytest.mark.parametrize("value", ["", "x" * 500, "\0", "1"], ids=["empty", "long", "odd", "number"])
def test_every_refusal_of_a_form_is_in_a_catalogue(seen, site, typed, value):
    """Each form of each kind of page is sent with the same thing in every field, and what it did is undone."""
    found = {}
    for url, fields in forms_of(seen).items():
        with atomic():
            answer = visitor(site["session"]).post(url, dict.fromkeys(fields, value), headers={"referer": url})
            set_rollback(True)
        found |= {text: url for text in strange_on(answer, typed) if text != value}
    assert found == {}


def forms_of(seen):
    """By address what is asked there; one of each kind."""
    found = {}
    for url, answer in seen:
        asked = set(FIELD.findall(answer.content.decode())) - {"action_id"} if is_page(answer) else set()
        found |= {kind_of(to)[0]: (to, asked) for to in (url, *links(url, answer)) if kind_of(to)}
    return dict(found.values())


def test_every_refusal_of_the_api_is_in_a_catalogue(site, typed):
    found = {}
    for path, _view in ROUTES:
        if "api/" in path and "<" not in (url := address(path, {**things_of(site), "stage": "1", "round": "1"})):
            with atomic():
                answer = visitor(site["session"]).post(url, "{}", content_type="application/json")
                set_rollback(True)
            found |= dict.fromkeys(strange(said_by(answer), typed), url)
    assert found == {}


def said_by(answer):
    """To people: the title of a problem, and what is wrong with each field."""
    if answer.get("Content-Type") != "application/problem+json":
        return set()
    problem = answer.json()
    errors = problem.get("errors", {})
    return {problem["title"], *(str(text) for texts in errors.values() for text in texts)}


# What leaves the program by other ways than pages


@pytest.mark.parametrize("code", DOCUMENTS)
def test_every_paper(site, typed, code):
    found, made = set(), 0
    for tournament in Tournament.objects.filter(public_id__in=[site[name] for name in TOURNAMENTS]):
        with translation.override(CODE):
            choices = DOCUMENTS[code].of(tournament) if DOCUMENTS[code].of else [("", "")]
            for of, _name in choices[:MOST_OF_A_KIND]:
                for part in DOCUMENTS[code].build(an_order(tournament, code, of=str(of), language=CODE)).parts:
                    found, made = found | strange(Seen(part).texts, typed), made + 1
    assert made and found == set()


def test_every_mail(site, typed, settings):
    settings.SITE = "https://turnier.example.org"
    seat = Seat.objects.filter(entry__tournament__public_id=site["play"], round__pk=site["open"]).first()
    Contact.objects.update_or_create(entry=seat.entry, defaults={"email": "a@example.org", "language": CODE})
    for about in (mails.ENTERED, mails.MOVED_UP, f"{mails.ROUND}:{seat.round_id}:{seat.table.number}:{seat.colour}"):
        for state in ("present", "waiting"):
            Entry.objects.filter(pk=seat.entry_id).update(state=state)
            sent = mails.message_of(Mail(entry=Entry.objects.get(pk=seat.entry_id), about=about, message_id="<1>"))
            assert strange([sent.subject, *sent.body.splitlines()], typed) == set()


def test_every_list_and_feed(site, typed, browser):
    urls = [f"/desk/t/{site['over']}/data/lists/?list={code}&as=csv" for code in LISTS]
    urls += [f"/t/{site['over']}/feed.xml", f"/c/{site['club']}/feed.xml"]
    for url in urls:
        answer = browser.get(url)
        content = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code == 200, url
        assert strange(re.split(r"<[^>]*>|[;\n]", content.decode("utf-8-sig")), typed) == set(), url


def test_a_list_that_we_wrote_is_read_again(site):
    over = Tournament.objects.get(public_id=site["over"])
    with translation.override(CODE):
        people, results = (as_csv(sheet(over, code, SYSTEM)) for code in ("entries", "results"))
    found = lists.read(lists.decode(people), is_file=True, known=heads.of_people())
    assert {lists.NUMBER, lists.GIVEN, lists.FAMILY, "team", "paid"} <= set(found.columns)
    round_ = over.stages.get(position=1).rounds.get(number=1)
    told = result_lists.preview(round_, lists.decode(results), is_file=True)
    assert (len(told.known), told.fresh, told.wrong) == (round_.tables.count(), [], [])


# What this test is worth


def test_control_a_sentence_past_the_catalogues_is_seen(site, typed, browser, monkeypatch):
    url = f"/desk/t/{site['play']}/log/"
    assert strange_on(browser.get(url), typed) == set()
    monkeypatch.setitem(story.WORDS, "round.published", "Round published")
    assert any("Round published" in text for text in strange_on(browser.get(url), typed))


@pytest.mark.parametrize(
    "html",
    [
        "<p>Hello there</p>",
        '<img alt="A board">',
        '<button aria-label="Close">×</button>',
        '<input type="submit" value="Send">',
        "<svg><title>Board</title></svg>",
        f"<p>{pseudo('Of %(what)s') % {'what': 'three boards'}}</p>",
        '<p><script>var a = "<";</script>Spieler</p>',
    ],
)
def test_control_each_way_of_saying_something_is_heard(html):
    assert strange(Seen(html).texts, re.compile("Gero")) != set()


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{pseudo('Round %(n)d of %(who)s') % {'n': 1, 'who': 'Gero'}}</p>",
        '<button lang="en">English</button>',
        "<code>engine play</code> 4 × 25, B-1, http://example.org/path, gero@example.org",
        f"<p>{pseudo('Say {points}')}</p>",
    ],
)
def test_what_is_from_a_catalogue_or_typed_is_none_of_it(html):
    assert strange(Seen(html).texts, re.compile("Gero")) == set()


def test_the_language_is_there_by_its_catalogues_alone(site):
    assert codes()[-1] == CODE and said_in(CODE, "Saved.") == "Saved."
    with translation.override(CODE):
        assert translation.gettext("Saved.") == pseudo("Saved.") and reverse("start") == "/"
