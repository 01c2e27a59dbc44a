"""mypy looks at every file of the product, strictly: nothing is left out by where it lies or by what stands in it."""

import re

import pytest
from mypy.config_parser import parse_config_file
from mypy.find_sources import create_source_list
from mypy.modulefinder import BuildSource
from mypy.options import Options

from tests.architecture.test_layers import ROOT

NOT_PRODUCT = {"tests", "docs", "data", "build"}
SILENT = re.compile(r"^\s*# mypy:|# type: ignore(?!\[[a-z-]+\])|# type: ignore\[[a-z-]+\]$", re.MULTILINE)


def product() -> set[str]:
    """Found by looking, so that a folder nobody thought of is there too."""
    tops = [top for top in ROOT.iterdir() if top.name not in NOT_PRODUCT and not top.name.startswith(".")]
    files = [file for top in tops for file in ([top] if top.is_file() else top.rglob("*")) if file.suffix == ".py"]
    return {file.relative_to(ROOT).as_posix() for file in files if "migrations" not in file.parts}


@pytest.fixture
def options(monkeypatch) -> Options:
    monkeypatch.chdir(ROOT)
    made, strict = Options(), []
    parse_config_file(made, lambda: strict.append(True), "pyproject.toml")
    assert strict == [True]
    return made


def sources(options: Options) -> list[BuildSource]:
    return create_source_list(options.files, options)


def checked(options: Options) -> set[str]:
    return {source.path for source in sources(options)}


def test_every_file_is_checked(options):
    assert product() - checked(options) == set()


@pytest.mark.parametrize("wrong", [{"files": ["deploy", "games"]}, {"exclude": ["/core/"]}])
def test_a_file_that_is_left_out_would_be_noticed(options, wrong):
    for name, value in wrong.items():
        setattr(options, name, value)
    assert product() - checked(options)


def test_no_file_is_let_off(options):
    for source in sources(options):
        its = options.clone_for_module(source.module)
        assert not its.ignore_errors and its.follow_imports == "normal", source.path


@pytest.mark.parametrize("line", ["# mypy: ignore-errors", "x = 1  # type: ignore", "x = 1  # type: ignore[misc]"])
def test_what_silences_the_checker_is_known(line):
    assert SILENT.search(line)


def test_an_ignored_error_is_named_and_has_its_reason():
    assert {path for path in product() if SILENT.search((ROOT / path).read_text())} == set()
