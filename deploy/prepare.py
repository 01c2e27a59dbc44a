"""What a start on a laptop needs of Django: `python -m deploy.prepare [migrate] [static] [demo]`.

Prints the path by which the first organiser makes an account; nothing once there is an account.
"""

import sys

import django
from django.conf import settings
from django.core.management import call_command

from deploy import folder, static


def main(steps: list[str]) -> None:
    django.setup()
    if "migrate" in steps:
        call_command("migrate", interactive=False, verbosity=0)
        folder.mark(settings.DATA_DIR)
    if "static" in steps:
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        static.mark()
    if "demo" in steps:
        call_command("demo_tournament", stdout=sys.stderr)
    from tournament.actions.accounts import first_organiser_link

    print(first_organiser_link() or "")


if __name__ == "__main__":
    main(sys.argv[1:])
