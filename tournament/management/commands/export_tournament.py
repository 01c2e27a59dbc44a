"""`manage.py export_tournament ID FILE [--without-names]`, or `--schema FILE`: writes a tournament to a JSON file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.core.caller import said as _
from tournament.models import Tournament
from tournament.out.tournament_file import schema, writing
from tournament.out.tournament_file.anonymous import without_names


class Command(BaseCommand):
    help = "Writes a tournament, whole, into one JSON file that can be read without this program."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", nargs="?", metavar="ID")
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--without-names", action="store_true", help="for publishing: nobody is named in it")
        parser.add_argument("--schema", action="store_true", help="the JSON Schema of such files instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["schema"]:
            written = json.dumps(schema.schema(), indent=1, ensure_ascii=False) + "\n"
        else:
            tournament = Tournament.objects.filter(public_id=options["tournament"] or "").first()
            if tournament is None:
                raise CommandError(_("There is no such tournament."))
            content = writing.document(tournament)
            written = writing.text(without_names(content) if options["without_names"] else content)
        try:
            options["file"].write_text(written, encoding="utf-8")
        except OSError as error:
            refused = {"file": options["file"], "why": error.strerror}
            raise CommandError(_("%(file)s cannot be written: %(why)s.") % refused) from error
