"""The sentences of a referee, each with its code.

A verdict has two or three: what was done, what came first (`Demand.ruling` has the sentences for duties), what follows.
They end without a full stop, because some are put inside another sentence.
"""

from pathlib import Path

from games.engine.rules.codes import Code
from games.engine.rules.speech import Text, add_catalogues

add_catalogues(Path(__file__).parent / "locale")


class Done(Code):
    """What was done."""

    RIGHT = "right", Text("{played} is right")
    NOTHING_TO_PLAY = "nothing_to_play", Text("Nothing could be moved with a throw of {roll}")
    MOVED_ANYWAY = "moved_anyway", Text("Nothing could be moved with a throw of {roll}, so {played} does not count")
    GAME_OVER = "game_over", Text("The game was over already")
    NOT_FIRST = "not_first", Text("{played} was not allowed with a throw of {roll}")
    NOT_PLAYED = "not_played", Text("With a throw of {roll} a move was possible, none was made")
    IMPOSSIBLE = "impossible", Text("{played} cannot be played: {because}")
    TOUCHED_ONLY = "touched_only", Text("First touched was {piece}, nothing was moved")
    TOUCHED_ANOTHER = "touched_another", Text("First touched was {piece}, played was {played}")
    STUCK_ONLY = (
        "stuck_only",
        Text("Touched was {piece}, which might not move with a throw of {roll}, and nothing was moved"),
    )
    STUCK_ANOTHER = (
        "stuck_another",
        Text("First touched was {piece}, which might not move with a throw of {roll}, played was {played}"),
    )
    STUCK_IMPOSSIBLE = (
        "stuck_impossible",
        Text("First touched was {piece}, which might not move with a throw of {roll}, and {played} was not possible"),
    )


class First(Code):
    """What came first, where it was no duty of the rule set."""

    TOUCHED_FIRST = "touched_first", Text("The piece touched first has to be moved if it may, so {move} counts")


class Follows(Code):
    """What follows; {next} says who throws."""

    LAPSES = "lapses", Text("All pieces go back to where they stood before the throw, and the throw lapses; {next}")
    UNDONE = "undone", Text("All pieces go back to where they stood before the throw; {next}")
    UNDONE_BACK = (
        "undone_back",
        Text(
            "All pieces go back to where they stood before the throw, but {piece} goes back to its corner circle; {next}"
        ),
    )
    UNDONE_MOVED = (
        "undone_moved",
        Text(
            "All pieces go back to where they stood before the throw. None is sent home: "
            "the one that was moved still stands in its corner circle; {next}"
        ),
    )
    UNDONE_WAITING = (
        "undone_waiting",
        Text(
            "All pieces go back to where they stood before the throw. None is sent home: "
            "the one that had to move still stands in its corner circle; {next}"
        ),
    )
    PLAY_AGAIN = (
        "play_again",
        Text(
            "All pieces go back to where they stood before the move, and {colour} has to play the same throw again, the right way"
        ),
    )
    PUT_BACK = "put_back", Text("All pieces go back to where they stood before the move, and it stays so")
    UNCHANGED = "unchanged", Text("Everything stays as it stood")
    STAYS_BACK = (
        "stays_back",
        Text("The move stands, but {piece} should have captured and goes back to its corner circle; {next}"),
    )
    STAYS_CAPTURED = (
        "stays_captured",
        Text("The move stands. No piece is sent home: the one that should have captured was captured itself; {next}"),
    )
    STAYS_WAITING = (
        "stays_waiting",
        Text(
            "The move stands. No piece is sent home: "
            "the one that should have captured still stands in its corner circle; {next}"
        ),
    )
    NEXT_OTHER = "next_other", Text("{colour} throws next")
    NEXT_AGAIN = "next_again", Text("{colour} throws again after the 6")
    NEXT_LEFT = "next_left", Text("{colour} has {left} left")
    NEXT_NONE = "next_none", Text("the game is over")


class Effect(Code):
    """What becomes of the game where a ruling is not what the rules say; {next} says who throws."""

    AS_PLAYED = "as_played", Text("What was played stays on the board; {next}")
    GOES_ON = "goes_on", Text("The game goes on as it stands now, and no throw is taken back")
    GONE_ON = "gone_on", Text("The game goes on as it stands now, and no throw is taken back; {next}")
    SET = "set", Text("The game goes on from the position that the referee has set; {next}")
    ANEW = "anew", Text("The whole game starts again from the beginning")
    TITLE_STAYS = "title_stays", Text("by the rules {verdict}, but it stays")
    TITLE_OTHER = "title_other", Text("by the rules {verdict}, but it goes on otherwise")
    TITLE_ANEW = "title_anew", Text("by the rules {verdict}, but the game starts again")


class Otherwise(Code):
    """What would have been ruled by another reading of the book; {how} names it."""

    WOULD_COUNT = "would_count", Text("By the other reading ({how}) {move} would count")
    WOULD_BE_VOID = "would_be_void", Text("By the other reading ({how}) the move would be void")
    WOULD_BE_VOID_BACK = (
        "would_be_void_back",
        Text("By the other reading ({how}) the move would be void, and {piece} would go back to its corner circle"),
    )
    OTHER_MOVE = "other_move", Text("By the other reading ({how}) {move} would have to be played instead")
    STAYS = "stays", Text("By the other reading ({how}) {piece} would stay where it stood")
    GOES_BACK = "goes_back", Text("By the other reading ({how}) {piece} would go back to its corner circle")
    OTHER_GOES_BACK = (
        "other_goes_back",
        Text("By the other reading ({how}) {piece} would go back to its corner circle instead"),
    )
    OTHER_RULES = "other_rules", Text("By the other reading ({how}) other rules would be broken: {broken}")


class AtTheTable(Code):
    """What concerns the table rather than a move."""

    RIGHT_TURN = "right_turn", Text("It is the turn of {colour}, the throw counts")
    RIGHT_TURN_OVER = "right_turn_over", Text("{colour} had no throw left, handing on was right")
    TOO_OFTEN = "too_often", Text("{colour} threw once too often, it is the turn of {mover}")
    NOT_THEIR_TURN = "not_their_turn", Text("It was not the turn of {colour} but of {mover}")
    THROW_VOID = "throw_void", Text("The throw of {colour} does not count, the pieces stay, and {mover} throws")
    LEFT_OUT = "left_out", Text("{colour} handed on although a throw was still to come, and makes it good")
    LOST = "lost", Text("{colour} handed on although a throw was still to come after the 6, and it is lost")
    IN_TIME = "in_time", Text("Claimed in time, a throw can be claimed {until}")
    TOO_LATE = (
        "too_late",
        Text(
            "Claimed too late, a throw can be claimed {until}; the position stands, unless the referee decides "
            "to go back to that throw"
        ),
    )
    WOULD_BE_LOST = "would_be_lost", Text("By the other reading ({how}) this throw would be lost")
    WOULD_BE_MADE_GOOD = "would_be_made_good", Text("By the other reading ({how}) this throw would be made good")
    WOULD_BE_IN_TIME = "would_be_in_time", Text("By another reading ({how}) it would be in time")
    WOULD_BE_TOO_LATE = "would_be_too_late", Text("By another reading ({how}) it would be too late")
    UPSET = "upset", Text("{colour} upset pieces on purpose and is out of the tournament")
    EXCLUDED = "excluded", Text("The pieces of {colour} leave the board, {colour} comes last without points; {next}")


class ChoiceFault(Code):
    CHOICE = "choice", Text("The piece on {field} missed no capture, one of those on {fields} goes back")
