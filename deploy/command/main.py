"""The command `augengenau`: all that a person does in a terminal, one word each. `augengenau --help` lists them.

Exit codes: 0 done; 1 refused, or something is wrong, and a sentence says what; 2 the words were not understood; 130 interrupted.
Never a traceback: what is a fault of the program is named in a sentence, and `--traceback` shows where.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path
from typing import NoReturn

from deploy.command import place, tasks, words
from deploy.command.place import NotHere
from deploy.laptop import folder, launch

DONE, REFUSED, NOT_UNDERSTOOD, INTERRUPTED = 0, 1, 2, 130
NEEDS_NO_DATA = {"restore", "engine", "check", "manage"}
PROG_RUN, PROG_WINDOW = "augengenau run", "augengenau window"
PROGRAMS = ("games", "referee", "draw")
SCOPES = ("read", "desk", "referee", "organiser")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    words.speak()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["run"]:
        run(given[1:])
    if given[:1] == ["window"]:
        window(given[1:])
    options = read_options(given)
    data = place.choose(options.data)
    try:
        if options.word not in NEEDS_NO_DATA:
            place.require_used(data)
        code = options.task(options, data)
    except BrokenPipeError:  # whoever reads the output has enough
        os._exit(DONE)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except NotHere as error:
        code = refused(str(error))
    except SystemExit as ending:
        code = refused(ending.code) if isinstance(ending.code, str) else (ending.code or DONE)
    except Exception as error:
        if options.traceback:
            raise
        code = refused(in_words(error))
    raise SystemExit(code)


def run(arguments: list[str]) -> NoReturn:
    """The launcher has options of its own."""
    usual = place.usual()
    place.choose(launch.read_options(arguments, PROG_RUN, usual).data)
    launch.main(arguments, PROG_RUN, usual)


def window(arguments: list[str]) -> NoReturn:
    """It starts the launcher, and shows what that says."""
    usual = place.usual()
    options = launch.read_options(arguments, PROG_WINDOW, usual)
    from deploy.laptop.window import main as show

    show([PROG_RUN.split()[-1], *arguments], place.choose(options.data))


def refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return REFUSED


def in_words(error: Exception) -> str:
    """What somebody can do about it stands in the error itself; what nobody can is named as a fault of ours."""
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management.base import CommandError
    from django.db import DatabaseError

    if isinstance(error, CommandError | ImproperlyConfigured):
        return str(error)
    if isinstance(error, DatabaseError):
        return _("The database does not answer as it should (%s).") % str(error).strip().partition("\n")[0]
    if isinstance(error, OSError):
        return _("%(file)s: %(why)s.") % {"file": error.filename or "?", "why": error.strerror}
    return _("This is a fault of the program: %s. Add --traceback for whoever mends it.") % type(error).__name__


# What can be asked


def read_options(arguments: list[str]) -> argparse.Namespace:
    everywhere = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    everywhere.add_argument("--data", type=Path, metavar="DIR", help=_("the data folder (usually %s)") % place.usual())
    everywhere.add_argument("--traceback", action="store_true", help=argparse.SUPPRESS)
    parser = argparse.ArgumentParser(
        prog="augengenau",
        parents=[everywhere],
        description=_("Tournaments, from the entry list to the certificate."),
        epilog=_(
            "Exit codes: 0 done, 1 refused (a sentence says why), 2 not understood. More on a word: augengenau WORD --help"
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"augengenau {folder.version()}")
    add_words(parser.add_subparsers(dest="word", metavar="WORD", required=True, title=_("words")), everywhere)
    return parser.parse_args(arguments, argparse.Namespace(data=None, traceback=False))


def add_words(
    known: "argparse._SubParsersAction[argparse.ArgumentParser]", everywhere: argparse.ArgumentParser
) -> None:
    def word(name: str, task: tasks.Task, about: str) -> argparse.ArgumentParser:
        made = known.add_parser(name, parents=[everywhere], help=about, description=about, allow_abbrev=False)
        made.set_defaults(task=task)
        return made

    word("run", tasks.check, _("start Augengenau on this machine; phones in the same network can join"))

    word("window", tasks.check, _("the same in a small window: the address, its code, the folder, an end"))

    asked = word("backup", tasks.backup, _("write everything into one file, while people go on working"))
    asked.add_argument("file", type=Path, metavar="FILE", help=_("- for standard output"))
    asked.add_argument("--drill", action="store_true", help=_("restore it as well, into a database of its own"))
    asked.add_argument("--overwrite", action="store_true", help=_("also a file that is there already"))

    asked = word("restore", tasks.restore, _("put a backup into an empty data folder"))
    asked.add_argument("file", type=Path, metavar="FILE", help=_("- for standard input"))

    asked = word("verify", tasks.verify, _("compare tournaments with their logs, and name every difference"))
    asked.add_argument("tournament", nargs="*", metavar="ID", help=_("tournaments; none: all there are"))
    asked.add_argument(
        "--seal", action="append", default=[], help=_("as printed under a log; more than one is possible")
    )

    asked = word("export", tasks.export, _("write a tournament, whole, into one JSON file"))
    asked.add_argument("tournament", metavar="ID", help=_("of the tournament, as in its address"))
    asked.add_argument("file", type=Path, metavar="FILE", help=_("- for standard output"))
    asked.add_argument("--without-names", action="store_true", help=_("for publishing: nobody is named in it"))

    asked = word("import", tasks.take_in, _("take in a tournament from such a file"))
    asked.add_argument("file", type=Path, metavar="FILE", help=_("- for standard input"))
    asked.add_argument("--club", metavar="ID", help=_("whose it will be; else the club of that name, made if need be"))

    asked = word("token", tasks.token, _("make a token for a program; it is shown once"))
    asked.add_argument("name", metavar="NAME", help=_("name or e-mail address that the account signs in with"))
    asked.add_argument("scope", choices=SCOPES, help=_("what it may at most"))
    asked.add_argument(
        "--called", default="augengenau token", metavar="TEXT", help=_("what it is called in the list of tokens")
    )
    asked.add_argument("--only-for", default="", metavar="ID", help=_("of the one club or tournament where it counts"))
    asked.add_argument("--days", type=int, default=30, metavar="N", help=_("until it ends, at most 366 (30)"))

    asked = word("account", tasks.account, _("sign an account out everywhere, close it, or open it again"))
    asked.add_argument("name", metavar="NAME", help=_("name or e-mail address; 'everybody' to sign out all"))
    way = asked.add_mutually_exclusive_group(required=True)
    for name, about in (
        ("sign-out", _("end its sessions and tokens")),
        ("close", _("shut it")),
        ("open", _("open it again")),
    ):
        way.add_argument(f"--{name}", dest="way", action="store_const", const=name, help=about)
    asked.add_argument("--keep-tokens", action="store_true", help=_("with --sign-out: its programs go on"))

    asked = word(
        "erase", tasks.erase, _("erase name, contact and words about a person; results stay. Not to be undone")
    )
    who = asked.add_mutually_exclusive_group(required=True)
    who.add_argument("person", nargs="?", metavar="ID", help=_("of the person"))
    who.add_argument("--find", metavar="NAME", help=_("only say who is called so, with the id"))

    asked = word("password", tasks.password, _("print a one-time address on which an account gets a new password"))
    asked.add_argument("name", metavar="NAME", help=_("name or e-mail address that the account signs in with"))

    asked = word("check", tasks.check, _("look over this machine and its data, or a published draw"))
    asked.add_argument(
        "--draw", type=Path, metavar="FILE", help=_("draw a published draw again from its seed; - for standard input")
    )

    asked = word(
        "engine", tasks.engine, _("answer JSON lines about positions, verdicts or the draw (docs/protocol.md)")
    )
    asked.add_argument("program", choices=PROGRAMS, help=_("which of the three"))

    asked = word("manage", tasks.manage, _("for servers: any command of manage.py (migrate, worker, relay …)"))
    asked.add_argument("words", nargs=argparse.REMAINDER, metavar="…")
