"""What deploy/run starts: prepares the data folder, starts the product, keeps it going, ends it.

Standard library only, and no Django: code that needs it runs in the processes started from here. A failed start prints one
sentence (`SystemExit`). Ctrl-C, SIGTERM and a closed terminal all end everything.
"""

import argparse
import ctypes
import json
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import NoReturn

from deploy.laptop import data_key, database, folder, network
from deploy.laptop.children import Child, end, keep_alive, start_preparing, wait_for
from deploy.laptop.folder import ROOT
from deploy.site import static
from referee.phone import pyodide
from tournament.core import system

EVERYWHERE = "0.0.0.0"  # noqa: S104  (so that phones can join)
MANY_FILES, FEW_FILES = 20_000, 4_000
PDF_LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
PDF_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


class OneSentence(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SystemExit(f"{message.capitalize()}; {self.prog} --help says what there is.")


def read_options(
    arguments: list[str] | None = None, prog: str = "deploy/run", data: Path = ROOT / "data"
) -> argparse.Namespace:
    parser = OneSentence(
        prog=prog,
        description="Starts Augengenau on this machine; phones in the same network can join. Ctrl-C ends it.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--demo", action="store_true", help="add a sample tournament")
    add("--port", type=_port, default=8000, help="where it is reached (8000)")
    add("--host", default=EVERYWHERE, help="127.0.0.1 keeps it to this machine (0.0.0.0)")
    add("--data", type=Path, default=data, metavar="DIR", help=f"where everything is kept ({_short(data)})")
    add("--backup", type=Path, metavar="DIR", help="a second place for backups, best on another disk")
    add("--no-system", action="store_true", help="install nothing outside this folder")
    add("--no-browser", action="store_true", help="leave the browser shut")
    add("--lacks", action="store_true", help=argparse.SUPPRESS)  # asked by deploy/run
    add("--only-check", action="store_true", help=argparse.SUPPRESS)
    add("--for-window", action="store_true", help=argparse.SUPPRESS)  # deploy.laptop.window reads what is said
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not a port: give a number from 1 to 65535")


def _short(data: Path) -> str:
    return str(data.relative_to(ROOT)) if data.is_relative_to(ROOT) else str(data)


def main(arguments: list[str] | None = None, prog: str = "deploy/run", data: Path = ROOT / "data") -> NoReturn:
    options = read_options(arguments, prog, data)
    if options.lacks:
        print("" if pdf_libraries_found() else PDF_PACKAGES)
        raise SystemExit(0)
    system.on_end(_stop)
    system.obey_parent()
    system.bind_children()
    logging.basicConfig(format="{asctime} {levelname:<7} {name}: {message}", style="{")
    os.umask(0o077)  # what is made from now on is the owner's alone, in whatever folder
    data = folder.prepare(options.data.absolute())
    folder.keep_to_owner(options.backup.glob("augengenau-*.zip") if options.backup else [])
    if options.for_window:  # nobody is there who could name another
        options.port = network.free_near(options.host, options.port)
    with folder.alone(data, options.port), network.listen(options.host, options.port) as listener:
        if "DATABASE_URL" not in os.environ:
            database.require_whole(data, options.backup)
            data_key.require_there(data, data / folder.DATABASE)
        if not options.only_check:
            run(options, data, listener)
    raise SystemExit(0)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def run(options: argparse.Namespace, data: Path, listener: network.Listener) -> NoReturn:
    raise_file_limit()
    environment = child_environment(data, options.host, options.port, os.environ)
    if options.backup:
        environment["AUGENGENAU_BACKUP"] = str(options.backup.absolute())
    steps = steps_due(data, options.demo)
    preparing = start_preparing(steps, environment)
    link = wait_for(preparing) if steps else None  # the web process needs what the steps make
    address = network.reachable(listener)
    place, keep_open = system.hand_over(listener)
    web = Child("web", ["-m", "deploy.site.uvicorn_process", place], environment, keep_open)
    worker = Child("worker", ["manage.py", "worker"], environment)
    fetching = Child("phone", ["-m", "referee.phone.pyodide"], environment)
    try:
        network.wait_for_first_page(address, web.start())
        worker.start()
        link = wait_for(preparing) if link is None else link
        (tell_window if options.for_window else announce)(options, data, link)
        if not pyodide.is_there():
            fetching.start()
        keep_alive([web, worker])
    finally:
        end([web, worker, fetching])


def child_environment(data: Path, host: str, port: int, ours: Mapping[str, str]) -> dict[str, str]:
    return {
        **ours,
        "AUGENGENAU_DATA": str(data),
        "AUGENGENAU_LISTENS": host,
        "AUGENGENAU_MODE": "laptop",
        "DJANGO_SETTINGS_MODULE": "deploy.site.settings",
        **system.FOR_CHILDREN,
    }


def raise_file_limit() -> None:
    """Every phone has a connection or two: as many files as the system lets us, and a word where these are few."""
    files = system.allow_files(MANY_FILES)
    if 0 < files < FEW_FILES:
        print(
            f"This system allows {files} open files, enough for some {files // 4} phones: ulimit -n 20000 allows more."
        )


def steps_due(data: Path, demo: bool) -> list[str]:
    due = {"migrate": folder.must_migrate(data), "static": static.must_collect(), "demo": demo}
    return [step for step, is_due in due.items() if is_due]


def tell_window(options: argparse.Namespace, data: Path, link: str) -> None:
    """The facts of `announce` in one line, for a program."""
    here = f"http://{network.name_for_browsers(options.host)}:{options.port}"
    phones = network.urls_for_phones(options.host, options.port)
    print(json.dumps({"here": f"{here}/", "first": here + link if link else "", "phones": phones, "data": str(data)}))
    sys.stdout.flush()


def announce(options: argparse.Namespace, data: Path, link: str) -> None:
    here = f"http://{network.name_for_browsers(options.host)}:{options.port}"
    print("\nAugengenau runs.\n")
    print(f"  On this machine  {here}/")
    for line in network.for_phones(options.host, options.port):
        print(line)
    if link:
        print(f"\n  Make your organiser account, once, on this machine:\n  {here}{link}")
    print(f"\n  Everything is kept in {data}. Ctrl-C ends Augengenau.")
    if not system.CAN_MAKE_PDFS:
        print("  Papers are printed by the browser: PDFs are not made on this system.")
    elif not pdf_libraries_found():
        print(f"  PDFs cannot be made yet. They need: {system.as_administrator()}apt install {PDF_PACKAGES}")
    print(flush=True)
    if sys.stdout.isatty() and not options.no_browser and system.has_desktop():
        system.show(f"{here}{link or '/'}")


def pdf_libraries_found() -> bool:
    """Checked on Linux only; elsewhere these files have other names."""
    if not system.CAN_MAKE_PDFS:
        return False
    try:
        for name in PDF_LIBRARIES if sys.platform == "linux" else ():
            ctypes.CDLL(name)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
