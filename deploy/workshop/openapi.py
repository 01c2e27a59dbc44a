"""The description of the API held to what the validators of others say: spectral and redocly, with their recommended rules.

They are programs for node, fetched once by npm into the folder of caches, in versions that are known here. Where npm is missing
or the registry cannot be reached, that is named among what is left out. (openapi-spec-validator is a test.)
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from deploy.laptop.folder import ROOT
from deploy.workshop.outcome import Outcome, Run, execute

PROGRAMS = {"@redocly/cli": "2.77.0", "@stoplight/spectral-cli": "6.16.3"}
FOLDER = ROOT / ".cache" / "openapi"
MINUTES = 5.0
RULES = "extends: spectral:oas\n"
DESCRIBE = "import json, django; django.setup(); from tournament.core.api_common.schema import description; " + (
    "print(json.dumps(description()))"
)


def check(run: Run) -> Outcome:
    if trouble := _fetched():
        return Outcome(skipped=1, left_out=(f"spectral and redocly: {trouble}",))
    environment = {**run.environment(), "DJANGO_SETTINGS_MODULE": "deploy.site.settings"}
    code, text = execute((sys.executable, "-c", DESCRIBE), environment)
    if code:
        return Outcome(failed=1, output=text)
    described = run.folder / "openapi.json"
    described.write_text(json.dumps(json.loads(text.splitlines()[-1])))
    rules = run.folder / "spectral.yaml"
    rules.write_text(RULES)
    programs = (
        (_program("redocly"), "lint", "--format=stylish", str(described)),
        (_program("spectral"), "lint", "--fail-severity=warn", "--ruleset", str(rules), str(described)),
    )
    return sum((_outcome(*execute(words, environment)) for words in programs), Outcome())


def _outcome(code: int, output: str) -> Outcome:
    return Outcome(failed=1, output=output) if code else Outcome(passed=1)


def _program(name: str) -> str:
    return str(FOLDER / "node_modules" / ".bin" / name)


def _fetched() -> str:
    """Why they could not be fetched; empty if they are here."""
    stamp = FOLDER / "fetched.json"
    if stamp.exists() and json.loads(stamp.read_text()) == PROGRAMS and Path(_program("redocly")).exists():
        return ""
    npm = shutil.which("npm")
    if not npm:
        return "npm is missing (apt install npm)"
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [f"{name}@{version}" for name, version in PROGRAMS.items()]
    words = (
        npm,
        "install",
        "--prefix",
        str(FOLDER),
        "--no-save",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        *wanted,
    )
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=MINUTES * 60, check=False)
    except subprocess.TimeoutExpired:
        return f"npm did not end within {MINUTES:.0f} minutes"
    if done.returncode:
        return "npm could not fetch them, perhaps for want of an internet connection"
    stamp.write_text(json.dumps(PROGRAMS))
    return ""
