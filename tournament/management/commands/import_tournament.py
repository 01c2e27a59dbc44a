"""`manage.py import_tournament FILE [--club ID]`: reads a tournament from its file, with its log; everything or nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournament.core.actors import SYSTEM
from tournament.core.caller import said as _
from tournament.core.errors import Refused
from tournament.models import Account, Club
from tournament.out.tournament_file import reading
from tournament.out.tournament_file.actions import take_in
from tournament.people.clubs import create_club


class Command(BaseCommand):
    help = "Takes in a tournament that export_tournament has written, here or elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--club", metavar="ID", help="whose it will be; else the club of that name, made if need be"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            raw = options["file"].read_bytes()
        except OSError as error:
            refused = {"file": options["file"], "why": error.strerror}
            raise CommandError(_("%(file)s cannot be read: %(why)s.") % refused) from error
        try:
            with transaction.atomic():
                club = _club(options["club"], raw)
                done = take_in(club, by=SYSTEM, raw=raw)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        if before := done.receipt["club_before"]:
            said = _("It was a tournament of %(before)s and now is one of %(now)s.")
            self.stderr.write(said % {"before": before, "now": club.name})
        self.stdout.write(f"/desk/t/{done.receipt['id']}/")


def _club(public_id: str | None, raw: bytes) -> Club:
    if public_id:
        club = Club.objects.filter(public_id=public_id).first()
        if club is None:
            raise CommandError(_("There is no such club."))
        return club
    name = reading.read(raw)["club"]["name"]
    admin = Account.objects.filter(is_operator=True, is_active=True).first()
    club = Club.objects.filter(name=name).first() or create_club(None, by=SYSTEM, name=name, admin=admin).result
    assert club is not None, "nobody has made it before"
    return club
