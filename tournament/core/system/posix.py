"""Linux and macOS. `windows` has the same names with the same arguments."""

import ctypes
import fcntl
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import IO, Any

CAN_MAKE_PDFS = True
FOR_CHILDREN: dict[str, str] = {}  # what their environment has besides
PR_SET_PDEATHSIG = 1
SIOCGIFADDR = 0x8915  # ioctl of Linux: the IPv4 address of an interface

# Files


def lock(file: IO[str]) -> bool:
    """Lock it for as long as this process lives; false if another one has. The lock is gone however the process ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_through(folder: Path) -> None:
    """Sync a folder: it holds the name of a new file, and the system may delay writing it like the file itself."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(draft: Path, path: Path) -> None:
    """Give a draft its name, or raise FileExistsError: the first wins. The draft may be left."""
    os.link(draft, path)


def drive(_path: Path) -> str:
    """The kind of the drive, where the list of mounts does not say it."""
    return ""


def usual_data() -> Path:
    """Where a program that is installed keeps its user's data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Augengenau"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "augengenau"


# Limits and rights


def files_allowed() -> int:
    """How many files and connections this process may have open; -1: any number."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return -1 if files == resource.RLIM_INFINITY else files


def allow_files(wanted: int) -> int:
    """As many as the system lets us, up to those that are wanted. Returns what is allowed then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft == resource.RLIM_INFINITY:
        return -1
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft


def as_administrator() -> str:
    """What stands before a command that needs an administrator."""
    return "" if os.geteuid() == 0 else "sudo "


# Processes


def bind_children() -> None:
    """Here each binds itself (`die_with_parent`)."""


def die_with_parent() -> Callable[[], None] | None:
    """For a new process, before its program: the system kills it when this one is gone, even by SIGKILL.

    Only Linux can do this. Nothing is lost: what was acknowledged is on the disk, jobs are taken up again.
    """
    if sys.platform != "linux":
        return None
    parent = os.getpid()
    libc = ctypes.CDLL(None)

    def bind() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent died in between
            os._exit(1)

    return bind


def apart(keep_open: Sequence[int] = (), *, bound: bool = True) -> dict[str, Any]:
    """How Popen starts a child in a session of its own, so that Ctrl-C in the terminal reaches the launcher only.

    `bound`: it dies with the thread that starts it.
    """
    return {
        "stdin": subprocess.DEVNULL,
        "pass_fds": keep_open,
        "start_new_session": True,
        "preexec_fn": die_with_parent() if bound else None,
    }


def ask_to_end(process: "subprocess.Popen[Any]") -> None:
    process.terminate()


def kill_family(process: "subprocess.Popen[Any]") -> None:
    """It and what it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def obey_parent() -> None:
    """In a child: here it is told by a signal."""


def on_end(stop: Callable[[int, FrameType | None], Any]) -> None:
    """Call `stop` when somebody ends this process: Ctrl-C, a signal, a closed terminal."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)


# Network


def listen_alone(listener: socket.socket) -> None:
    """Before it is bound: right after an end the address may be taken again."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def hand_over(listener: socket.socket) -> tuple[str, tuple[int, ...]]:
    """How a child is told of an open socket, and which descriptors it inherits for that."""
    return str(listener.fileno()), (listener.fileno(),)


def interface_addresses(virtual: tuple[str, ...]) -> list[str]:
    """The IPv4 addresses of the interfaces whose names do not begin so; none where the system does not say."""
    if sys.platform != "linux":
        return []
    names = [name for _, name in socket.if_nameindex() if not name.startswith(virtual)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        return [address for name in names if (address := _address_of(name, probe))]


def _address_of(interface: str, probe: socket.socket) -> str:
    try:
        answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
    except OSError:
        return ""
    return socket.inet_ntoa(answer[20:24])


def stay_awake() -> None:
    """The settings of the desktop decide."""


def has_desktop() -> bool:
    """Of this person, at this machine: browsers refuse to be started by root."""
    if os.geteuid() == 0 or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show(what: str) -> None:
    """Open a folder or an address in the program for it."""
    words = ["open" if sys.platform == "darwin" else "xdg-open", what]
    with suppress(OSError):
        subprocess.Popen(  # noqa: S603
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def language() -> str:
    """The user's, where the environment does not say it."""
    return ""
