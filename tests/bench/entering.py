"""Entering many at once: a spreadsheet of 1,000 rows from the upload to the last row in the database, sheets made to hurt, and
the pages about entries with 250 players.

    python -m tests.bench.entering          gate: the whole import within 2 s

In process, on a SQLite file with the product's own settings.
"""

import os
import resource
import sys
import tempfile
from collections.abc import Callable

from tests.bench.desk import taken

ROWS, PLAYERS, GATE_MS = 1000, 250, 2000


def whole_import(browser, tournament) -> float:  # type: ignore[no-untyped-def]
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.urls import reverse

    from tests.tournament.entries.test_spreadsheets import HEAD, sheet_of

    rows = [[n, f"Gast{n}", f"Graf{n * 7919 % 1000}", f"Team {n % 40}", "", "", "", "x"] for n in range(1, ROWS + 1)]
    content, url = sheet_of(HEAD, *rows), reverse("import", args=[tournament.public_id])

    def do() -> None:
        page = browser.post(url, {"file": SimpleUploadedFile("liste.xlsx", content)})
        asked = [line.line for line, _words in page.context["asked"]]
        columns = page.context["found"].sheet.columns
        form = {"text": page.context["text"], "is_file": "0", "column": columns, "head": "1", "take": asked}
        browser.post(url, {**form, "do": "enter"})

    milliseconds = taken(do)
    assert tournament.entries.count() == ROWS
    return milliseconds


def hostile() -> None:
    """Peak memory only ever grows: what each sheet adds to it."""
    from tests.tournament.entries.test_spreadsheets import LAUGHS, packed
    from tournament.entries.imports.spreadsheets import read_sheet
    from tournament.entries.imports.text import ListError

    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
    cells = b'<c r="A1"><v>1</v></c>' * 180_000
    sheets = {
        "bomb of 50 MB": packed(sheet1=b" " * 50_000_000),
        "entities within each other": packed(sheet1=LAUGHS + b"]><worksheet>&k;</worksheet>"),
        "180,000 cells in a row": packed(sheet1=head + cells + b"</row></sheetData></worksheet>"),
    }
    for name, content in sheets.items():
        said: list[str] = []

        def read(content: bytes = content, said: list[str] = said) -> None:
            try:
                said.append(f"{len(read_sheet(content).text)} letters")
            except ListError as error:
                said.append(error.code)

        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        milliseconds = taken(read)
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
        print(f"{name:28} {milliseconds:7.0f} ms  +{more} MB  {said[0]}")


def pages(browser, tournament) -> None:  # type: ignore[no-untyped-def]
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    for name in ("enter", "entering", "groups", "check_in", "self_entry"):
        url = reverse(name, args=[tournament.public_id])
        ask: Callable[[], object] = lambda url=url: browser.get(url)  # noqa: E731  (with what it is measured by)
        ask()
        with CaptureQueriesContext(connection) as queries:
            milliseconds = taken(ask)
        print(f"{name:28} {milliseconds:7.1f} ms  {len(queries):3} queries")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "deploy.site.settings", "AUGENGENAU_LOG": "ERROR"}
        os.environ |= {"AUGENGENAU_DATA": folder, "AUGENGENAU_STATIC": f"{folder}/static"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client
        from django.test.utils import setup_test_environment

        from tests.tournament.evening import Evening, a_club
        from tournament.models import Account, Grant

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        setup_test_environment()
        club = a_club()
        yara = Account.objects.create(login="yara")
        Grant.objects.create(account=yara, club=club, role="admin")
        browser = Client()
        browser.force_login(yara)
        milliseconds = whole_import(browser, Evening(club, "open").tournament)
        print(f"{'import of 1,000 rows':28} {milliseconds:7.0f} ms")
        hostile()
        evening = Evening(club, "open")
        evening.come(PLAYERS)
        evening.tournament.entries.filter(number__lte=50).update(is_self_made=True)
        pages(browser, evening.tournament)
    return 0 if milliseconds <= GATE_MS else 1


if __name__ == "__main__":
    sys.exit(main())
