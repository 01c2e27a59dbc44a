"""`manage.py retention`: clears away what need not be kept any longer. The worker does so once a day by itself."""

from typing import Any

from django.core.management.base import BaseCommand

from tournament import retention


class Command(BaseCommand):
    help = "Clears away contacts of tournaments long over, old papers, sessions and guesses; the logs say how many."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, count in retention.clear().items():
            self.stdout.write(f"{what}: {count}")
