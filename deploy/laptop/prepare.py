"""The steps of a start on a laptop that need Django: `python -m deploy.laptop.prepare [migrate] [static] [demo]`.

Prints the path, on a server the address, where the first organiser makes an account; an empty line once there is an account.
"""

import os
import sys

import django
from django.conf import settings
from django.core.management import call_command

from deploy.laptop import folder
from deploy.site import static


def main(steps: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    django.setup()
    if "migrate" in steps:
        call_command("migrate", interactive=False, verbosity=0)
        folder.mark(settings.DATA_DIR)
    if "static" in steps:
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        static.mark()
    if "demo" in steps:
        call_command("demo_tournament", stdout=sys.stderr)
    from tournament.people.actions import first_organiser_link

    link = first_organiser_link()
    print(f"{settings.SITE if settings.ON_SERVER else ''}{link}" if link else "")


if __name__ == "__main__":
    main(sys.argv[1:])
