"""The text protocol: one JSON object a line in, one line out, whatever comes in.

Decided here: how a request is read, which ops there are, how an answer and an error are written. Left out: the rules
(`games.rules`). Another program speaks the same protocol with more ops by passing its own table (`referee` adds
`judge`): an op is a function of the request and the boards that answers an object or raises GameError.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

from games.rules import registry
from games.rules.contract import Rules
from games.rules.errors import GameError

Request = dict[str, Any]
Answer = dict[str, object]
Op = Callable[["Desk", Request], Answer]

# Deeper than this nobody can count; the smallest count is 6 to the power of the depth.
DEEPEST = 20
# So many rule sets with options are kept for the next request.
MOST_KNOWN = 500
# Python reads whole numbers up to 4300 digits unless it is told otherwise.
LONGEST_INT = 4000


class BadRequest(ValueError):
    """A request that is not one; the sentence says why."""


class Desk:
    """Answers requests; `layouts` are boards, by rule set, that take the place of the shipped ones."""

    def __init__(self, ops: Mapping[str, Op], layouts: Mapping[str, Mapping[str, object]] | None = None) -> None:
        self.ops = ops
        self.layouts = layouts or {}
        self.known: dict[tuple[str, str], Rules] = {}

    def answer(self, line: bytes) -> str:
        """The answer to one line, never an exception."""
        request_id: object = None
        try:
            request = read(line)
            request_id = request.get("id")
            answer = self.op(request)(self, request)
            if "id" in request:
                answer = {"id": request_id, **answer}
            return ENCODER.encode(answer)
        except (GameError, BadRequest) as error:
            return refusal(request_id, str(error))
        except (ValueError, RecursionError):
            return refusal(None, "the request cannot be read")
        except Exception:  # noqa: BLE001  (told below, and the loop goes on)
            tell_of_a_bug()
            return refusal(request_id, "this is a fault of the program, not of the request")

    def op(self, request: Request) -> Op:
        name = request.get("op")
        if not isinstance(name, str) or name not in self.ops:
            raise BadRequest("op is one of " + ", ".join(self.ops))
        return self.ops[name]

    def rules(self, request: Request) -> Rules:
        """The rule set that a request names, with its options."""
        name, options = text(request, "rules"), request.get("options")
        if not isinstance(options, dict | None):
            raise BadRequest("options is an object")
        # As text, 1 and true, which Python calls equal, are two.
        key = (name, str(options) if options else "")
        if key not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[key] = registry.rules(name, options, self.layouts.get(name))
        return self.known[key]


def tell_of_a_bug() -> None:
    """A bug is told on standard error, and the next line is answered all the same."""
    import traceback

    traceback.print_exc(file=sys.stderr)


def refusal(request_id: object, sentence: str) -> str:
    try:
        return ENCODER.encode({"id": request_id, "error": sentence})
    except (ValueError, RecursionError):
        return ENCODER.encode({"id": None, "error": sentence})


def read(line: bytes) -> Request:
    """The object on a line. Numbers that Python will not read (thousands of digits) count as no number at all."""
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
    """What the text holds, and where it ends."""
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


# Made once: json.loads and json.dumps would build them anew for every line.
ENCODER = json.JSONEncoder(allow_nan=False, check_circular=False)
DECODER = json.JSONDecoder(parse_constant=_no_number)
LENIENT = json.JSONDecoder(parse_constant=_no_number, parse_int=_short_int)


# What a request holds


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


def start(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    players = None if request.get("players") is None else whole(request, "players")
    board = None if request.get("board") is None else text(request, "board")
    return {"position": rules.write(rules.start(players, colours(request), board))}


def moves(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position = rules.read(text(request, "position"))
    legal, permitted = rules.moves(position, rules.read_roll(request.get("roll")))
    if rules.has_duties:
        listed = [{"move": m.text, "captures": m.captures, "duties": m.duties} for m in legal]
    else:
        listed = [{"move": m.text, "captures": m.captures} for m in legal]
    return {"legal": listed, "permitted": [move.text for move in permitted]}


def play(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position = rules.read(text(request, "position"))
    roll = rules.read_roll(request.get("roll"))
    return {"position": rules.write(rules.play(position, roll, text(request, "move")))}


def perft(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position, depth = rules.read(text(request, "position")), whole(request, "depth")
    if depth > DEEPEST and not rules.over(position):
        raise BadRequest(f"depth is {DEEPEST} at most")
    return {"nodes": rules.perft(position, depth)}


def rule_sets(desk: Desk, request: Request) -> Answer:
    found = [registry.rule_class(rules_id) for rules_id in registry.RULE_SETS]
    return {"rules": [_described(rules) for rules in found]}


def _described(rules: type[Rules]) -> Answer:
    return {
        "id": rules.id,
        "names": dict(rules.names),
        "boards": rules.boards,
        "players": rules.players,
        "options": dict(rules.defaults),
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
        # Nobody reads on; what is still in the buffer must not be flushed at exit.
        os._exit(0)
    return 0


def _layouts(arguments: list[str]) -> Mapping[str, Mapping[str, object]]:
    """The boards that the command line names. argparse is loaded only when there is something to parse."""
    if not arguments:
        return {}
    import argparse

    from games.rules import layout

    parser = argparse.ArgumentParser(description="Answers JSON lines about positions and throws.")
    parser.add_argument("--layout", metavar="FILE", help="a layout for mauer, instead of the shipped one")
    path = parser.parse_args(arguments).layout
    try:
        return {} if path is None else {"mauer": {layout.BOARD: layout.load(path)}}
    except GameError as error:
        parser.error(str(error))
