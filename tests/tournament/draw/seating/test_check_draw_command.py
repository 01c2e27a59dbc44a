import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from deploy.command.main import read_options
from tests.tournament.draw.seating.test_commitment import published
from tournament.draw.seating.model import Request
from tournament.hall.public.views import CHECKING


def test_a_published_draw_is_confirmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(published(Request(ids=tuple("abcdefgh"), rounds=2, seed="1"))))
    call_command("check_draw", str(file))
    assert "is the one its seed gives" in capsys.readouterr().out


def test_the_page_names_the_command_that_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    program, *words = CHECKING.split()
    (tmp_path / words[-1]).write_text(json.dumps(published(Request(ids=tuple("abcdefgh"), rounds=2, seed="1"))))
    monkeypatch.chdir(tmp_path)
    options = read_options(words)
    assert program == "augengenau" and options.task(options, tmp_path) == 0
    assert "is the one its seed gives" in capsys.readouterr().out


def test_differences_and_unreadable_files_are_errors(tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    data = published(Request(ids=tuple("abcdefgh"), rounds=2, seed="1"))
    file.write_text(json.dumps({**data, "commitment": "0"}))
    with pytest.raises(CommandError, match="commitment does not belong"):
        call_command("check_draw", str(file))
    file.write_text("{")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("check_draw", str(file))
