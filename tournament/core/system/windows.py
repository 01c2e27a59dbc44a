"""Windows. `posix` has the same names with the same arguments.

A child is asked to end by the end of its standard input, because there are no signals for it; all die with the launcher,
because it and they are in one job object that the system ends with its last handle.
"""

import ctypes
import locale
import msvcrt
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import wintypes
from pathlib import Path
from types import FrameType
from typing import IO, Any

assert sys.platform == "win32"  # also for the checker of types, which leaves the rest out elsewhere

CAN_MAKE_PDFS = False  # there is no Pango to ship
OBEYS = "AUGENGENAU_ENDS_WITH_INPUT"  # in the environment of a child
FOR_CHILDREN = {OBEYS: "1", "PYTHONUTF8": "1"}  # what their environment has besides
FAR_BEYOND = 1 << 30  # of a lock's file: who may not lock that byte can read what stands in the file
REMOTE_DRIVE = 4
AWAKE = 0x80000001  # from now on, the system
KINDS = {"FAT": "vfat", "FAT32": "vfat", "EXFAT": "exfat"}
KILL_ON_JOB_CLOSE, EXTENDED_LIMITS = 0x2000, 9

_kernel = ctypes.WinDLL("kernel32", use_last_error=True)
_kernel.CreateJobObjectW.restype = wintypes.HANDLE
_kernel.GetCurrentProcess.restype = wintypes.HANDLE
_kernel.SetInformationJobObject.argtypes = [wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD]
_kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]

# Files


def lock(file: IO[str]) -> bool:
    """Lock it for as long as this process lives; false if another one has. The lock is gone however the process ends."""
    before = os.lseek(file.fileno(), 0, os.SEEK_CUR)
    os.lseek(file.fileno(), FAR_BEYOND, os.SEEK_SET)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(file.fileno(), before, os.SEEK_SET)
    return True


def write_through(_folder: Path) -> None:
    """A folder cannot be synced here; NTFS has a journal for names."""


def put_in_place(draft: Path, path: Path) -> None:
    """Give a draft its name, or raise FileExistsError: the first wins. The draft may be left."""
    draft.rename(path)  # which replaces nothing here


def drive(path: Path) -> str:
    """The kind of the drive, where the list of mounts does not say it."""
    root = f"{path.anchor}"
    if root.startswith("\\\\") or _kernel.GetDriveTypeW(root) == REMOTE_DRIVE:
        return "cifs"
    name = ctypes.create_unicode_buffer(64)
    _kernel.GetVolumeInformationW(root, None, 0, None, None, None, name, len(name))
    return KINDS.get(name.value.upper(), "")


def usual_data() -> Path:
    """Where a program that is installed keeps its user's data: not in the documents, which OneDrive may mirror."""
    return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Augengenau"


# Limits and rights


def files_allowed() -> int:
    """How many files and connections this process may have open; -1: any number."""
    return -1


def allow_files(_wanted: int) -> int:
    """As many as the system lets us, up to those that are wanted. Returns what is allowed then."""
    return -1


def as_administrator() -> str:
    """What stands before a command that needs an administrator."""
    return ""


# Processes


class _Basic(ctypes.Structure):
    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", wintypes.DWORD),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", wintypes.DWORD),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", wintypes.DWORD),
        ("SchedulingClass", wintypes.DWORD),
    )


class _Extended(ctypes.Structure):
    _fields_ = (
        ("Basic", _Basic),
        ("Io", ctypes.c_uint64 * 6),
        ("Memory", ctypes.c_size_t * 4),
    )


_job: list[int] = []  # kept open for as long as this process lives


def bind_children() -> None:
    """This process and all that it starts end with it, even if it is killed."""
    job = _kernel.CreateJobObjectW(None, None)
    limits = _Extended()
    limits.Basic.LimitFlags = KILL_ON_JOB_CLOSE
    _kernel.SetInformationJobObject(job, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
    if _kernel.AssignProcessToJobObject(job, _kernel.GetCurrentProcess()):
        _job.append(job)


def die_with_parent() -> Callable[[], None] | None:
    """The job does it (`bind_children`)."""
    return None


def apart(keep_open: Sequence[int] = (), *, bound: bool = True) -> dict[str, Any]:
    """How Popen starts a child apart from the console, so that Ctrl-C there reaches the launcher only."""
    assert not keep_open, "sockets are not inherited"
    return {
        "stdin": subprocess.PIPE,
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
    }


def ask_to_end(process: "subprocess.Popen[Any]") -> None:
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()


def kill_family(process: "subprocess.Popen[Any]") -> None:
    """What it started ends with the job."""
    with suppress(OSError):
        process.kill()


def obey_parent() -> None:
    """In a child: the end of its standard input is the signal."""
    if os.environ.pop(OBEYS, "") and sys.stdin is not None:
        threading.Thread(target=_until_told, daemon=True).start()


def _until_told() -> None:
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    signal.raise_signal(signal.SIGTERM)


def on_end(stop: Callable[[int, FrameType | None], Any]) -> None:
    """Call `stop` when somebody ends this process: Ctrl-C, Ctrl-Break, a closed console."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGBREAK):
        signal.signal(number, stop)


# Network


def listen_alone(listener: socket.socket) -> None:
    """Before it is bound: without this another program may bind the same address."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)


def hand_over(listener: socket.socket) -> tuple[str, tuple[int, ...]]:
    """The child binds the address itself: a socket that two processes wait at stays with the first, which may have died."""
    host, port = listener.getsockname()[:2]
    listener.close()
    return (f"[{host}]:{port}" if ":" in host else f"{host}:{port}"), ()


def interface_addresses(_virtual: tuple[str, ...]) -> list[str]:
    """None: the addresses of this machine's name are all there are."""
    return []


def stay_awake() -> None:
    """Not to fall asleep for as long as this process lives; a lid that is shut is stronger."""
    _kernel.SetThreadExecutionState(AWAKE)


def has_desktop() -> bool:
    """Of this person, at this machine: browsers refuse to be started by root."""
    return True


def show(what: str) -> None:
    """Open a folder or an address in the program for it."""
    with suppress(OSError):
        os.startfile(what)  # noqa: S606


def language() -> str:
    """The user's, where the environment does not say it."""
    number = _kernel.GetUserDefaultUILanguage()
    return locale.windows_locale.get(number, "").partition("_")[0]
