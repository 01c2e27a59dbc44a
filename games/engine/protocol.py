"""The text protocol: one JSON object per line in, one line out, whatever comes in.

Decided here: how a request is read, which ops there are, how an answer and an error are written. Left out: the rules
(`games.engine.rules`). Another program speaks the same protocol with more ops by passing its own table (`referee` adds
`judge`): an op is a function of the desk and the request that gives an object or raises GameError.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

from .rules import placing, registry
from .rules.contract import Position, Rules
from .rules.errors import GameError, quoted
from .rules.speech import NO_DATA, SOURCE, spoken

Request = dict[str, Any]
Answer = dict[str, object]
Op = Callable[["Desk", Request], Answer]

# Deeper counts never end: the smallest count is 6 to the power of the depth.
DEEPEST = 20
# The most rule sets with options in the cache.
MOST_KNOWN = 500
# The most unknown keys that an error names.
MOST_NAMED = 5
BAD_REQUEST = "bad_request"
# Python refuses to parse integers of more than 4300 digits by default.
LONGEST_INT = 4000


class BadRequest(ValueError):
    """An invalid request; the sentence says why."""

    def __init__(self, sentence: str, code: str = BAD_REQUEST, **data: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.data = {name: quoted(value) for name, value in data.items()}


# The keys that an op reads besides `id` and `op`. Another one is a mistake of the asker's: perhaps an option that is
# believed to count.
TAKES: dict[Op, frozenset[str]] = {}


def takes(*keys: str) -> Callable[[Op], Op]:
    """Declare the keys of an op. Without a declaration any key is let through."""

    def declared(op: Op) -> Op:
        TAKES[op] = frozenset({"id", "op", *keys})
        return op

    return declared


class Desk:
    """Answers requests; `layouts` are boards, by rule set, that replace the shipped ones."""

    def __init__(self, ops: Mapping[str, Op], layouts: Mapping[str, Mapping[str, object]] | None = None) -> None:
        self.ops = ops
        self.layouts = layouts or {}
        self.known: dict[tuple[str, str], Rules] = {}

    def answer(self, line: bytes) -> str:
        """The answer to one line, never an exception."""
        request_id: object = None
        request: Request = {}
        try:
            request = read(line)
            request_id = request.get("id")
            answer = self.op(request)(self, request)
            if "id" in request:
                answer = {"id": request_id, **answer}
            return ENCODER.encode(answer)
        except GameError as error:
            sentence = error.sentence(spoken(request["language"]) if "language" in request else SOURCE)
            return refusal(request_id, error.code, sentence, error.data)
        except BadRequest as error:
            return refusal(request_id, error.code, str(error), error.data)
        except (ValueError, RecursionError):
            return refusal(None, BAD_REQUEST, "the request cannot be read")
        except Exception:  # noqa: BLE001  (reported below, and the loop goes on)
            report_bug()
            return refusal(request_id, "internal", "this is a fault of the program, not of the request")

    def op(self, request: Request) -> Op:
        name = request.get("op")
        if not isinstance(name, str) or name not in self.ops:
            raise BadRequest("op is one of " + ", ".join(self.ops))
        op = self.ops[name]
        if op in TAKES and (unknown := sorted(request.keys() - TAKES[op])):
            named = ", ".join([str(quoted(key)) for key in unknown[:MOST_NAMED]])
            raise BadRequest(f"{name} takes no {named}", "unknown_key", keys=unknown[:MOST_NAMED])
        return op

    def rules(self, request: Request) -> Rules:
        """The rule set that a request names, with its options."""
        name, options = text(request, "rules"), request.get("options")
        if not isinstance(options, dict | None):
            raise BadRequest("options is an object")
        # As text, because Python treats 1 and true as equal keys.
        key = (name, str(options) if options else "")
        if key not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[key] = registry.rules(name, options, self.layouts.get(name))
        return self.known[key]


def report_bug() -> None:
    """Print the traceback on standard error; the next line is answered all the same."""
    import traceback

    traceback.print_exc(file=sys.stderr)


def refusal(request_id: object, code: str, sentence: str, data: Mapping[str, object] = NO_DATA) -> str:
    """The error in the shape that all our protocols have."""
    error = {"code": code, "sentence": sentence, "data": data}
    try:
        return ENCODER.encode({"id": request_id, "error": error})
    except (ValueError, RecursionError):
        return ENCODER.encode({"id": None, "error": error})


def read(line: bytes) -> Request:
    """The object on a line. Integers that Python refuses to parse (thousands of digits) are read as null."""
    try:
        words = line.decode("utf-8").strip(" \t\r\n")
        request, end = _decoded(words)
    except UnicodeDecodeError:
        raise BadRequest("the line is not UTF-8") from None
    except (BadRequest, json.JSONDecodeError):
        raise BadRequest("the line is not JSON") from None
    except RecursionError:
        raise BadRequest("the line is nested too deeply") from None
    if end != len(words):
        raise BadRequest("the line goes on after its object")
    if not isinstance(request, dict):
        raise BadRequest("a request is a JSON object")
    return request


def _decoded(words: str) -> tuple[Any, int]:
    """The value in the text, and where it ends."""
    try:
        return DECODER.raw_decode(words)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return LENIENT.raw_decode(words)


def _no_number(name: str) -> None:
    raise BadRequest(f"{name} is not JSON")


def _short_int(digits: str) -> int | None:
    return int(digits) if len(digits) < LONGEST_INT else None


# Made once: json.loads and json.dumps would create them again for every line.
ENCODER = json.JSONEncoder(allow_nan=False, check_circular=False)
DECODER = json.JSONDecoder(parse_constant=_no_number)
LENIENT = json.JSONDecoder(parse_constant=_no_number, parse_int=_short_int)


# Reading fields of a request


def text(request: Request, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"{key} is text")
    return value


def whole(request: Request, key: str) -> int:
    value = request.get(key)
    if type(value) is not int or value < 0:
        raise BadRequest(f"{key} is a whole number")
    return value


def colours(request: Request) -> list[str] | None:
    value = request.get("colours")
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(colour, str) for colour in value):
        raise BadRequest("colours is a list of colours")
    return value


# The ops


def told(rules: Rules, before: Position, after: Position) -> Answer:
    """The position after a throw (or a start), and what a program that plays would else have to work out."""
    return {
        "position": rules.write(after),
        "over": rules.over(after),
        "places": placing.of_throw(rules, before, after),
        "throws_left": rules.throws_left(after),
    }


@takes("rules", "options", "players", "colours", "board")
def start(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    players = None if request.get("players") is None else whole(request, "players")
    board = None if request.get("board") is None else text(request, "board")
    position = rules.start(players, colours(request), board)
    return told(rules, position, position)


@takes("rules", "options", "position", "roll")
def moves(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position = rules.read(text(request, "position"))
    legal, permitted = rules.moves(position, rules.read_roll(request.get("roll")))
    if rules.has_duties:
        listed = [{"move": m.text, "captures": m.captures, "duties": m.duties} for m in legal]
    else:
        listed = [{"move": m.text, "captures": m.captures} for m in legal]
    answer: Answer = {"legal": listed, "permitted": [move.text for move in permitted]}
    return {**answer, "over": rules.over(position), "throws_left": rules.throws_left(position)}


@takes("rules", "options", "position", "roll", "move")
def play(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    before = rules.read(text(request, "position"))
    roll = rules.read_roll(request.get("roll"))
    after = rules.play(before, roll, text(request, "move"))
    return told(rules, before, after)


@takes("rules", "options", "position", "depth")
def perft(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position, depth = rules.read(text(request, "position")), whole(request, "depth")
    if depth > DEEPEST and not rules.over(position):
        raise BadRequest(f"depth is {DEEPEST} at most")
    return {"nodes": rules.perft(position, depth)}


@takes()
def rule_sets(desk: Desk, request: Request) -> Answer:
    classes = [registry.rule_class(rules_id) for rules_id in registry.RULE_SETS]
    return {"rules": [_described(rules) for rules in classes]}


def _described(rules: type[Rules]) -> Answer:
    return {
        "id": rules.id,
        "names": dict(rules.names),
        "boards": rules.boards,
        "players": rules.players,
        "options": {option.name: option.default for option in rules.choices},
    }


OPS: dict[str, Op] = {"start": start, "moves": moves, "play": play, "perft": perft, "rules": rule_sets}


# The program


def serve(desk: Desk, source: Iterable[bytes], sink: BinaryIO) -> None:
    """Answer every line until the input ends."""
    for line in source:
        sink.write(desk.answer(line).encode("ascii") + b"\n")
        sink.flush()


def main(ops: Mapping[str, Op]) -> int:
    """Run the protocol over standard input and output."""
    layouts = _layouts(sys.argv[1:])
    try:
        serve(Desk(ops, layouts), sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        # The reader is gone; what is still in the buffer must not be flushed at exit.
        os._exit(0)
    return 0


def _layouts(arguments: list[str]) -> Mapping[str, Mapping[str, object]]:
    """The boards that the command line names. argparse is imported only when there is something to parse."""
    if not arguments:
        return {}
    import argparse

    from .rules import layout

    parser = argparse.ArgumentParser(description="Answers JSON lines about positions and throws.")
    parser.add_argument("--layout", metavar="FILE", help="a layout for mauer, instead of the shipped one")
    path = parser.parse_args(arguments).layout
    try:
        return {} if path is None else {"mauer": {layout.BOARD: layout.load(path)}}
    except GameError as error:
        parser.error(str(error))
