"""The sentences about what happened at a table without a move to judge, each with its code.

`Head` is what is held up: what becomes of it, in a few words. `Happened` says what was wrong and what stands. They end without a
full stop, like all sentences of the judge.
"""

from games.engine.rules.codes import Code
from games.engine.rules.speech import Text


class Head(Code):
    """What stands, in a few words."""

    COUNTS = "throw_counts", Text("The throw counts")
    VOID = "throw_does_not_count", Text("The throw does not count")
    STANDS = "stands", Text("The game goes on as it stands")
    MADE_GOOD = "made_good", Text("The throw is made good")
    AGAIN = "thrown_again", Text("The throw is repeated")
    PUT_BACK = "piece_put_back", Text("The piece goes back")
    PUT_RIGHT = "put_right", Text("The pieces are put right")
    SET_UP = "set_up", Text("The referee sets up the board")
    OUT = "is_out", Text("{colour} is out of the tournament")
    NO_ADVICE = "no_advice", Text("{colour} decides alone")
    MOVED_BY_IT = "moved_by_it", Text("{colour} moves by this throw")
    MOVED_BY_NUMBER = "moved_by_number", Text("{colour} moves by the {number}")


class Happened(Code):
    """What was wrong, and why."""

    OUT_OF_TURN = "out_of_turn", Text("{colour} threw, but it was the turn of {mover}")
    ONE_TOO_MANY = "one_too_many", Text("{colour} had a piece in play and so one throw only, and threw once more")
    A_FOURTH = "a_fourth", Text("{colour} had thrown three times without a 6, and threw a fourth time")
    TWICE_WITH_BOTH = "twice_with_both", Text("{colour} threw once too often: both dice are thrown once")
    AFTER_A_SIX = "after_a_six", Text("After a 6 {colour} has another throw")
    STILL_OF_THREE = "still_of_three", Text("{colour} had up to three throws, and this was one of them")
    TOO_FEW = "too_few", Text("{colour} had up to three throws for a 6, and handed the die on before")
    ALL_THREE = "all_three", Text("{colour} had thrown three times, so handing the die on was right")
    SIX_LEFT = "six_left", Text("Another throw follows a 6, and {colour} left it out")
    LAST_ONE_HOME = "last_one_home", Text("The 6 brought the last piece of {colour} home, so no throw follows it")
    OFF_THE_TABLE = (
        "off_the_table",
        Text("The die does not lie flat on the table, so the throw shows no number that counts"),
    )
    DIE_TOUCHED = "die_touched", Text("The die was touched before it lay still, so it shows no number that counts")
    DIE_STOPPED = "die_stopped", Text("The die was stopped on purpose, so it shows no number that counts")
    NOBODY_OBJECTED = "nobody_objected", Text("A piece was moved with the throw, and nobody had objected before that")
    STILL_LIES = "still_lies", Text("The die still lies as it fell, so it shows what was thrown")
    WAS_SEEN = "was_seen", Text("Somebody saw the throw who gains nothing by it; what that person says counts")
    NOBODY_KNOWS = "nobody_knows", Text("The die was picked up, and nobody can say for sure what it showed")
    BOTH_KNOWN = (
        "both_known",
        Text("Two threw at once, and it is known which die is whose: only the one of {mover} counts"),
    )
    BOTH_MIXED = "both_mixed", Text("Two threw at once, and nobody can say which die is whose: neither counts")
    ONE_ONLY = (
        "one_only",
        Text("{colour} had a piece in play that could move on and so one throw only: handing the die on was right"),
    )
    AS_RECORDED = (
        "as_recorded",
        Text(
            "By the record it is the turn of {mover}: a throw of {colour} that stands there counts as it was entered, "
            "and any other does not count"
        ),
    )
    HANDED_ON = "handed_on", Text("By the record it is still the turn of {colour}, so the die was handed on too early")
    FOREIGN_TOUCHED = (
        "foreign_touched",
        Text("{colour} touched somebody else's piece; only an own piece has to be moved when touched"),
    )
    FOREIGN_TOUCHED_FREELY = (
        "foreign_touched_freely",
        Text("{colour} touched somebody else's piece; in this game touching a piece has no consequence"),
    )
    FOREIGN_INSTEAD = "foreign_instead", Text("{colour} moved somebody else's piece instead of an own one")
    FOREIGN_MOVED = "foreign_moved", Text("{colour} moved somebody else's piece")
    FOREIGN_IN_SECRET = "foreign_in_secret", Text("{colour} moved somebody else's piece in secret")
    ADVISED = "advised", Text("{giver} gave {colour} advice during the game")
    ADVISED_FROM_OUTSIDE = "advised_from_outside", Text("Somebody from outside gave {colour} advice during the game")
    UPSET_BY_ACCIDENT = "upset_by_accident", Text("{colour} upset pieces by accident")
    NO_RULE_ON_PURPOSE = (
        "no_rule_on_purpose",
        Text("{colour} upset pieces on purpose; the book of this game names no penalty for it"),
    )
    WRONG_FOR_SHORT = (
        "wrong_for_short",
        Text("The board has been wrong since the last throw or the one before, and all agree how it stood"),
    )
    WRONG_FOR_LONG = (
        "wrong_for_long",
        Text("The board has been wrong for longer than the last two throws, and the game was built on it"),
    )
    WRONG_UNKNOWN = "wrong_unknown", Text("Nobody can show how the board should stand, so it counts as it is")


class Stands(Code):
    """What follows for the board and the throw."""

    NOTHING_MOVED = "nothing_moved", Text("The throw of {colour} does not count, and all pieces stay where they are")
    MOVE_UNDONE = (
        "move_undone",
        Text("The throw of {colour} does not count: what was moved or captured with it goes back to where it stood"),
    )
    ALL_UNDONE = (
        "all_undone",
        Text("That throw and what was thrown since do not count: all pieces go back to where they stood before it"),
    )
    TOO_LATE = (
        "too_late",
        Text("Two others have thrown since, so the claim comes too late and all pieces stay where they are"),
    )
    TOO_LATE_NEXT = (
        "too_late_next",
        Text("Somebody else has thrown since, so the claim comes too late and all pieces stay where they are"),
    )
    SINCE_UNDONE = (
        "since_undone",
        Text("What was thrown since does not count, and what was moved with it goes back to where it stood"),
    )
    REPEATED = "repeated", Text("{colour} throws once more; what was moved already goes back to where it stood")
    REPEATED_ONLY = "repeated_only", Text("{colour} throws once more")
    PLAYED_BY_IT = (
        "played_by_it",
        Text("{colour} moves by that number; if another number was moved, the piece goes back to where it stood first"),
    )
    PLAYED_BY_NUMBER = (
        "played_by_number",
        Text(
            "{colour} moves by the {number}; if another number was moved, the piece goes back to where it stood first"
        ),
    )
    RECORD_FIRST = (
        "record_first",
        Text(
            "No throw is taken back here. If the record is wrong, it is put right there first, by going back to that throw "
            "or by a claim about it"
        ),
    )
    AS_IN_RECORD = "as_in_record", Text("All pieces go to where the record has them")
    OTHER_UNDONE = (
        "other_undone",
        Text("The throw of {colour} does not count, and what was moved with it goes back to where it stood"),
    )
    IT_COUNTS = "it_counts", Text("{colour} moves by this throw; a move already made with it stands")
    NOTHING_FOLLOWS = "nothing_follows", Text("It binds nobody, and all pieces stay where they are")
    OWN_INSTEAD = (
        "own_instead",
        Text(
            "It goes back to where it stood, with a piece that it captured, and {colour} moves an own piece by the throw"
        ),
    )
    FOREIGN_BACK = "foreign_back", Text("It goes back to where it stood, with a piece that it captured; all else stays")
    STAYS_AS_MOVED = (
        "stays_as_moved",
        Text("A piece had been touched or moved already: it stays with that piece, nothing is corrected after advice"),
    )
    FREE_TO_CHOOSE = (
        "free_to_choose",
        Text("No piece had been touched yet, so {colour} may still choose any move that is permitted"),
    )
    UP_AGAIN = "up_again", Text("All pieces go back to where they stood, as everybody says")
    SET_UP = (
        "set_up_by_referee",
        Text("The referee sets the pieces up as they most likely stood; whoever upset them gains nothing by it"),
    )
    STAYS_WRONG = "stays_wrong", Text("All pieces stay where they are")
    THE_SAME_TURN = "the_same_turn", Text("The turn stays with whoever has it now")
    TURN_BY_RECORD = "turn_by_record", Text("It is the turn of {colour}")
