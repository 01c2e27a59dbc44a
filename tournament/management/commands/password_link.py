"""`manage.py password_link NAME`: a one-time address with which somebody who forgot the password sets a new one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.accounts import password_token
from tournament.models import Account


class Command(BaseCommand):
    help = "Prints the path of a one-time page on which this account gets a new password. It holds for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name or e-mail address that the account signs in with")

    def handle(self, *args: Any, **options: Any) -> None:
        account = Account.objects.by_login(options["name"])
        if account is None:
            raise CommandError("There is no such account.")
        self.stdout.write(f"/password/{account.public_id}/{password_token.make_token(account)}/")
