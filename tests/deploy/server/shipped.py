"""What stands in deploy/server, started on this machine without a container engine: the commands, the environment and the secrets
of the compose file, the configurations that it mounts; only names of hosts and folders are replaced.
"""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import yaml

from deploy.laptop.children import die_with_parent
from deploy.laptop.folder import ROOT
from deploy.workshop import services
from tests.deploy.conftest import bare_environment

SERVER = ROOT / "deploy" / "server"
COMPOSE = yaml.safe_load((SERVER / "compose.yaml").read_text())
PATIENCE = 30.0
PROXY = ("https", "http")


def command_of(service: str) -> list[str]:
    """What the compose file says, or else the image."""
    said = COMPOSE["services"][service].get("command")
    return said or json.loads(re.findall(r"^CMD (.+)$", (SERVER / "Containerfile").read_text(), re.MULTILINE)[-1])


class Site:
    """The processes of a site, by the names of the compose file, all on this machine."""

    name = "localhost"  # by which visitors know it
    doors = ("https", "http", "web1", "web2", "live", "broker", "cache")

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.secrets = folder, folder / "secrets"
        self.ports = {name: services.free_port() for name in self.doors}
        self.static = _collected() or folder / "static"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        hosts = (database, *(self.address(name) for name in ("broker", "cache")))
        subprocess.run(["sh", SERVER / "secrets.sh", self.secrets, *hosts], check=True)

    @property
    def url(self) -> str:
        return f"https://{self.name}:{self.ports['https']}"

    def address(self, service: str) -> str:
        """Where it listens."""
        return f"{self.host(service)}:{self.ports[service]}"

    def host(self, _service: str) -> str:
        return "127.0.0.1"

    def inside(self, _service: str) -> AbstractContextManager[None]:
        """Where it runs: what is started meanwhile runs there too."""
        return nullcontext()

    def described(self, service: str) -> str:
        """By which name the compose file has it."""
        return service

    def secret(self, name: str) -> str:
        return (self.secrets / name).read_text().strip()

    def environment(self, service: str) -> dict[str, str]:
        said = COMPOSE["services"][self.described(service)].get("environment", {})
        ours = {
            "AUGENGENAU_MODE": "server",
            "AUGENGENAU_DATA": str(self.folder / "data"),
            "AUGENGENAU_STATIC": str(self.static),
            "DJANGO_SETTINGS_MODULE": "deploy.site.settings",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            **{name: self._here(str(value), service) for name, value in said.items()},
            "AUGENGENAU_HOSTS": self.name,
            "TMPDIR": str(self.folder),
        }
        return bare_environment(**ours)

    def _here(self, text: str, service: str) -> str:
        """Names of hosts, ports and folders as they are on this machine."""
        places = {
            "8443": str(self.ports["https"]),
            "8080": str(self.ports["http"]),
            "/run/secrets": str(self.secrets),
            "0.0.0.0:8000": self.address(service) if service in self.doors else "",
            "0.0.0.0:8001": self.address("live"),
            "web1:8000": self.address("web1"),
            "web2:8000": self.address("web2"),
            "live:8001": self.address("live"),
            "/certificates": str(self.folder),
            "/var/cache/nginx": str(self.folder / "kept"),
            "/etc/redis.conf": str(SERVER / f"redis-{service}.conf"),
            "$$": "$",
        }
        for there, here in places.items():
            text = text.replace(there, here)
        return text

    def command(self, service: str) -> list[str]:
        return [self._here(word, service) for word in command_of(self.described(service))]

    def run(self, service: str, *words: str, code: int = 0, **more: str) -> str:
        """A command to its end, in the environment of a service; its own command if none is given. What it said."""
        line = words or self.command(service)
        environment = self.environment(service) | more
        with self.inside(service):
            done = subprocess.run(
                line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=90, check=False
            )
        assert done.returncode == code, f"{shlex.join(map(str, line))}: {done.stdout[-1000:]}{done.stderr[-3000:]}"
        return done.stdout + done.stderr

    def start(self, service: str, line: Sequence[str] = ()) -> None:
        line = line or self.command(service)
        with self.inside(service), (self.folder / f"{service}.log").open("ab") as log:
            self.running[service] = subprocess.Popen(
                line,
                cwd=ROOT,
                env=self.environment(service),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(),
            )

    def start_redis(self, service: str) -> None:
        """In a folder of its own, where the container has one; its port and address are the only words added."""
        place = self.folder / service
        place.mkdir(exist_ok=True)
        shell, option, text = self.command(service)
        here = f"--port {self.ports[service]} --bind {self.host(service)} --dir {place}"
        self.start(service, [shell, option, f"{text} {here}"])

    def start_proxy(self) -> None:
        """The template is filled in as the image does it; of the main configuration only the folders are others."""
        said = self.environment("proxy")
        known = re.compile(said["NGINX_ENVSUBST_FILTER"])
        filled = re.sub(
            r"\$\{(\w+)\}",
            lambda word: said[word[1]] if known.search(word[1]) else word[0],
            (SERVER / "nginx.conf.template").read_text(),
        )
        (self.folder / "kept").mkdir(exist_ok=True)
        (self.folder / "site.conf").write_text(filled)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {self.folder}/nginx-{kind};" for kind in kinds)
        main = (SERVER / "nginx.conf").read_text()
        for there, here in (
            ("/run/nginx.pid", f"{self.folder}/nginx.pid"),
            ("http {", f"http {{ {temporary}"),
            ("/etc/nginx/conf.d/*.conf", f"{self.folder}/site.conf"),
        ):
            main = main.replace(there, here)
        (self.folder / "nginx.conf").write_text(main)
        (self.folder / "nginx.pid").unlink(missing_ok=True)
        self.start("proxy", self.nginx("-g", f"daemon off; {'user root;' if os.geteuid() == 0 else ''}"))

    def nginx(self, *more: str) -> list[str]:
        return ["nginx", "-p", str(self.folder), "-e", "stderr", "-c", f"{self.folder}/nginx.conf", *more]

    def stop_all(self) -> None:
        """Together; both Redis last, since a worker says goodbye to its broker."""
        last = ("broker", "cache")
        for service, process in self.running.items():
            if service not in last:
                process.terminate()
        for service in sorted(self.running, key=last.__contains__):
            self.stop(service)

    def stop(self, service: str, number: signal.Signals = signal.SIGTERM, seconds: float = 20) -> float:
        """How long it took to end after being told so; SIGKILL is for all of its processes."""
        process, began = self.running.pop(service), time.monotonic()
        if number == signal.SIGKILL:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        took = time.monotonic() - began
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return took

    def has_all_ports(self) -> bool:
        """nginx listens on one while it still tries for another, and ends if it does not get that: then this is not written."""
        return (self.folder / "nginx.pid").exists()

    def log_of(self, name: str) -> str:
        return self.logs().get("proxy" if name in PROXY else name, "nothing was said")[-3000:]

    def logs(self) -> dict[str, str]:
        return {path.stem: path.read_text(errors="replace") for path in self.folder.glob("*.log")}


def _collected() -> Path | None:
    """Where deploy/test has put the static files before its tests."""
    folder = Path(os.environ.get("AUGENGENAU_STATIC", "none"))
    return folder if (folder / "staticfiles.json").exists() else None


def certify(folder: Path, name: str = "DNS:localhost", days: int = 90) -> None:
    """A certificate for this name alone, by which the visitors of the test know the proxy."""
    files = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days)]
    names = ["-subj", "/CN=augengenau", "-addext", f"subjectAltName={name}"]
    subprocess.run(["openssl", "req", *kind, *files, *names], check=True, capture_output=True)


@contextmanager
def site(folder: Path, *, is_durable: bool = False, kind: type[Site] = Site) -> Iterator[Site]:
    """Database, roles, both Redis, an up-to-date schema, static files; the test starts the rest."""
    with services.postgresql(is_durable=is_durable) as url, ExitStack() as ends:
        superuser = url.replace(f"//{services.ROLE}:", "//postgres:")
        made = kind(folder, url.partition("@")[2].partition("/")[0])
        certify(folder)
        psql(superuser.rpartition("/")[0] + "/postgres", made)
        ends.callback(made.stop_all)
        prepare(made)
        yield made


def prepare(made: Site) -> None:
    for service in ("broker", "cache"):
        made.start_redis(service)
    until_listening(made, "broker", "cache")
    made.run("migrate")
    if not _collected():
        made.run("web1", "python", "manage.py", "collectstatic", "--no-input", "--verbosity", "0")


def psql(url: str, made: Site) -> None:
    """roles.sql as it is: the test's cluster comes with a database of the same name, which makes room."""
    passwords: dict[str, Any] = {
        "OWNER_PASSWORD_FILE": str(made.secrets / "owner_password"),
        "APP_PASSWORD_FILE": str(made.secrets / "app_password"),
    }
    words = ["psql", "--quiet", "--dbname", url]
    orders = [*words, "--command", f"DROP DATABASE {services.ROLE}"], [*words, "--file", str(SERVER / "roles.sql")]
    for order in orders:
        subprocess.run(order, env=os.environ | passwords, check=True, capture_output=True)


def until_listening(made: Site, *names: str) -> None:
    end = time.monotonic() + PATIENCE
    for name in names:
        while True:
            process = made.running.get("proxy" if name in PROXY else name)
            assert process and process.poll() is None, f"{name} has ended:\n{made.log_of(name)}"
            with suppress(OSError), made.inside(name):
                socket.create_connection((made.host(name), made.ports[name]), timeout=1).close()
                if name not in PROXY or made.has_all_ports():
                    break
            assert time.monotonic() < end, f"{name} is not ready:\n{made.log_of(name)}"
            time.sleep(0.1)
