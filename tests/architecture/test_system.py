"""What only one operating system has stands in one package (tournament/core/system), with the same names for each."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.workshop.house import APPS
from tests.architecture.modules import ROOT, relative, sources

SYSTEM = ROOT / "tournament" / "core" / "system"
# On servers alone, which are Linux; and for those who work on the project.
ELSEWHERE = ("deploy/workshop/", "deploy/site/gunicorn_settings.py", "tournament/core/system/")
MODULES = {
    *("fcntl", "resource", "pwd", "grp", "spwd", "termios", "tty", "pty", "syslog", "posix", "crypt"),
    *("msvcrt", "winreg", "winsound", "_winapi", "nt", "ctypes.wintypes"),
}
NAMES = {
    *("os.fork", "os.forkpty", "os.wait", "os.waitid", "os.wait3", "os.wait4", "os.WIFSIGNALED", "os.WTERMSIG"),
    *("os.WEXITSTATUS", "os.WIFEXITED", "os.killpg", "os.setsid", "os.setpgid", "os.getpgid", "os.getsid", "os.nice"),
    *("os.getuid", "os.geteuid", "os.getgid", "os.getegid", "os.setuid", "os.setgid", "os.chown", "os.lchown"),
    *("os.fchmod", "os.fchown", "os.mkfifo", "os.mknod", "os.statvfs", "os.uname", "os.getloadavg", "os.sysconf"),
    *("os.sched_getaffinity", "os.openpty", "os.link", "os.sync", "os.fdatasync", "os.pread", "os.pwrite"),
    *("signal.SIGHUP", "signal.SIGKILL", "signal.SIGXCPU", "signal.SIGUSR1", "signal.SIGUSR2", "signal.SIGCHLD"),
    *("signal.SIGQUIT", "signal.SIGPIPE", "signal.SIGALRM", "signal.alarm", "signal.setitimer", "signal.pause"),
    *("signal.SIGBREAK", "signal.pthread_kill", "signal.sigwait", "os.startfile", "ctypes.WinDLL", "ctypes.windll"),
    *("socket.AF_UNIX", "socket.SO_REUSEPORT", "socket.SO_EXCLUSIVEADDRUSE", "socket.SO_REUSEADDR"),
}
ARGUMENTS = {"preexec_fn", "pass_fds", "start_new_session", "process_group", "creationflags", "startupinfo"}


def product() -> list[Path]:
    return [path for path in sources("deploy", *APPS) if not relative(path).startswith(ELSEWHERE)]


def of_one_system(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
            yield from names & (MODULES | NAMES)
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in NAMES:
            yield ast.unparse(node)
        elif isinstance(node, ast.keyword) and node.arg in ARGUMENTS:
            yield node.arg


@pytest.mark.parametrize("path", product(), ids=relative)
def test_what_one_system_has_stands_in_one_package(path):
    assert not set(of_one_system(ast.parse(path.read_text())))


@pytest.mark.parametrize(
    "line",
    [
        "import fcntl",
        "import os, resource",
        "from os import fork",
        "from ctypes import wintypes",
        "if os.geteuid() == 0: pass",
        "signal.signal(signal.SIGHUP, stop)",
        "subprocess.Popen(words, start_new_session=True)",
    ],
)
def test_what_one_system_has_is_found(line):
    assert set(of_one_system(ast.parse(line)))


def test_the_product_is_looked_at():
    assert {"launch.py", "press.py", "lan.py", "worker.py"} <= {path.name for path in product()}


def offered(name: str) -> dict[str, str]:
    """What an implementation offers, with its arguments and what it gives."""
    found = {}
    for node in ast.parse((SYSTEM / f"{name}.py").read_text()).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            arguments = [argument.arg.removeprefix("_") for argument in (*node.args.args, *node.args.kwonlyargs)]
            found[node.name] = f"{arguments} -> {ast.unparse(node.returns) if node.returns else ''}"
    return found


def test_both_implementations_offer_the_same():
    assert offered("posix") == offered("windows")
    assert "lock" in offered("posix")


def test_the_package_gives_out_what_they_offer_and_only_that():
    """By the same names for each."""
    (choice,) = [node for node in ast.parse((SYSTEM / "__init__.py").read_text()).body if isinstance(node, ast.If)]
    of_windows, of_posix = (
        [alias.name for line in part for alias in line.names] for part in (choice.body, choice.orelse)
    )
    assert of_windows == of_posix
    assert {name for name in of_posix if name.islower()} == set(offered("posix"))
    assert {name for name in of_posix if name.isupper()} == {"CAN_MAKE_PDFS", "FOR_CHILDREN"}
