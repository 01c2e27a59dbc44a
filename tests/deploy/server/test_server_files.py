"""What lies in deploy/server, looked over by the tools that would read it, and by hand where they see nothing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.laptop.folder import ROOT
from deploy.workshop.tools import TOOLS
from tests.deploy.conftest import bare_environment
from tests.deploy.server.shipped import COMPOSE, SERVER, Site, certify
from tournament import plugins as handlers
from tournament.core import jobs

SERVICES = COMPOSE["services"]
OURS = {name: said for name, said in SERVICES.items() if said["image"].startswith("augengenau")}
BIN = Path(sys.executable).parent
UNITS = SERVER / "systemd"


def needs(name: str):
    return pytest.mark.skipif(not TOOLS[name].is_there, reason=f"{name} not found (apt install {TOOLS[name].packages})")


def run(*words: object, **more: str) -> str:
    done = subprocess.run(
        list(map(str, words)), env=bare_environment(**more), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_the_compose_file_fits_its_schema(tmp_path):
    words = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    run(*words, SERVER / "compose.yaml")
    wrong = tmp_path / "compose.yaml"
    wrong.write_text((SERVER / "compose.yaml").read_text().replace("read_only:", "readonly:"))
    with pytest.raises(AssertionError, match="readonly"):
        run(*words, wrong)


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_can_do_no_more_than_it_must(name):
    said = SERVICES[name]
    assert said["read_only"] is True and said["cap_drop"] == ["ALL"] and "cap_add" not in said
    assert said["security_opt"] == ["no-new-privileges:true"] and said["mem_limit"]
    assert "privileged" not in said
    assert name in OURS or re.fullmatch(r"[1-9]\d*:[1-9]\d*", said["user"])  # ours say so in the image
    assert re.search(r":\d+(\.\d+)+(-\w+)?$", said["image"]), "a version, never the latest"


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, said in SERVICES.items() if "ports" in said] == ["proxy"]
    assert {name for name, said in SERVICES.items() if "outside" in said["networks"]} == {"proxy", "worker-post"}
    assert COMPOSE["networks"]["inside"] == {"internal": True}


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_names_is_there(name):
    said = SERVICES[name]
    assert set(said.get("depends_on", ())) <= set(SERVICES)
    assert set(said["networks"]) <= set(COMPOSE["networks"])
    assert set(said.get("secrets", ())) <= set(COMPOSE["secrets"])
    handed = {value for value in said.get("environment", {}).values() if str(value).startswith("/run/secrets/")}
    assert handed <= {f"/run/secrets/{secret}" for secret in said.get("secrets", ())}
    for volume in said.get("volumes", ()):
        source = re.split(r":(?=/)", volume)[0]
        is_known = source in COMPOSE["volumes"] or source.startswith("$") or (SERVER / source).is_file()
        assert is_known, source


def test_every_health_is_asked_or_said_to_be_seen_elsewhere():
    image = (SERVER / "Containerfile").read_text()
    assert all("healthcheck" in said or "HEALTHCHECK" in image for said in OURS.values())
    assert all("healthcheck" in said for name, said in SERVICES.items() if name not in OURS)


def test_secrets_are_files_that_one_script_makes(tmp_path):
    for _twice in range(2):
        run("sh", SERVER / "secrets.sh", tmp_path / "secrets", "db", "broker", "cache")
        made = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert {said["file"].rpartition("/")[2] for said in COMPOSE["secrets"].values()} == set(made)
    assert len(set(made.values())) == len(made) and made["mail_url"] == ""
    assert (tmp_path / "secrets").stat().st_mode & 0o77 == 0
    before = dict(made)
    run("sh", SERVER / "secrets.sh", tmp_path / "secrets", "db", "broker", "cache")
    assert before == {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}


def queues(line: str) -> list[str]:
    found = re.search(r"-Q (\S+)", line)
    return found[1].split(",") if found else []


def test_every_kind_of_job_has_a_worker():
    """In the compose file, and among the units that are named to be switched on."""
    assert handlers
    wanted = {kind.queue for kind in jobs.KINDS.values()}
    served = [queue for said in SERVICES.values() for queue in queues(" ".join(said.get("command", ())))]
    assert sorted(served) == sorted(wanted)
    target = (UNITS / "augengenau.target").read_text()
    assert set(re.findall(r"augengenau-worker@(\w+)", target)) == wanted


def test_no_job_outlives_the_time_for_which_the_broker_hides_it():
    from deploy.site import celery_settings
    from tournament.management.commands.relay import TO_END

    longest = max(kind.seconds for kind in jobs.KINDS.values()) + TO_END
    assert longest < celery_settings.broker_transport_options["visibility_timeout"]


@pytest.mark.django_db
def test_each_job_is_told_its_own_time(monkeypatch):
    from tournament.core.actors import SYSTEM
    from tournament.management.commands import relay

    told = []
    monkeypatch.setattr(relay.run_job, "apply_async", lambda _args, **how: told.append(how))
    jobs.enqueue("papers.make", key="x", by=SYSTEM)
    assert relay.send_due() == 1
    seconds = jobs.KINDS["papers.make"].seconds
    assert told == [{"queue": "paper", "soft_time_limit": seconds, "time_limit": seconds + relay.TO_END}]


def test_the_image_recipe_is_clean(tmp_path):
    run(BIN / "hadolint", SERVER / "Containerfile")
    wrong = tmp_path / "Containerfile"
    wrong.write_text("FROM python\nRUN apt-get install pango\n")
    with pytest.raises(AssertionError, match="DL3006"):
        run(BIN / "hadolint", wrong)


def taken_along() -> list[str]:
    lines = (SERVER / "Containerfile.dockerignore").read_text().splitlines()
    return [line[1:] for line in lines if line.startswith("!")]


@pytest.mark.slow
def test_what_the_image_takes_along_is_enough(tmp_path):
    """The recipe's own steps on these files alone."""
    for name in taken_along():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    recipe = (SERVER / "Containerfile").read_text()
    step = re.search(r"^RUN (AUGENGENAU_DATA=.*?)(?= \\$)", recipe, re.MULTILINE)[1]
    step = step.replace("/venv/bin/", f"{BIN}/").replace("/tmp/data", str(tmp_path / "data"))
    for line in (
        step,
        f"{BIN}/python manage.py check",
        f"{BIN}/python -c 'import deploy.site.uvicorn_process, deploy.site.health_check, deploy.site.celery_app'",
    ):
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=tmp_path,
            env=bare_environment(DJANGO_SETTINGS_MODULE="deploy.site.settings", AUGENGENAU_DATA=str(tmp_path / "data")),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "build" / "static" / "staticfiles.json").exists()


def test_what_the_image_takes_along_is_there():
    lines = (SERVER / "Containerfile.dockerignore").read_text().splitlines()
    assert all((ROOT / name).exists() for name in taken_along())
    assert "deploy/server/secrets" in lines
    recipe = (SERVER / "Containerfile").read_text()
    assert recipe.count("FROM docker.io/library/python:") == 2 and "\nUSER 10001:10001\n" in recipe


@pytest.fixture
def units(tmp_path) -> Path:
    """As they would be installed, but naming this folder in place of /opt/augengenau; templates with an instance each."""
    folder = Path(shutil.copytree(UNITS, tmp_path / "units"))
    for path in folder.rglob("augengenau*"):
        if path.is_file():
            path.write_text(path.read_text().replace("/opt/augengenau", str(ROOT)))
    for path in folder.rglob("*.conf"):
        path.write_text(path.read_text().replace("/opt/augengenau", str(ROOT)))
    for name, instance in (("web", "8000"), ("worker", "paper")):
        (folder / f"augengenau-{name}@.service").rename(folder / f"augengenau-{name}@{instance}.service")
    return folder


@needs("systemd-analyze")
def test_the_units_are_understood(units):
    named = sorted(path for path in units.iterdir() if path.is_file())
    verify = ("systemd-analyze", "verify", "--man=no", "--recursive-errors=no")
    assert run(*verify, *named) == ""
    wrong = units / "augengenau-live.service"
    wrong.write_text("[Service]\nExecStart=/bin/true\nProtectSytem=strict\n")
    with pytest.raises(AssertionError, match="ProtectSytem"):
        run(*verify, wrong)


@needs("systemd-analyze")
def test_the_units_are_fenced_in(units):
    """2.0 of 10 at most; an unfenced unit has 9.6."""
    for path in sorted(units.glob("*.service")):
        run("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", path)
    shutil.rmtree(units / "augengenau-.service.d")
    with pytest.raises(AssertionError, match="UNSAFE"):
        run("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", path)


@needs("nginx")
@needs("openssl")
def test_nginx_understands_its_configuration(tmp_path, monkeypatch):
    certify(tmp_path)
    made = Site(tmp_path, "127.0.0.1:1")
    monkeypatch.setattr(made, "start", lambda _service, _line: None)
    made.start_proxy()
    run(*made.nginx("-t"))
    conf = tmp_path / "site.conf"
    assert "${" not in conf.read_text()
    conf.write_text(conf.read_text().replace("proxy_cache_use_stale", "proxy_cache_use_stal"))
    with pytest.raises(AssertionError, match="proxy_cache_use_stal"):
        run(*made.nginx("-t"))


@needs("Caddy")
def test_caddy_understands_its_configuration(tmp_path):
    said = {
        "AUGENGENAU_SITE": "https://club.example",
        "AUGENGENAU_PAGES": "127.0.0.1:8000 127.0.0.1:8002",
        "AUGENGENAU_LIVE": "127.0.0.1:8001",
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    words = ("caddy", "validate", "--adapter", "caddyfile", "--config")
    assert "Valid configuration" in run(*words, SERVER / "Caddyfile", **said)
    wrong = tmp_path / "Caddyfile"
    wrong.write_text((SERVER / "Caddyfile").read_text().replace("lb_policy", "lb_polici"))
    with pytest.raises(AssertionError, match="lb_polici"):
        run(*words, wrong, **said)
    assert run("caddy", "fmt", SERVER / "Caddyfile") == (SERVER / "Caddyfile").read_text()


@pytest.mark.parametrize("name", ["secrets.sh", "backup.sh", "restore-drill.sh"])
def test_the_scripts_are_plain_sh(name):
    run("sh", "-n", SERVER / name)
