"""An evening through the API: python docs/evening.py http://localhost:8000 TOKEN

Makes a tournament with 16 players, plays it to its end with random places, prints the final's standings.
The token (scope "organiser") is made in the account, under "Programs and devices".
"""

import json
import random
import sys
import urllib.error
import urllib.request
import uuid

if len(sys.argv) != 3:
    sys.exit(__doc__)
SERVER, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]


def ask(method: str, path: str, body: dict | None = None) -> dict:
    """One request. The key makes a write safe to be sent again: done twice, it counts once."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Accept-Language": "en"}
    if method != "GET":
        headers["Idempotency-Key"] = uuid.uuid4().hex
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SERVER}/api/v1/{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:  # what it is about, for programs and for people
        problem = json.load(refusal)
        sys.exit(f"{method} {path}: {problem['code']}: {problem['title']}")


def play(round_path: str, tables: list[dict]) -> None:
    ask("POST", f"{round_path}/publish/", {})
    for table in tables:
        order = random.sample(table["seats"], len(table["seats"]))
        places = {seat["colour"]: {"place": place} for place, seat in enumerate(order, 1)}
        ask("POST", f"{here}/tables/{table['id']}/confirm/", {"places": places})
    ask("POST", f"{round_path}/close/", {})


club = ask("GET", "clubs/")["items"][0]["id"]
setup = {"name": "By program", "played_on": "2026-11-21", "preset": "championship", "fours": 4}
here = "tournaments/" + ask("POST", f"clubs/{club}/tournaments/", setup)["id"]
people = [{"given_name": f"Player {n}"} for n in range(1, 17)]
ask("POST", f"{here}/entries/import/", {"people": people, "state": "present"})

while (step := ask("GET", f"{here}/next/"))["code"] in ("draw", "publish", "settle"):
    path = f"{here}/stages/{step['stage']}"
    if step["code"] == "settle":  # who is level across the cut throws the die
        tied = ask("GET", f"{path}/cut/")["tied"]
        ask("POST", f"{path}/cut/throws/", {"throws": {player["id"]: random.randint(1, 6) for player in tied}})
    elif step["code"] == "draw":
        ask("POST", f"{path}/draw/", {})
    else:
        play(f"{path}/rounds/{step['round']}", ask("GET", f"{path}/rounds/{step['round']}/")["tables"])

for line in ask("GET", f"{here}/stages/2/standings/")["lines"]:
    print(line["rank"], line["name"], line["points"])
