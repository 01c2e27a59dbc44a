"""`python -m deploy.server_check`: looks over a server's set-up and says what is missing, and what to do about it.

Exit code 0 if nothing is wrong, 1 otherwise. In German or English, as the caller's locale has it; `--json` for programs.
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict

from deploy.server_check.finding import Finding, Where, carried_out

MARKS = {"ok": "  ", "note": "– ", "wrong": "✗ "}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    options = read_options()
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.utils import translation

    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise SystemExit(_not_even_started(str(error), options.json)) from None
    with translation.override(language_of(os.environ)):
        found = list(findings(options))
        print(json.dumps([asdict(one) for one in found], indent=1) if options.json else "\n".join(lines(found)))
    raise SystemExit(any(one.state == "wrong" for one in found))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m deploy.server_check", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument(
        "--proxy", default="", metavar="HOST:PORT", help="where the proxy is, if its name does not lead there"
    )
    parser.add_argument("--nodes", default="", metavar="HOST:PORT,…", help="the processes for pages and streams")
    parser.add_argument("--only", default="", metavar="PART,…", help="some of the looks")
    return parser.parse_args()


def language_of(environment: "os._Environ[str]") -> str:
    """One of those that have catalogues, else English."""
    from django.utils.translation import get_supported_language_variant

    said = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    try:
        return get_supported_language_variant(said.partition(".")[0].replace("_", "-").lower())
    except LookupError:
        return "en"


def findings(options: argparse.Namespace) -> Iterator[Finding]:
    from deploy.server_check.looks import LOOKS

    where = Where(options.proxy, tuple(filter(None, options.nodes.split(","))))
    chosen = options.only.split(",") if options.only else LOOKS
    for name in chosen:
        if name not in LOOKS:
            raise SystemExit(f"{name}: {', '.join(LOOKS)}")
        yield from carried_out(name, LOOKS[name], where)


def lines(found: list[Finding]) -> Iterator[str]:
    from django.utils.translation import gettext as _
    from django.utils.translation import ngettext

    for one in found:
        yield f"{MARKS[one.state]}{one.part}: {one.text}"
        if one.todo:
            yield f"    → {one.todo}"
    number = sum(one.state == "wrong" for one in found)
    yield ""
    if number:
        yield ngettext("%(number)d thing is wrong.", "%(number)d things are wrong.", number) % {"number": number}
    else:
        yield _("Nothing is wrong.")


def _not_even_started(why: str, is_json: bool) -> str:
    """The settings themselves are refused, before there is a language."""
    if not is_json:
        return f"{MARKS['wrong']}settings: {why}"
    print(json.dumps([{"part": "settings", "state": "wrong", "text": why, "todo": why}]))
    return ""


if __name__ == "__main__":
    main()
