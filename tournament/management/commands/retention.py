"""`manage.py retention`: deletes data that need not be kept any longer. The worker does so once a day by itself."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournament.core import days
from tournament.core.actors import SYSTEM
from tournament.erasing import retention
from tournament.erasing.journal import confirm_date


class Command(BaseCommand):
    help = "Clears away contacts of tournaments long over, old papers, sessions and guesses; the logs say how many."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--date-is-right", action="store_true", help="confirms the date of this machine before")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["date_is_right"]:
            confirm_date(None, by=SYSTEM, day=days.today())
        self.stdout.write(f"trusted day: {days.trusted() or 'none, so nothing is cleared away (--date-is-right)'}")
        for what, count in retention.clear().items():
            self.stdout.write(f"{what}: {count}")
