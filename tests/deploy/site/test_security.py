"""The security page and the sheet of ASVS are true; a server refuses to start unsafely."""

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client

from deploy.site import accepting, asgi, streams
from deploy.site import settings as shipped
from games.live import views as live
from referee.book import examination
from referee.book import views as book
from tests.architecture.test_gates import ROUTES
from tournament.core import guard, pictures, session_times
from tournament.entries.imports import reading as importing
from tournament.entries.imports import spreadsheets
from tournament.entries.signup import actions as entering
from tournament.entries.signup import own_link as entering_page
from tournament.out.tokens import actions as tokens
from tournament.out.tournament_file import reading
from tournament.out.webhooks import actions as webhooks
from tournament.paper import actions as papers
from tournament.results.slip import views as table_page

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "SECURITY.md"
SHEET = ROOT / "docs" / "asvs.md"
REQUIREMENTS = (ROOT / "tests" / "data" / "asvs-5.0-to-level-2.txt").read_text().split()
VERDICTS = ("met", "not applicable", "deviation")
CODE = [path for top in ("deploy", "tournament", "games", "referee") for path in (ROOT / top).rglob("*.py")]
SCRIPTS = [path for app in ("tournament", "games", "referee") for path in (ROOT / app / "static").rglob("*.js")]


def tables(text: str) -> Iterator[list[str]]:
    """The cells of every row of every table."""
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|- "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


# The sheet

ROWS = [row for row in tables(SHEET.read_text()) if re.fullmatch(r"\d+\.\d+\.\d+", row[0])]


def test_every_requirement_has_its_row_once():
    assert [f"{row[0]}/{row[1]}" for row in ROWS] == REQUIREMENTS
    assert len(REQUIREMENTS) == len(set(REQUIREMENTS)) == 253


def test_every_row_has_a_verdict_and_says_why():
    for number, _level, words, verdict, where, shown in ROWS:
        assert verdict in VERDICTS and where and len(shown) > 3, number
        assert len(words.split()) <= 12, number
        assert ("::" in shown) == (verdict == "met"), number


def test_the_counts_at_the_top_are_true():
    counts = Counter(row[3] for row in ROWS)
    said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    assert f"**{len(ROWS)} requirements: {said}.**" in SHEET.read_text()


def test_every_test_that_is_named_is_there():
    for number, _level, _words, verdict, _where, shown in ROWS:
        if verdict == "met":
            for one in shown.split(", "):
                file, _colons, name = one.strip("`").partition("::")
                assert f"\ndef {name}(" in (ROOT / file).read_text(), number


def test_every_file_that_is_named_is_there():
    for number, _level, _words, _verdict, where, _shown in ROWS:
        for path in re.findall(r"`([^`]+)`", where):
            assert (ROOT / path).exists(), (number, path)


# The page

LIMITS = {
    "wrong passwords for a name": guard.account_door("x", None).limit,
    "wrong passwords from a device that was in before": guard.account_door("x", 1).limit,
    "wrong passwords of somebody signed in, without such a device": guard.own_door(1).limit,
    "wrong codes of the second factor": guard.code_door(1).limit,
    "writes by a link, of one phone": guard.holder_doors("t", "d")[0].limit,
    "entries with one e-mail address": entering.MOST_OF_ADDRESS,
    "cases of the book looked for or compared": book.PER_WINDOW,
    "examinations opened": examination.PER_WINDOW,
    "games played on otherwise (what if)": live.BRANCHES_PER_WINDOW,
    "webhooks tried out by hand": guard.outside_door("c").limit,
    "webhooks": webhooks.MOST,
    "tokens": tokens.MOST,
    "papers being made": papers.MOST_WAITING,
    "live streams": streams.MOST_OF_ONE_ADDRESS,
    "live streams in all": streams.MOST,
    "connections, not behind a proxy": accepting.MOST_OF_ONE_ADDRESS,
    "connections in all": accepting.MOST,
    "requests that do not come or go on, not behind a proxy": accepting.MOST_STUCK,
    "API: reading": shipped.API_LIMITS["read"],
    "API: writing": shipped.API_LIMITS["write"],
    "API: the engine": shipped.API_LIMITS["engine"],
    "API: dear work": shipped.API_LIMITS["work"],
}
LASTS = {
    "a session, from its beginning": f"{session_times.LONGEST // 86400} days",
    "a session that nobody uses": f"{session_times.IDLE // 86400} days",
    "the password as proof for something grave": f"{session_times.CONFIRMED_SECONDS // 60} minutes",
    "the cookie of a table": f"{table_page.KEPT_FOR // 86400} day",
    "the cookie of a player": f"{entering_page.KEPT_FOR // 86400} days",
}
SIZES = {
    "logo of a club": 4,
    "photograph of a claim": 12,
    "list of players": importing.MOST_BYTES // pictures.MB,
    "tournament's file": reading.LARGEST // pictures.MB,
    "one request on a laptop": asgi.MOST // pictures.MB,
}


def test_the_limits_that_are_written_down_are_those_that_hold(rf):
    of_figures = PAGE.read_text().partition("## Sessions")[2].partition("## Cryptography")[0]
    said = {row[0]: row[1:] for row in tables(of_figures)}
    LIMITS["phones with such an allowance of their own"] = guard.browsers_door(rf.get("/"), "t").limit
    LIMITS["writes of all later phones together"] = guard.WRITES_OF_LATER
    for network in (guard.network_door, guard.entering_door, guard.link_door):
        LIMITS[
            {"network": "wrong passwords of one network", "entering": "entering oneself", "link": "wrong links"}[
                network(rf.get("/")).name
            ]
        ] = network(rf.get("/")).limit
    assert {name: int(said[name][0]) for name in LIMITS} == LIMITS
    assert {name: said[name][0] for name in LASTS} == LASTS
    assert {name: said[name][1] for name in SIZES} == {name: f"{size} MB" for name, size in SIZES.items()}
    assert guard.WINDOW == 15 * 60
    assert f"{pictures.MOST_PIXELS // 10**6} million points" in PAGE.read_text()
    assert f"unpacks to at most {spreadsheets.MOST_XML // pictures.MB} MB" in re.sub(r"\s+", " ", PAGE.read_text())


def test_every_way_in_is_written_down():
    """Whatever takes a secret in its address, and every page that signs in."""
    ways = {f"/{path.split('<')[0]}" for path, _view in ROUTES if re.search(r":(\w*token)>", path)} | {
        "/login/",
        "/login/code/",
    }
    text = PAGE.read_text()
    assert len(ways) > 5 and [way for way in ways if f"`{way}" not in text] == []
    assert [each.rpartition(".")[2] for each in settings.REST_FRAMEWORK["DEFAULT_AUTHENTICATION_CLASSES"]] == [
        "TokenAuthentication",
        "SessionAuthentication",
    ]


PARTS = (
    *("Telling us", "How soon a hole", "Who may do what", "Ways in", "Sessions", "Limits", "Input and files"),
    *("Cryptography", "Data", "Connections", "Logs"),
)


def test_the_security_page_has_all_its_parts():
    heads = re.findall(r"^##+ (.+)$", PAGE.read_text(), re.MULTILINE)
    assert [part for part in PARTS if not any(head.startswith(part) for head in heads)] == []


def test_all_cryptography_is_listed():
    used = {name for path in CODE for name in re.findall(r"hashlib\.(\w+)", path.read_text())}
    used |= {name for path in CODE for name in re.findall(r'algorithm="(\w+)"', path.read_text())}
    listed = PAGE.read_text().partition("## Cryptography")[2].partition("## Data")[0]
    assert used and [name for name in used if name not in listed] == []
    assert not used & {"md5", "sha1", "new"}


def test_every_kept_thing_has_a_class():
    said = PAGE.read_text().partition("## Data")[2].partition("## Connections")[0]
    kept = {
        model.__name__ for app in ("tournament", "games", "referee") for model in apps.get_app_config(app).get_models()
    }
    assert [name for name in sorted(kept) if not re.search(rf"\b{name}\b", said)] == []


# What holds


def test_passwords_are_hashed_with_argon2():
    assert shipped.PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]


DANGEROUS = re.compile(
    r"shell=True|os\.system|os\.popen|\beval\(|\bexec\(|pickle|marshal\.loads|yaml\.load|\.raw\(|\.extra\(|RawSQL|csrf_exempt\n@gate\(\"(?!public)"
)


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_dangerous_is_called(path):
    """No shell, no code from data, no question to the database put together from words."""
    assert not DANGEROUS.search(path.read_text())


def patterns(tree: ast.AST) -> Iterator[ast.expr]:
    """What is handed to the library of regular expressions as the pattern."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    for call in calls:
        if ast.unparse(call.func).removesuffix(call.func.attr) == "re." and call.func.attr != "escape":
            yield call.args[0]


def is_constant(pattern: ast.expr) -> bool:
    """Text, or text with constants put into it, which are written in capitals."""
    if isinstance(pattern, ast.JoinedStr):
        return all(is_constant(part.value if isinstance(part, ast.FormattedValue) else part) for part in pattern.values)
    return isinstance(pattern, ast.Constant) or (isinstance(pattern, ast.Name) and pattern.id.isupper())


MADE = {
    "deploy/workshop/wheels.py": "names of our own packages",
    "tournament/paper/browser.py": "our own constant, escaped",
    "tournament/erasing/traces.py": "names: letters and digits alone, and escaped",
    "tournament/people/passwords.py": "our own words",
}


def test_no_pattern_is_made_of_words_that_somebody_sent():
    found = {path.relative_to(ROOT).as_posix(): list(patterns(ast.parse(path.read_text()))) for path in CODE}
    assert sum(map(len, found.values())) > 30
    assert {path for path, made in found.items() if not all(map(is_constant, made))} == set(MADE)
    assert not is_constant(next(patterns(ast.parse('re.search(f"^{word}", text)'))))


CHANCE = (
    "games/",
    "referee/commentary/questions.py",  # of an examination, from a seed that stands in its address
    "tournament/draw/seating/",
    "tournament/paper/certificates/shapes.py",  # confetti
    "tournament/setup/practice/rehearsal.py",
    "tournament/standings/need/playing_out.py",  # evenings that are played out, from a seed
    "tournament/setup/practice/sample.py",
)


def test_chance_that_can_be_foreseen_makes_no_secret():
    """`random` is for games and draws, which are to come out the same again; secrets are made by `secrets`."""
    users = [
        path.relative_to(ROOT).as_posix()
        for path in CODE
        if re.search(r"^(import|from) random\b", path.read_text(), re.M)
    ]
    assert users and [path for path in users if not path.startswith(CHANCE)] == []


def test_certificates_of_others_are_checked():
    for path in CODE:
        assert not re.search(
            r"CERT_NONE|check_hostname\s*=\s*False|_create_unverified|verify=False", path.read_text()
        ), path
    assert "ssl.create_default_context()" in (ROOT / "tournament/out/webhooks/outside.py").read_text()


def test_the_proxies_speak_current_tls_only():
    nginx = (ROOT / "deploy" / "server" / "nginx.conf.template").read_text()
    assert re.findall(r"ssl_protocols (.*);", nginx) == ["TLSv1.2 TLSv1.3"] and "ssl_ciphers" not in nginx
    assert "protocols" not in (ROOT / "deploy" / "server" / "Caddyfile").read_text()


SERVER = {
    "AUGENGENAU_MODE": "server",
    "AUGENGENAU_HOSTS": "club.example",
    "AUGENGENAU_SECRET_KEY": "x" * 60,
    "DATABASE_URL": "postgres://nobody@127.0.0.1/nothing",
}


def started(**more: str) -> str:
    environment = {name: value for name, value in {**SERVER, **more}.items() if value}
    words = [sys.executable, "-c", "import deploy.site.settings"]
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(words, cwd=ROOT, env={**kept, **environment}, capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AUGENGENAU_DEBUG", "yes"),
        ("AUGENGENAU_SECRET_KEY", ""),
        ("AUGENGENAU_HOSTS", "*"),
        ("AUGENGENAU_HOSTS", ""),
        ("DATABASE_URL", ""),
    ],
)
def test_a_server_refuses_to_start_unsafely(name, value):
    assert name in started(**{name: value})


def test_a_server_that_is_told_all_starts():
    assert started() == ""


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/static/", "/static/tournament/", "/static/tournament/fonts/", "/files/"])
def test_no_folder_is_listed(path):
    assert Client().get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/dev/ui", "/admin/", "/__debug__/", "/.git/config", "/manage.py", "/data/secret-key"]
)
def test_pages_for_builders_are_not_there(path):
    assert Client().get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/v1/tournaments/"])
def test_a_failure_tells_the_visitor_nothing(monkeypatch, path):
    def fails(*_arguments: object) -> None:
        raise ValueError("the password is Geheimnis")

    monkeypatch.setattr("tournament.entries.queries.with_counts", fails)
    monkeypatch.setattr("tournament.models.events.TournamentQuerySet.listed", fails)
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code == 500
    assert not any(word in answer.content for word in (b"Geheimnis", b"ValueError", b"Traceback", b"with_counts"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_merges_what_it_was_sent_into_objects(path):
    text = path.read_text()
    assert not re.search(r"__proto__|\bmerge\(|\bextend\(|\beval\(|new Function|document\.write", text)
    assert not re.search(r"for \((const|let|var) \w+ in ", text)


OWN_DRAWINGS = {  # and what the server has rendered, escaped
    "recorder-ahead.js": ["next.board"],
    "recorder.js": ["html"],
    "claim.js": ["answer.after"],
    "results.js": ["html"],
}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_put_words_into_pages_as_text(path):
    text = path.read_text()
    assert re.findall(r"\b(?:inner|outer)HTML = ([^;]+);", text) == OWN_DRAWINGS.get(path.name, [])
    assert len(re.findall(r"\b(?:inner|outer)HTML\s*\+?=[^=]", text)) == len(OWN_DRAWINGS.get(path.name, []))
    assert not re.search(r"insertAdjacentHTML|createContextualFragment|DOMParser|srcdoc|setHTMLUnsafe", text)
