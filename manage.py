#!/usr/bin/env python
import os
import sys

INSTEAD = {"generateschema": "manage.py spectacular writes the description of the API."}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    if word in INSTEAD:
        raise SystemExit(INSTEAD[word])
    from deploy.command import place

    try:
        place.require_for(sys.argv[1:], place.usual())
    except place.NotHere as error:
        raise SystemExit(str(error)) from None
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
