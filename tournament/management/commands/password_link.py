"""`manage.py password_link NAME`: prints a one-time link with which somebody who forgot the password sets a new one."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.core.caller import said as _
from tournament.models import Account
from tournament.people.signing_in import password_token


class Command(BaseCommand):
    help = "Prints the address of a one-time page on which this account gets a new password. It holds for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name or e-mail address that the account signs in with")

    def handle(self, *args: Any, **options: Any) -> None:
        account = Account.objects.by_login(options["name"])
        if account is None:
            raise CommandError(_("There is no such account."))
        path = f"/password/{account.public_id}/{password_token.make_token(account)}/"
        self.stdout.write(f"{settings.SITE or _of_laptop()}{path}")


def _of_laptop() -> str:
    """Where it was last started on this machine, as the launcher notes it; empty if it never was."""
    try:
        note = (settings.DATA_DIR / "running").read_text()
    except OSError:
        return ""
    return note.partition(",")[0].rstrip("/") if note.startswith("http") else ""
