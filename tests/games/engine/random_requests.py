"""Requests by the thousand, seeded: positions dense enough that pieces meet, and requests that are no requests.

Uniformly strewn pieces hardly ever interact, so positions are built around what the rules speak of: own start fields,
the last fields before the goal, gaps and rows in the goal, pieces a throw apart, pairs, finished colours.
"""

import re
from collections import Counter
from random import Random
from typing import Any

from tests.games.engine.oracle.boards import BOARDS, RINGS, SEATED, Ring, colours_of
from tests.games.engine.oracle.mauer import layout_from, reconstruction
from tests.games.engine.oracle.protocol import OPTIONS, READINGS, answer
from tests.games.engine.oracle.words import GOAL, WAITING, Layout

Request = dict[str, Any]
RULES = tuple(OPTIONS)

# Two clubs' own boards: one tiny and full of walls, one where start fields and Z lie inside the track.
OWN_LAYOUTS: tuple[dict[str, Any], ...] = (
    {
        "track": 13,
        "start": {"Y": 1, "G": 4, "R": 1, "K": 9},
        "z": [13],
        "walls": [[2, 6, 1], [6, 9, 2], [2, 11, 3], [9, 12, 1], [3, 13, 4], [5, 7, 6], [7, 8, 5]],
    },
    {
        "track": 30,
        "start": {"Y": 3, "G": 10, "R": 17, "K": 24},
        "z": [15, 16, 30],
        "walls": [[a, 31 - a, a % 6 + 1] for a in range(1, 15)],
    },
)


def options(random: Random, rules: str, board: str, colours: str) -> dict[str, Any]:
    """None, one or several, `neutral` only where the table allows it."""
    if rules == "turnier":
        return {name: random.choice(values) for name, values in READINGS.items() if random.random() < 0.5}
    names = [name for name in OPTIONS[rules] if name != "neutral"]
    chosen: dict[str, Any] = {
        name: random.random() < 0.9 for name in names if random.random() < random.choice((0.0, 0.3, 0.8))
    }
    if names and board == "4" and len(colours) == 4 and random.random() < 0.5:
        chosen["neutral"] = random.choice(colours)
    return chosen


def table(random: Random, rules: str) -> tuple[str, str]:
    """A board and the colours at it: the usual ones, or any."""
    board = random.choice(BOARDS[rules])
    if board == "4" and random.random() < 0.4:
        return board, SEATED[board][4]
    if random.random() < 0.6:
        return board, random.choice(list(SEATED[board].values()))
    all_of_them = colours_of(board)
    chosen = random.sample(all_of_them, random.randint(2, len(all_of_them)))
    return board, "".join(colour for colour in all_of_them if colour in chosen)


# How many are home already: often in a game that is nearly over, seldom else.
EARLY = ("", "", "", "d", "cd", "bcd", "abd", "ac", "bc", "abcd")
LATE = ("abcd", "abcd", "abc", "bcd", "acd", "abd", "")
WISHES = (
    *["waiting"] * 5, *["start"] * 2, *["soon after"] * 2, *["before the goal"] * 3, *["the same"] * 2,
    *["the crowd"] * 6, "goal", "foreign start",
)  # fmt: skip


def ring_position(random: Random, board: str, colours: str, chosen: dict[str, Any]) -> str:
    ring, crowd = RINGS[board], random.randrange(48)
    careless = random.random() < 0.08  # then it may be one that cannot stand on a board
    late = random.random() < (0.5 if "neutral" in chosen else 0.1)
    taken: dict[str, str] = {}
    groups = []
    for colour in colours:
        fields: list[str] = []
        for spot in _wished(random, ring, colour, crowd, LATE if late else EARLY):
            pair = chosen.get("barriers") is True and taken.get(spot) == colour and fields.count(spot) == 1
            clash = spot in fields if spot in GOAL else spot in taken and not (pair and spot != _start(ring, colour))
            fields.append(WAITING if clash and not careless else spot)
            if fields[-1] not in (WAITING, *GOAL):
                taken[spot] = colour
        random.shuffle(fields)
        groups.append(f"{colour}:{','.join(fields)}")
    random.shuffle(groups)
    movers = [colour for colour in colours if careless or colour != chosen.get("neutral")]
    return f"{board} {' '.join(groups)} {random.choice(movers)} {random.choice('000012')}"


def _start(ring: Ring, colour: str) -> str:
    return str(ring.start[colour])


def _wished(random: Random, ring: Ring, colour: str, crowd: int, homes: tuple[str, ...]) -> list[str]:
    """Four fields that a colour would like to stand on."""
    fields = list(random.choice(homes))
    wishes = ("before the goal", "waiting") if len(fields) == 3 and homes is LATE else WISHES
    while len(fields) < 4:
        fields.append(_wish(random, ring, colour, crowd, random.choice(wishes), fields))
    return fields


def _wish(random: Random, ring: Ring, colour: str, crowd: int, wish: str, fields: list[str]) -> str:
    if wish == "waiting":
        return WAITING
    if wish == "goal":
        return random.choice(GOAL)
    if wish == "the same" and fields:
        return fields[-1]
    number = {
        "start": ring.start[colour],
        "soon after": ring.start[colour] + random.randint(1, 6),
        "before the goal": ring.start[colour] - random.randint(1, 7),
        "foreign start": random.choice(list(ring.start.values())),
    }.get(wish, crowd + random.randint(-7, 7))
    return str((number - 1) % ring.length + 1)


def mauer_position(random: Random, colours: str, layout: Layout) -> str:
    middle = random.randint(1, layout.track)
    sides = [side for one, other, _ in layout.walls for side in (one, other)] or [middle]
    near_z = [z - random.randint(1, 6) for z in layout.z]
    free = [spot for spot in range(1, layout.track + 1) if spot not in layout.z]
    groups = []
    for colour in colours:
        fields = list(random.choice(("", "", "d", "cd", "bcd", "acd", "abcd", "a")))
        while len(fields) < 4:
            wish = random.choice([middle + random.randint(-6, 6), random.choice(sides), *near_z, 0])
            if wish in free:
                free.remove(wish)
                fields.append(str(wish))
            else:
                fields.append(WAITING)
        random.shuffle(fields)
        groups.append(f"{colour}:{','.join(fields)}")
    return f"M {' '.join(groups)} {random.choice(colours)} {random.choice('0012')}"


def layouts() -> list[dict[str, Any] | None]:
    return [None, None, *OWN_LAYOUTS]


def set_up(random: Random, layout: dict[str, Any] | None) -> Request:
    """A position of any rule set with any options (a few cannot stand on a board), and a throw."""
    rules = "mauer" if layout else random.choice(RULES)
    board, colours = table(random, rules)
    chosen = options(random, rules, board, colours)
    if rules == "mauer":
        position = mauer_position(random, colours, layout_from(layout) if layout else reconstruction())
    else:
        position = ring_position(random, board, colours, chosen)
    return {"rules": rules, "options": chosen, "position": position, "roll": roll(random, rules)}


def rolls(random: Random, rules: str) -> list[Any]:
    """Every throw of one die, or some of two."""
    return [roll(random, rules) for _ in range(4)] if rules == "mauer" else [1, 2, 3, 4, 5, 6]


def roll(random: Random, rules: str) -> Any:
    if rules == "mauer":
        return [random.randint(1, 6), random.randint(1, 6)]
    return random.choice((1, 2, 3, 4, 5, 6, 6))


def started(random: Random) -> Request:
    """A request to start: most are good, the others wrong in one of many ways."""
    rules = random.choice(RULES)
    asked: Request = {"op": "start", "rules": rules}
    if random.random() < 0.7:
        asked["players"] = random.choice([2, 3, 4, 5, 6, 1, 0, -1, 7, "3", 3.0, True, None])
    if random.random() < 0.4:
        asked["colours"] = random.sample(random.choice(("YGRK", "YGRKBW", "YGRKBWX")), random.randint(0, 4))
    if random.random() < 0.3:
        asked["board"] = random.choice(["4", "6", "M", "5", 4, "", "46"])
    if random.random() < 0.4:
        asked["options"] = options(random, rules, "4", "YGRK")
    return asked


JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 6.0, 1e300, 10**30, "", " ", "3", "--", "B-1", "x", "ü", "\u0663", [], [1], [1, 2, 3],
    [6, 6.0], {}, {"barriers": 1}, {"barriers": True}, {"neutral": "K"}, {"neutral": "X"}, {"neutral": None},
    {"goal_entry": "maybe"}, {"goal_entry": True}, {"three_throws": "true"}, {"nothing": True}, "turnier", "mauer", "classic",
)  # fmt: skip
SOME_OPTIONS = (*sorted({name for names in OPTIONS.values() for name in names}), "Barriers", "")
SOME_VALUES: tuple[Any, ...] = (
    None,
    True,
    True,
    True,
    False,
    1,
    0,
    "true",
    "K",
    "W",
    "k",
    "X",
    "",
    "duty",
    "free",
    "Duty",
    [],
    ["K"],
    {},
)
LETTERS = "YGRKBWMabcde0123456789:,. -+x<=\n\tB"


def spoilt(random: Random, request: Request) -> Request:
    """A request with something wrong in it (or, by chance, not)."""
    request = dict(request)
    way = random.random()
    if way < 0.1:
        request["options"] = {random.choice(SOME_OPTIONS): random.choice(SOME_VALUES) for _ in range(2)}
    elif way < 0.2:
        request.pop(random.choice(list(request)), None)
    elif way < 0.5:
        key = random.choice(list(request))
        # A deep count is no bad request, only a long one.
        request[key] = random.choice([junk for junk in JUNK if key != "depth" or junk not in (7, 10**30)])
    elif way < 0.75:
        request["position"] = _mixed_up(random, request["position"])
    else:
        request["position"] = _respelt(random, request["position"])
    return request


def _mixed_up(random: Random, text: str) -> str:
    """One word of a position in the place of another: two on a field, a colour twice, somebody else to move."""
    parts = re.findall(r"[A-Za-z0-9]+|[^A-Za-z0-9]", text)
    words = [number for number, part in enumerate(parts) if part.isalnum()]
    fields = [number for number in words if parts[number] not in "YGRKWM"]
    colours = [number for number in words if parts[number] in "YGRKBWM"]
    among = random.choice((words, fields, fields, colours))
    parts[random.choice(among[1:])] = parts[random.choice(among)]
    return "".join(parts)


def _respelt(random: Random, text: str) -> str:
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        at = random.randrange(len(text) + 1)
        cut = random.choice((0, 1, 1))
        text = text[:at] + random.choice((random.choice(LETTERS), "")) + text[at + cut :]
    if random.random() < 0.2:
        words = text.split(" ")
        random.shuffle(words)
        text = " ".join(words)
    return text


def table_talk(random: Random, asked: Request) -> Request:
    """What was touched, played and named at the table: right, forbidden, impossible or nothing."""
    fields = _own_fields(asked)
    touched, choice = random.choice([None, None, *fields]), random.choice([None, *fields])
    if asked["rules"] == "mauer":
        return {"touched": touched, "choice": choice, "played": random.choice(["--", *_mauer_played(asked)])}
    start = random.choice(fields)
    board = asked["position"][0]
    way = random.random()
    if way < 0.2:
        played = "--"
    elif way < 0.7:
        played = random.choice(_legal_of(asked) or ["--"])
    else:
        ends = [
            str(random.randint(1, RINGS[board].length)),
            *GOAL,
            WAITING,
            *(field.split(":")[-1] for field in fields),
        ]
        played = f"{start}{random.choice('-x<')}{random.choice([end for end in ends if end != start.split(':')[-1]])}"
    return {"touched": touched, "choice": choice, "played": played}


def _legal_of(asked: Request) -> list[str]:
    legal: Any = answer({"op": "moves", **asked})["legal"]
    return [entry["move"] for entry in legal]


def _mauer_played(asked: Request) -> list[str]:
    legal = _legal_of(asked)
    written = [move.split("x")[0] for move in legal]  # with a capture left standing
    turned = [re.sub(r"([-+])(\d)([-+])(\d)=", r"\1\4\3\2=", move) for move in legal]  # the dice the other way round
    one_die = [re.sub(r"([-+^]\d)[-+^]\d=", r"\1=", move) for move in written]
    shared = [
        f"{one} {other}"
        for one, other in zip(one_die, reversed(one_die), strict=True)
        if not Counter([_origin(one), _origin(other)]) - Counter(_own_fields(asked))  # each has a piece of its own
    ]
    return [*legal, *legal, *written, *turned, *turned, *one_die, *shared]


def _origin(move: str) -> str:
    return re.split(r"[-+^]", move)[0]


def _own_fields(asked: Request) -> list[str]:
    """Where the mover's pieces stand, and the neutral ones with their colour."""
    groups: dict[str, list[str]] = {group[0]: group[2:].split(",") for group in asked["position"].split(" ")[1:-2]}
    mover, neutral = asked["position"].split(" ")[-2], asked["options"].get("neutral")
    return groups[mover] + [f"{neutral}:{field}" for field in groups.get(neutral, [])]
