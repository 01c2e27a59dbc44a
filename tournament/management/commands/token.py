"""`manage.py token NAME SCOPE`: makes a token for a program, where nobody is there to click."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.core.actors import Actor
from tournament.core.caller import said as _
from tournament.core.errors import Refused
from tournament.models import Account, Scope
from tournament.out.tokens.actions import make_token

MOST_DAYS = 366


class Command(BaseCommand):
    help = "Makes a token with which a program acts for this account, and prints it. It is shown once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name or e-mail address that the account signs in with")
        parser.add_argument("scope", choices=Scope.values, help="what it may at most")
        parser.add_argument("--called", default="manage.py token", help="what it is called in the list of tokens")
        parser.add_argument(
            "--only-for", default="", metavar="ID", help="of the one club or tournament where it counts"
        )
        parser.add_argument("--days", type=int, default=30, help=f"until it ends, at most {MOST_DAYS}")

    def handle(self, *args: Any, **options: Any) -> None:
        account = Account.objects.by_login(options["name"])
        if account is None or not account.is_active:
            raise CommandError(_("There is no such account."))
        called = options["called"].strip()
        if not 1 <= options["days"] <= MOST_DAYS or not 1 <= len(called) <= 80:
            said = _("A token lasts 1 to %s days and is called something, in 80 letters at most.")
            raise CommandError(said % MOST_DAYS)
        by = Actor(account, via="command")
        try:
            done = make_token(
                None, by=by, name=called, scope=options["scope"], days=options["days"], only_for=options["only_for"]
            )
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        assert done.result is not None, "no request is repeated here"
        self.stdout.write(done.result)
