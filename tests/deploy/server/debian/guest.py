"""Run inside the Debian, by its own Python: `guest.py URL CERTIFICATE LINK` makes the first account and enters somebody;
without a link it signs in again and prints who is entered.
"""

import sys
from pathlib import Path

from tests.deploy.server.visitor import Visitor

PASSWORD = "sieben mal sieben"


def main(url: str, certificate: str, link: str = "") -> None:
    yara = Visitor(url, Path(certificate))
    if link:
        fields = {"club_name": "SC Augenzahl", "login": "quirina", "password": PASSWORD}
        yara.form("/first/", yara.page(link.removeprefix(url)), **fields)
        enter(yara)
    else:
        yara.form("/login/", yara.page("/login/"), login="quirina", password=PASSWORD)
    yara.page("/desk/")
    for tournament in yara.api("GET", "tournaments/")["items"]:
        entries = yara.api("GET", f"tournaments/{tournament['id']}/entries/")["items"]
        print(tournament["name"], [entry["name"] for entry in entries])


def enter(yara: Visitor) -> None:
    club = yara.api("GET", "clubs/")["items"][0]["id"]
    setup = {"name": "Herbst", "played_on": "2026-11-21", "preset": "village", "fours": 1}
    made = yara.api("POST", f"clubs/{club}/tournaments/", setup)
    people = [{"given_name": "Gero", "family_name": "Augenstern"}]
    yara.api("POST", f"tournaments/{made['id']}/entries/import/", {"people": people, "state": "present"})


if __name__ == "__main__":
    main(*sys.argv[1:])
