#!/usr/bin/python3
"""Stands in for systemd's systemctl where no systemd can run: reads the unit files and does what they say.

It obeys Exec…, User, Environment…, LoadCredential, the folders, UMask, LimitNOFILE, Restart, Type, and of the fences
NoNewPrivileges, CapabilityBoundingSet, MemoryDenyWriteExecute, PrivateTmp, ProtectSystem and the paths that it leaves writable.
As under systemd, standard output is a socket. Left out: filters of system calls and of addresses, timers, the other fences.
"""

import ctypes
import glob
import json
import os
import pwd
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

PLACES = [Path("/etc/systemd/system"), Path("/lib/systemd/system")]
RUNNING, LOGS = Path("/run/units"), Path("/var/log/units")
MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE, CLONE_NEWNS = 1, 32, 4096, 16384, 1 << 18, 0x20000
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_SET_MDWE = 24, 38, 65
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
libc = ctypes.CDLL(None, use_errno=True)


class Unit:
    """A unit file with its drop-ins: for each name the values, in the order of the files."""

    def __init__(self, name):
        self.name = name if re.search(r"\.(service|target|timer)$", name) else f"{name}.service"
        stem, dot, kind = self.name.rpartition(".")
        self.instance = stem.partition("@")[2]
        template = f"{stem.partition('@')[0]}@{dot}{kind}" if "@" in stem else self.name
        file = next((place / template for place in PLACES if (place / template).exists()), None)
        if file is None:
            sys.exit(f"Unit {self.name} not found.")
        first = re.match(r"[a-z]+-", template)
        folders = [f"{first[0]}.{kind}.d"] if first else []
        drops = [path for folder in [*folders, f"{template}.d"] for path in sorted(PLACES[0].glob(f"{folder}/*.conf"))]
        self.said = {}
        for path in [file, *drops] if not first else [*drops, file]:
            self._read(path)

    def _read(self, path):
        for line in path.read_text().replace("\\\n", " ").splitlines():
            name, is_setting, value = line.partition("=")
            if is_setting and not line.startswith(("#", ";")):
                self.said.setdefault(name.strip(), []).append(self._expanded(value.strip()))

    def _expanded(self, text):
        words = {"%i": self.instance, "%I": self.instance.replace("-", "/"), "%H": socket.gethostname()}
        for word, meaning in {**words, "%d": str(self.credentials), "%%": "%"}.items():
            text = text.replace(word, meaning)
        return text

    @property
    def credentials(self):
        return Path("/run/credentials") / self.name

    def last(self, name, default=""):
        return self.said.get(name, [default])[-1]

    def is_on(self, name):
        return self.last(name) in ("yes", "true", "1")

    def paths(self, *names):
        found = [path for name in names for value in self.said.get(name, ()) for path in value.split()]
        return [path for word in found if (path := word.lstrip("-+")) and (os.path.exists(path) or word[0] != "-")]

    def user(self):
        return pwd.getpwnam(self.last("User", "root"))

    def environment(self):
        user = self.user()
        made = {"PATH": PATH, "LANG": "C.UTF-8"}
        if user.pw_uid:
            made |= {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name, "SHELL": user.pw_shell}
        for value in self.said.get("Environment", ()):
            made |= dict(word.split("=", 1) for word in shlex.split(value))
        for file in self.said.get("EnvironmentFile", ()):
            if not file.startswith("-") or os.path.exists(file[1:]):
                lines = Path(file.lstrip("-")).read_text().splitlines()
                made |= dict(shlex.split(line)[0].split("=", 1) for line in lines if "=" in line and line[0] != "#")
        return made

    def command(self, text, environment):
        words = [re.sub(r"\$\{(\w+)\}", lambda word: environment.get(word[1], ""), word) for word in shlex.split(text)]
        return [environment.get(word[1:], "") if re.fullmatch(r"\$\w+", word) else word for word in words]

    def provide(self):
        """The folders and the credentials."""
        user = self.user()
        for name, top in (("StateDirectory", "/var/lib"), ("RuntimeDirectory", "/run")):
            for folder in self.last(name).split():
                os.makedirs(f"{top}/{folder}", exist_ok=True)
                os.chmod(f"{top}/{folder}", int(self.last(f"{name}Mode", "0755"), 8))
                os.chown(f"{top}/{folder}", user.pw_uid, user.pw_gid)
        shutil.rmtree(self.credentials, ignore_errors=True)
        for value in self.said.get("LoadCredential", ()):
            name, _colon, source = value.partition(":")
            self.credentials.mkdir(parents=True, exist_ok=True)
            (self.credentials / name).write_bytes(Path(source).read_bytes())
            os.chmod(self.credentials / name, 0o400)
            os.chown(self.credentials / name, user.pw_uid, user.pw_gid)
        if self.credentials.exists():
            os.chown(self.credentials, user.pw_uid, user.pw_gid)

    def start(self, text, output, **more):
        """A command of the unit, within its fences; its process."""
        environment = self.environment() | more
        line = self.command(text.lstrip("-+!"), environment)
        child = os.fork()
        if child:
            return child
        try:
            os.setsid()
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            os.dup2(output, 1)
            os.dup2(output, 2)
            self._enter_fences()
            os.chdir(self.last("WorkingDirectory", "/"))
            os.execvpe(line[0], line, environment)
        except (OSError, KeyError, ValueError) as error:
            os.write(2, f"{self.name}: {error!r}\n".encode())
        os._exit(203)

    def _enter_fences(self):
        if limit := self.last("LimitNOFILE"):
            most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # which a container may not raise
            files = min(int(limit), most) if most != resource.RLIM_INFINITY else int(limit)
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        if self.last("ProtectSystem") == "strict" or self.is_on("PrivateTmp"):
            self._enter_mounts()
        if "CapabilityBoundingSet" in self.said and not self.last("CapabilityBoundingSet"):
            for number in range(64):
                libc.prctl(PR_CAPBSET_DROP, number, 0, 0, 0)
        user = self.user()
        os.umask(int(self.last("UMask", "0022"), 8))
        if user.pw_uid:
            os.initgroups(user.pw_name, user.pw_gid)
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        if self.is_on("NoNewPrivileges"):
            libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if self.is_on("MemoryDenyWriteExecute"):
            libc.prctl(PR_SET_MDWE, 1, 0, 0, 0)

    def _enter_mounts(self):
        called(libc.unshare(CLONE_NEWNS))
        mount("none", "/", MS_REC | MS_PRIVATE)
        writable = [*self.paths("ReadWritePaths", "ReadWriteDirectories"), "/dev", "/proc"]
        writable += [f"/var/lib/{name}" for name in self.last("StateDirectory").split()]
        writable += [f"/run/{name}" for name in self.last("RuntimeDirectory").split()]
        for path in writable:
            mount(path, path, MS_BIND | MS_REC)
        for path in ("/tmp", "/var/tmp") if self.is_on("PrivateTmp") else ():
            mount("tmpfs", path, 0, "tmpfs")
            os.chmod(path, 0o1777)
        for path in self.paths("ReadOnlyPaths"):
            mount(path, path, MS_BIND | MS_REC)
            mount("none", path, MS_REMOUNT | MS_BIND | MS_RDONLY)
        if self.last("ProtectSystem") == "strict":
            mount("none", "/", MS_REMOUNT | MS_BIND | MS_RDONLY)


def called(result):
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def mount(source, target, flags, kind=""):
    called(libc.mount(source.encode(), target.encode(), kind.encode() or None, flags, None))


def status(unit):
    try:
        found = json.loads((RUNNING / unit.name).read_text())
        os.kill(found["supervisor"], 0)
        return found
    except (OSError, ValueError):
        return {}


def start(unit):
    kind = unit.last("Type", "simple")
    if unit.name.endswith((".target", ".timer")):
        return
    if status(unit):
        return
    unit.provide()
    LOGS.mkdir(exist_ok=True)
    RUNNING.mkdir(exist_ok=True)
    ours, theirs = socket.socketpair()
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.close(reading)
        os.setsid()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        null = os.open("/dev/null", os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        threading.Thread(target=keep_log, args=(unit, ours), daemon=True).start()
        try:
            Supervisor(unit, kind, theirs.fileno(), writing).run()
        except (OSError, KeyError, ValueError, SystemExit) as error:
            os.write(theirs.fileno(), f"supervisor: {error!r}\n".encode())
            time.sleep(0.2)
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 10)
    if said != b"ready":
        time.sleep(0.3)
        log = (LOGS / f"{unit.name}.log").read_text(errors="replace")
        sys.exit(f"Job for {unit.name} failed because the control process exited with error code.\n{log[-3000:]}")


def keep_log(unit, source):
    with (LOGS / f"{unit.name}.log").open("ab", buffering=0) as log:
        while more := source.recv(1 << 16):
            log.write(more)


class Supervisor:
    def __init__(self, unit, kind, output, telling):
        self.unit, self.kind, self.output, self.telling = unit, kind, output, telling
        self.main, self.is_ending = 0, False

    def run(self):
        signal.signal(signal.SIGTERM, self._end)
        for text in self.unit.said.get("ExecStartPre", ()):
            self._to_its_end(text)
        if self.kind == "oneshot":
            for text in self.unit.said["ExecStart"]:
                self._to_its_end(text)
            self._tell(b"ready")
            return
        self._begin()
        self._tell(b"ready")
        while not self.is_ending:
            self._wait_for_main()
            if self.is_ending or self.unit.last("Restart") != "always":
                break
            time.sleep(float(self.unit.last("RestartSec", "0.1")))
            self._begin()
        (RUNNING / self.unit.name).unlink(missing_ok=True)

    def _begin(self):
        text = self.unit.said["ExecStart"][-1]
        if self.kind == "forking":
            self._to_its_end(text)
            self.main = self._from_pid_file()
        elif self.kind == "notify":
            self.main = self._notified(text)
        else:
            self.main = self.unit.start(text, self.output)
        (RUNNING / self.unit.name).write_text(json.dumps({"supervisor": os.getpid(), "main": self.main}))

    def _from_pid_file(self):
        file = Path(self.unit.last("PIDFile"))
        for _time in range(100):
            with suppress(OSError, ValueError):
                return int(file.read_text().split()[0])
            time.sleep(0.1)
        raise SystemExit(f"no {file}")

    def _notified(self, text):
        place = f"/run/units/{self.unit.name}.notify"
        with suppress(OSError):
            os.unlink(place)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(place)
            os.chmod(place, 0o777)
            heard.settimeout(90)
            child = self.unit.start(text, self.output, NOTIFY_SOCKET=place)
            heard.settimeout(0.2)
            for _time in range(450):
                with suppress(TimeoutError):
                    if b"READY=1" in heard.recv(4096):
                        return child
                if os.waitpid(child, os.WNOHANG)[0]:
                    raise SystemExit(f"{text} ended before it was ready")
        raise SystemExit(f"{text} is not ready")

    def _to_its_end(self, text):
        _pid, status = os.waitpid(self.unit.start(text, self.output), 0)
        if status and not text.startswith("-"):
            raise SystemExit(f"{text}: {os.waitstatus_to_exitcode(status)}")

    def _wait_for_main(self):
        while not self.is_ending and is_alive(self.main):
            with suppress(ChildProcessError):
                os.waitpid(self.main, os.WNOHANG)
            time.sleep(0.1)

    def _tell(self, word):
        os.write(self.telling, word)
        os.close(self.telling)

    def _end(self, *_):
        self.is_ending = True
        stops = self.unit.said.get("ExecStop", ())
        for text in stops:
            _pid, _status = os.waitpid(self.unit.start(text, self.output), 0)
        if not stops:
            with suppress(ProcessLookupError):
                os.kill(self.main, signal.SIGTERM)
        for _time in range(200):
            with suppress(ChildProcessError):
                os.waitpid(self.main, os.WNOHANG)
            if not is_alive(self.main):
                break
            time.sleep(0.1)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.main, signal.SIGKILL)


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def stop(unit):
    if found := status(unit):
        os.kill(found["supervisor"], signal.SIGTERM)
        for _time in range(250):
            if not is_alive(found["supervisor"]):
                break
            time.sleep(0.1)
    (RUNNING / unit.name).unlink(missing_ok=True)


def reload(unit):
    found = status(unit) or sys.exit(f"{unit.name} is not active.")
    for text in unit.said["ExecReload"]:
        words = unit.command(text, unit.environment() | {"MAINPID": str(found["main"])})
        subprocess.run(words, check=True)


def restart(unit):
    """A target restarts what is part of it."""
    for name in parts_of(unit) if unit.name.endswith(".target") else [unit.name]:
        was_there = bool(status(Unit(name)))
        stop(Unit(name))
        if was_there or name == unit.name:
            start(Unit(name))


def parts_of(target):
    active = [path.name for path in RUNNING.glob("*.service")]
    return [name for name in sorted(active) if target.name in " ".join(Unit(name).said.get("PartOf", ())).split()]


def names_of(words):
    """A pattern stands for the units that are active."""
    for word in words:
        if "*" in word:
            pattern = word if word.endswith(".service") else f"{word}.service"
            yield from sorted(Path(path).name for path in glob.glob(str(RUNNING / pattern)))
        else:
            yield word


def main(order, words):
    options = [word for word in words if word.startswith("--")]
    units = [Unit(name) for name in names_of(word for word in words if not word.startswith("--"))]
    if order == "is-active":
        sys.exit(not all(status(unit) for unit in units))
    does = {"start": start, "stop": stop, "restart": restart, "reload": reload}
    if "--now" in options:
        does |= {"enable": start, "disable": stop}
    for unit in units:
        does.get(order, lambda _unit: None)(unit)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
