"""`manage.py account NAME --sign-out`: for the operator of the installation, when an account has fallen into wrong hands."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from tournament.core.actors import SYSTEM
from tournament.core.caller import said as _
from tournament.models import Account
from tournament.people.actions import close_account, open_account, sign_out

DOES = {"sign_out": sign_out, "close": close_account, "open": open_account}


class Command(BaseCommand):
    help = "Signs an account out everywhere or closes it (its programs too), or opens it again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name", help="name or e-mail address that the account signs in with; 'everybody' to sign out all"
        )
        way = parser.add_mutually_exclusive_group(required=True)
        way.add_argument("--sign-out", action="store_const", dest="way", const="sign_out")
        way.add_argument("--close", action="store_const", dest="way", const="close")
        way.add_argument("--open", action="store_const", dest="way", const="open")
        parser.add_argument("--keep-tokens", action="store_true", help="with --sign-out: its programs go on")

    def handle(self, *args: Any, **options: Any) -> None:
        way, name, keeps = options["way"], options["name"], options["keep_tokens"]
        if keeps and way != "sign_out":
            raise CommandError(_("--keep-tokens goes with --sign-out alone."))
        everybody = Account.objects.all() if way == "sign_out" and name == "everybody" else Account.objects.none()
        accounts = list(everybody | Account.objects.filter(Q(login__iexact=name) | Q(email__iexact=name)))
        if not accounts:
            raise CommandError(_("There is no such account."))
        more = {"ends_tokens": False} if keeps else {}
        for account in accounts:
            DOES[way](None, by=SYSTEM, account=account, **more)
            self.stdout.write(f"{account.login}: {outcome(way, keeps=keeps)}")


def outcome(way: str, *, keeps: bool) -> str:
    if keeps:
        return _("signed out everywhere, but its programs go on")
    return {"sign_out": _("signed out everywhere"), "close": _("closed"), "open": _("open")}[way]
