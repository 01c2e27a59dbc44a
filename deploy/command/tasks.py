"""What each word of the command does. Each calls the command of Django of the same work, in the caller's language.

`-` for a file is standard input or output: a whole file is made or taken first, so that half of one goes nowhere.
"""

import argparse
import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path

from deploy.command import place
from deploy.command.place import NotHere

PIPE = Path("-")
Options = argparse.Namespace
Task = Callable[[Options, Path], int]


def django(name: str, *arguments: object, **options: object) -> None:
    """A command of Django."""
    import django as framework
    from django.core.management import call_command
    from django.utils import translation

    framework.setup()
    from tournament.core.caller import language

    with translation.override(language()):
        call_command(name, *[str(argument) for argument in arguments], **options)


@contextmanager
def taken(file: Path) -> Iterator[Path]:
    """The file, or one with what stands on standard input."""
    if file != PIPE:
        if not file.is_file():
            raise NotHere(_("There is no file %s.") % file)
        yield file
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "input")
        with path.open("wb") as whole:
            shutil.copyfileobj(sys.stdin.buffer, whole)
        yield path


@contextmanager
def given(file: Path, *, overwrite: bool = True) -> Iterator[Path]:
    """Where to write: the file, or one that goes to standard output once it is whole."""
    if file != PIPE:
        if not file.absolute().parent.is_dir():
            raise NotHere(_("There is no folder %s.") % file.absolute().parent)
        if file.exists() and not overwrite:
            raise NotHere(_("%s is there already: take another name, or add --overwrite.") % file)
        yield file
        return
    if sys.stdout.isatty():
        raise NotHere(_("This is not for a terminal: name a file, or lead it on (| or >)."))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "output")
        yield path
        with path.open("rb") as whole:
            shutil.copyfileobj(whole, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def backup(options: Options, _data: Path) -> int:
    with given(options.file, overwrite=options.overwrite) as path:
        django("backup", path, drill=options.drill, stdout=io.StringIO() if options.file == PIPE else sys.stdout)
    return 0


def restore(options: Options, data: Path) -> int:
    place.require_unused(data)
    with taken(options.file) as path:
        django("restore", path)
    return 0


def verify(options: Options, _data: Path) -> int:
    django("verify_tournament", *options.tournament, seal=options.seal)
    return 0


def export(options: Options, _data: Path) -> int:
    with given(options.file) as path:
        django("export_tournament", options.tournament, path, without_names=options.without_names)
    return 0


def take_in(options: Options, _data: Path) -> int:
    with taken(options.file) as path:
        django("import_tournament", path, club=options.club)
    return 0


def token(options: Options, _data: Path) -> int:
    only, called = options.only_for, options.called
    django("token", options.name, options.scope, called=called, days=options.days, only_for=only)
    return 0


def account(options: Options, _data: Path) -> int:
    django("account", options.name, f"--{options.way}", keep_tokens=options.keep_tokens)
    return 0


def erase(options: Options, _data: Path) -> int:
    if options.find:
        django("erase", find=options.find)
    else:
        django("erase", options.person)
    return 0


def password(options: Options, _data: Path) -> int:
    django("password_link", options.name)
    return 0


def check(options: Options, data: Path) -> int:
    """A published draw, or this machine and its data."""
    if options.draw is not None:
        with taken(options.draw) as path:
            django("check_draw", path)
        return 0
    place.require_used(data)
    if place.on_server():
        from deploy.server_check.__main__ import main as look

        sys.argv = ["augengenau check"]
        look()
    return _of_laptop(data)


def _of_laptop(data: Path) -> int:
    from deploy.laptop import database, launch

    database.require_whole(data)
    print(_("%s: the database is whole, and of this version.") % data)
    if launch.pdf_libraries_found():
        print(_("PDFs can be made."))
        return 0
    print(_("PDFs cannot be made: %s is missing.") % launch.PDF_PACKAGES)
    return 1


def engine(options: Options, _data: Path) -> int:
    """The protocols, which know nothing of the data."""
    if options.program == "draw":
        from tournament.draw.seating.protocol import serve

        serve(sys.stdin.buffer, _line)
        return 0
    from games.engine import protocol
    from referee.judging.protocol import OPS

    sys.argv = ["augengenau engine"]
    return protocol.main(OPS if options.program == "referee" else protocol.OPS)


def _line(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def manage(options: Options, data: Path) -> int:
    """Any command of Django, as manage.py has them."""
    place.require_for(options.words, data)
    from django.core.management import execute_from_command_line

    execute_from_command_line(["augengenau manage", *options.words])
    return 0
