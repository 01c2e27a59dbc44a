"""`manage.py import_tournament FILE [--club ID]`: a tournament out of its file, with its log; everything or nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournament.actions.clubs import create_club
from tournament.actions.documents import take_in
from tournament.actors import SYSTEM
from tournament.document import reading
from tournament.errors import Refused
from tournament.models import Account, Club


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
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        try:
            with transaction.atomic():
                done = take_in(_club(options["club"], raw), by=SYSTEM, raw=raw)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"/desk/t/{done.receipt['id']}/")


def _club(public_id: str | None, raw: bytes) -> Club:
    if public_id:
        club = Club.objects.filter(public_id=public_id).first()
        if club is None:
            raise CommandError("There is no such club.")
        return club
    name = reading.read(raw)["club"]["name"]
    admin = Account.objects.filter(is_operator=True, is_active=True).first()
    return Club.objects.filter(name=name).first() or create_club(None, by=SYSTEM, name=name, admin=admin).result
