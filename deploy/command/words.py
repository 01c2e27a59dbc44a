"""The words of the command, before Django is loaded: the catalogue of the pages, in the language of the terminal.

argparse asks the same catalogue for its own sentences; those that a person meets stand here, so that they are translated too.
"""

import gettext
import os

from deploy.laptop.folder import ROOT
from tournament.core import system

DOMAIN = "django"
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # what gettext looks at


def speak() -> None:
    """gettext looks for the language itself (LANGUAGE, LC_ALL, LC_MESSAGES, LANG); without one it is English."""
    gettext.bindtextdomain(DOMAIN, str(ROOT / "templates" / "locale"))
    gettext.textdomain(DOMAIN)
    if not any(os.environ.get(name) for name in LOCALE) and (code := system.language()):
        os.environ["LANGUAGE"] = code


def _of_argparse() -> tuple[str, ...]:
    _ = gettext.gettext
    return (
        _("usage: "),
        _("options"),
        _("positional arguments"),
        _("show this help message and exit"),
        _("the following arguments are required: %s"),
        _("unrecognized arguments: %s"),
        _("argument %(argument_name)s: %(message)s"),
        _("expected one argument"),
        _("expected at least one argument"),
        _("invalid choice: %(value)r (choose from %(choices)s)"),
        _("invalid %(type)s value: %(value)r"),
        _("not allowed with argument %s"),
        _("one of the arguments %s is required"),
    )
