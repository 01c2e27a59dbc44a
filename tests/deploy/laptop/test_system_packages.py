"""What deploy/run installs on the system, and when: with an apt-get, a sudo and an id that write down how they were called."""

import os
import subprocess
from pathlib import Path

import pytest

from deploy.laptop.folder import ROOT
from deploy.laptop.launch import PDF_PACKAGES

ORDER = f'root={ROOT}; . "$root/deploy/bootstrap.sh"; python="$HERE/python"; provide_papers'


@pytest.fixture
def called(tmp_path):
    """Runs the order with these programs before the system's; returns what was said, and how apt-get was called."""

    def run(
        order: str, *, user: int, sudo: bool = False, lacks: str = PDF_PACKAGES, works: bool = True
    ) -> tuple[str, str]:
        log = tmp_path / "called"
        log.write_text("")
        put(tmp_path / "id", f"echo {user}")
        put(tmp_path / "sudo", f'[ "$1" = -n ] && exit {0 if sudo else 1}\nexec "$@"')
        put(tmp_path / "apt-get", f'echo "$*" >> {log}; exit {0 if works else 1}')
        put(tmp_path / "python", f"echo {lacks}")
        environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HERE": str(tmp_path)}
        done = subprocess.run(["sh", "-euc", order], env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stderr, log.read_text()

    return run


def put(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


INSTALLED = f"update\ninstall -y --no-install-recommends {PDF_PACKAGES}\n"


@pytest.mark.parametrize(("user", "sudo"), [(0, False), (1000, True)])
def test_who_may_without_being_asked_gets_what_papers_need_and_is_told(called, user, sudo):
    said, apt = called(f"use_apt=yes; {ORDER}", user=user, sudo=sudo)
    assert apt == INSTALLED
    assert PDF_PACKAGES in said and "--no-system leaves it" in said


def test_who_would_have_to_give_a_password_is_left_alone(called):
    assert called(f"use_apt=yes; {ORDER}", user=1000) == ("", "")


def test_nothing_is_installed_where_it_was_forbidden(called):
    assert called(ORDER, user=0) == ("", "")


def test_nothing_is_installed_where_nothing_is_missing(called):
    assert called(f"use_apt=yes; {ORDER}", user=0, lacks="") == ("", "")


def test_a_start_goes_on_where_it_did_not_work(called):
    said, _apt = called(f"use_apt=yes; {ORDER}", user=0, works=False)
    assert "papers are printed by the browser" in said


def test_deploy_run_allows_it_unless_it_is_told_not_to():
    """And only where it sets up what is missing."""
    script = (ROOT / "deploy" / "run").read_text()
    assert '*" --no-system "*) ;; *) use_apt=yes ;;' in script
    assert script.index("use_apt=yes") < script.index("find_python") < script.index("provide_papers")
