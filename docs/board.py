"""A results board: python docs/board.py http://localhost:8000 TOURNAMENT [TOKEN]

Prints the standings of the stage that is being played, and again whenever they have changed, until Ctrl-C; once only with --once.
TOURNAMENT is the id in its address. What everybody may see needs no token; with one of scope "read" hidden ones are read too.
"""

import json
import sys
import urllib.error
import urllib.request

ONCE = "--once" in sys.argv
WORDS = [word for word in sys.argv[1:] if word != "--once"]
if len(WORDS) not in (2, 3):
    sys.exit(__doc__)
SERVER, HERE, TOKEN = WORDS[0].rstrip("/"), f"tournaments/{WORDS[1]}", WORDS[2] if len(WORDS) == 3 else ""
known: dict[str, tuple[str, dict]] = {}


def get(path: str) -> dict:
    """Asked with the ETag of what is known: 304 if that is still so."""
    headers = {"Accept-Language": "en", **({"Authorization": f"Bearer {TOKEN}"} if TOKEN else {})}
    if path in known:
        headers["If-None-Match"] = known[path][0]
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{SERVER}/api/v1/{path}", headers=headers)) as answer:
            known[path] = answer.headers["ETag"], json.load(answer)
    except urllib.error.HTTPError as refusal:
        if refusal.code != 304:
            sys.exit(f"{refusal.code}: {json.load(refusal)['title']}")
    return known[path][1]


def board() -> str:
    """Of the latest stage of which there are results, else of the first."""
    stages = get(f"{HERE}/stages/")["items"]
    boards = [(stage["name"], get(f"{HERE}/stages/{stage['stage']}/standings/")["lines"]) for stage in stages]
    name, lines = ([one for one in boards if any(line["singles"] for line in one[1])] or boards[:1])[-1]
    ranks = [f"{line['rank']:>4}  {line['points']:>6}  {line['name']}" for line in lines]
    return "\n".join(["", f"{get(f'{HERE}/')['name']}: {name}", *ranks])


shown = board()
print(shown, flush=True)
if not ONCE:
    with urllib.request.urlopen(SERVER + get(f"{HERE}/")["live"]["path"]) as stream:
        for event in stream:
            if event.startswith(b"data:") and (now := board()) != shown:
                shown = now
                print(shown, flush=True)
