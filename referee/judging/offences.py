"""The shipped offences with their usual measures. Left out: a club's own changes (`referee.offences.catalogue`)."""

from typing import NamedTuple

from games.engine.rules.speech import Text


class Shipped(NamedTuple):
    """`rule` is that of the tournament book; `measure` and `points` are what a referee is offered first."""

    code: str
    rule: int | None
    measure: str
    points: int
    is_frequent: bool
    title: Text


SHIPPED = (
    Shipped("capture", 10, "note", 0, True, Text("Capture missed", "offence")),
    Shipped("touched", 12, "note", 0, True, Text("Touched piece not moved")),
    Shipped("start", 5, "note", 0, True, Text("Start field not cleared")),
    Shipped("enter", 4, "note", 0, True, Text("Not entered with a 6")),
    Shipped("count", 8, "note", 0, True, Text("Counted wrongly or not moved")),
    Shipped("home", 14, "note", 0, True, Text("Not gone home rightly")),
    Shipped("turn", 2, "note", 0, True, Text("Thrown out of turn or too often")),
    Shipped("again", 7, "note", 0, False, Text("Not thrown again after a 6")),
    Shipped("two", 9, "note", 0, False, Text("Two pieces on one field")),
    Shipped("opening", 1, "note", 0, False, Text("Begun without throwing for it")),
    Shipped("finish", 16, "note", 0, False, Text("Place announced wrongly")),
    Shipped("die", None, "warning", 0, True, Text("Die not thrown freely")),
    Shipped("advice", 12, "warning", 0, True, Text("Advice or signs given")),
    Shipped("conduct", None, "warning", 0, True, Text("Unsporting conduct")),
    Shipped("slow", None, "warning", 0, False, Text("Delays the game")),
    Shipped("late", None, "warning", 0, False, Text("Late at the table")),
    Shipped("disobeys", None, "points", 1, False, Text("Does not follow a ruling")),
    Shipped("cheat", None, "points", 2, False, Text("Pieces moved in secret")),
    Shipped("agreed", None, "points", 2, False, Text("Arranged play")),
    Shipped("upset", 15, "exclusion", 0, False, Text("Pieces upset on purpose")),
)
