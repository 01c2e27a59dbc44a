"""A bare Debian 12 in a folder, with a network and processes of its own: what is run in it meets no other program.

It is made by debootstrap from where this machine has its own packages. systemd cannot run there; `systemctl` is the one beside
this file. `certbot` makes a certificate of its own, since no authority could reach this machine.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from deploy.laptop.children import die_with_parent
from deploy.laptop.folder import ROOT

NAME = "club.example"
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
NEEDED = ("debootstrap", "unshare", "nsenter", "chroot")
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
CERTIFICATE = f"/etc/letsencrypt/live/{NAME}/fullchain.pem"
CERTBOT = f"""#!/bin/sh
set -eu
mkdir -p /etc/letsencrypt/live/{NAME} && cd /etc/letsencrypt/live/{NAME}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -keyout privkey.pem -out fullchain.pem \\
    -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}
cp fullchain.pem /usr/local/share/ca-certificates/{NAME}.crt && update-ca-certificates
"""
POLICY = "#!/bin/sh\nexit 101\n"  # packages start nothing by themselves: Debian's own units are started as they are at a boot
STARTED_BY_DEBIAN = "postgresql@15-main redis-server nginx"


def missing() -> str:
    """Why it cannot be made here; nothing if it can."""
    lacking = [name for name in NEEDED if not shutil.which(name)]
    if lacking:
        return f"{', '.join(lacking)} not found (apt install debootstrap)"
    if os.geteuid() != 0:
        return "only root can make a Debian in a folder"
    return "" if SOURCES.exists() else "this machine does not name Debian's packages in its debian.sources"


class Machine:
    def __init__(self, folder: Path) -> None:
        self.root = folder / "debian"
        self.holder: subprocess.Popen[bytes] | None = None
        self.folder = "/root"

    def make(self) -> None:
        mirror = re.search(r"^URIs: (\S+)", SOURCES.read_text(), re.MULTILINE)
        assert mirror
        run(["debootstrap", "--variant=minbase", "bookworm", str(self.root), mirror[1]])
        for name in ("sources.list.d/debian.sources", "apt.conf.d", "auth.conf.d", "preferences.d"):
            self._take_along(Path("/etc/apt") / name)
        for path in (Path("/etc/resolv.conf"), *_of_pip()):
            self._take_along(path)
        self.put("usr/local/share/ca-certificates/machine.crt", TRUSTED.read_text())
        (self.root / "etc/apt/sources.list").unlink(missing_ok=True)
        (self.root / "etc/hosts").write_text(f"127.0.0.1 localhost {NAME}\n::1 localhost {NAME}\n")
        self.put("usr/sbin/policy-rc.d", POLICY)
        self.put("usr/local/bin/certbot", CERTBOT)
        self.put("usr/local/sbin/systemctl", Path(__file__).with_name("systemctl.py").read_text())

    def put(self, place: str, text: str) -> None:
        (self.root / place).parent.mkdir(parents=True, exist_ok=True)
        (self.root / place).write_text(text)
        (self.root / place).chmod(0o755)

    def _take_along(self, path: Path) -> None:
        there = self.root / path.relative_to("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, there, dirs_exist_ok=True)
        elif path.exists():
            shutil.copy(path, there)

    def boot(self) -> None:
        """A first process that ends all others with it. What pip finds on this machine's disk lies at the same place."""
        binds = "".join(
            f"mkdir -p {self.root}{path} && mount --rbind {path} {self.root}{path} && " for path in _places()
        )
        script = (
            f"mount --make-rprivate / && mount --bind {self.root} {self.root} && mount -t proc proc {self.root}/proc && "
            f"mount --rbind /dev {self.root}/dev && mount -t tmpfs tmpfs {self.root}/run && {binds}"
            f"ip link set lo up && echo up && exec python3 -c '{REAPING}'"
        )
        words = ["unshare", "--net", "--pid", "--mount", "--fork", "--kill-child", "sh", "-ec", script]
        self.holder = subprocess.Popen(words, stdout=subprocess.PIPE, preexec_fn=die_with_parent())
        assert self.holder.stdout and self.holder.stdout.readline() == b"up\n"

    def run(self, script: str, *, in_network: bool = False) -> str:
        """A script as somebody would type it, in the folder where the one before ended; what it said. Packages are fetched by
        this machine's network."""
        assert self.holder
        first = _child_of(self.holder.pid)
        inside = ["--pid", "--mount"] if in_network else ["--pid", "--mount", "--net"]
        line = ["nsenter", "--target", str(first), *inside, "chroot", str(self.root), "/bin/sh", "-euxc"]
        said = run([*line, f"cd {self.folder}\n{script}\npwd > /var/tmp/folder"], _environment())
        self.folder = (self.root / "var/tmp/folder").read_text().strip()
        return said

    def end(self) -> None:
        if self.holder:
            with suppress(ProcessLookupError):
                os.kill(_child_of(self.holder.pid), signal.SIGKILL)
            self.holder.wait(20)

    def logs(self) -> str:
        found = sorted((self.root / "var/log/units").glob("*.log"))
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in found)


REAPING = """
import os, time
while True:
    try: os.wait()
    except ChildProcessError: time.sleep(0.2)
"""


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    made = Machine(folder)
    made.make()
    made.boot()
    try:
        yield made
    finally:
        made.end()
        shutil.rmtree(made.root, ignore_errors=True)


def run(line: Sequence[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(line, env=environment, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, f"{line[0]} ended with {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def _child_of(pid: int) -> int:
    for _time in range(50):
        if found := Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            return int(found[0])
        time.sleep(0.1)
    raise AssertionError("the first process is gone")


def _environment() -> dict[str, str]:
    """A root's at a terminal, and what this machine says to apt and pip."""
    ours = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.endswith("_proxy")}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return {**ours, "PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def _of_pip() -> list[Path]:
    return [path for path in (Path("/etc/pip.conf"), *_homes()) if path.exists()]


def _homes() -> list[Path]:
    return [Path.home() / ".config/pip/pip.conf", Path.home() / ".pip/pip.conf"]


def _places() -> list[str]:
    """Folders of this machine that pip's settings name."""
    said = " ".join([*(path.read_text() for path in _of_pip()), *_environment().values()])
    named = re.findall(r"(?:file://)?(/[\w./+-]+)", said)
    tops = {str(Path(*Path(name).parts[:3])) for name in named if name.startswith(("/opt/", "/srv/", "/mnt/"))}
    return sorted(top for top in tops if Path(top).is_dir())


def archive(version: str, place: Path) -> Path:
    """The program as it stands in this tree, as an archive of that version."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    names = [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).exists()]
    settings = "deploy/site/settings.py"
    folder = place / f"augengenau-{version}"
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    said = re.sub(r'^VERSION = ".*"$', f'VERSION = "{version}"', (folder / settings).read_text(), flags=re.MULTILINE)
    (folder / settings).write_text(said)
    made = place / f"augengenau-{version}.tar.gz"
    run(["tar", "-czf", str(made), "-C", str(place), folder.name])
    shutil.rmtree(folder)
    return made
