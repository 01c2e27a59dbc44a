"""`manage.py account NAME --sign-out`: what whoever runs the installation does when an account has fallen into wrong hands."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from tournament.actions.accounts import close_account, open_account, sign_out
from tournament.actors import SYSTEM
from tournament.models import Account

DOES = {"sign_out": sign_out, "close": close_account, "open": open_account}
SAID = {"sign_out": "signed out everywhere", "close": "closed", "open": "open"}


class Command(BaseCommand):
    help = "Signs an account out everywhere, closes it (its programs too), or opens it again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name", help="name or e-mail address that the account signs in with; 'everybody' to sign out all"
        )
        way = parser.add_mutually_exclusive_group(required=True)
        way.add_argument("--sign-out", action="store_const", dest="way", const="sign_out")
        way.add_argument("--close", action="store_const", dest="way", const="close")
        way.add_argument("--open", action="store_const", dest="way", const="open")

    def handle(self, *args: Any, **options: Any) -> None:
        way, name = options["way"], options["name"]
        everybody = Account.objects.all() if way == "sign_out" and name == "everybody" else Account.objects.none()
        accounts = list(everybody | Account.objects.filter(Q(login__iexact=name) | Q(email__iexact=name)))
        if not accounts:
            raise CommandError("There is no such account.")
        for account in accounts:
            DOES[way](None, by=SYSTEM, account=account)
            self.stdout.write(f"{account.login}: {SAID[way]}")
