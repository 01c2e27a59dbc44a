"""The verdict in German and English: each reason one sentence, two or three in all, to be read aloud.

Decided here: the words, our own, with the number of the rule. Left out: why a move is impossible; that sentence is the
engine's (`games.rules.wording`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.rules import wording as games
from games.rules.contract import Reason, Roll
from games.rules.notation import WAITING
from games.rules.wording import LANGUAGES, Sentence, cited, colour_name

# More moves than these are only counted.
MOST_NAMED = 4

VERDICTS: Mapping[str, Sentence] = {
    "correct": ("richtig", "correct"),
    "enforced": ("die berührte Figur zieht", "the touched piece moves"),
    "void": ("ungültig", "void"),
    "penalised": ("Figur zurück", "piece sent back"),
}

# What was done.
DONE: Mapping[str, Sentence] = {
    "right": ("{played} ist richtig", "{played} is right"),
    "nothing_to_play": (
        "Mit dem Wurf {roll} war nichts zu ziehen",
        "Nothing could be moved with a throw of {roll}",
    ),
    "moved_anyway": (
        "Mit dem Wurf {roll} war nichts zu ziehen, {played} zählt also nicht",
        "Nothing could be moved with a throw of {roll}, so {played} does not count",
    ),
    "game_over": ("Das Spiel war schon zu Ende", "The game was over already"),
    "not_first": (
        "{played} war mit dem Wurf {roll} möglich, aber etwas anderes ging vor",
        "{played} was possible with a throw of {roll}, but something else came first",
    ),
    "not_played": (
        "Mit dem Wurf {roll} war ein Zug möglich, gezogen wurde keiner",
        "With a throw of {roll} a move was possible, none was made",
    ),
    "impossible": ("{played} geht nicht: {because}", "{played} cannot be played: {because}"),
    "touched_only": (
        "Zuerst berührt wurde {piece}, gezogen wurde nicht",
        "First touched was {piece}, nothing was moved",
    ),
    "touched_another": (
        "Zuerst berührt wurde {piece}, gespielt wurde {played}",
        "First touched was {piece}, played was {played}",
    ),
    "stuck_only": (
        "Berührt wurde {piece}, die mit dem Wurf {roll} nicht ziehen durfte, und gezogen wurde nicht",
        "Touched was {piece}, which might not move with a throw of {roll}, and nothing was moved",
    ),
    "stuck_another": (
        "Zuerst berührt wurde {piece}, die mit dem Wurf {roll} nicht ziehen durfte, gespielt wurde {played}",
        "First touched was {piece}, which might not move with a throw of {roll}, played was {played}",
    ),
    "stuck_impossible": (
        "Zuerst berührt wurde {piece}, die mit dem Wurf {roll} nicht ziehen durfte, und {played} ging nicht",
        "First touched was {piece}, which might not move with a throw of {roll}, and {played} was not possible",
    ),
}

# What came first, and why: the codes are those of `Rules.demand`.
FIRST: Mapping[str, Sentence] = {
    "double_enter": (
        "Erlaubt war nur {moves}, denn zwei Pflichten in einem Zug gehen einer vor: einsetzen und dabei schlagen",
        "Only {moves} was permitted, as two duties in one move come before one: to enter and capture",
    ),
    "double_leave": (
        "Erlaubt war nur {moves}, denn zwei Pflichten in einem Zug gehen einer vor: das Startfeld räumen und schlagen",
        "Only {moves} was permitted, as two duties in one move come before one: to clear the start field and capture",
    ),
    "capture": (
        "Erlaubt war nur {moves}, denn Schlagen geht allem anderen vor",
        "Only {moves} was permitted, as capturing comes before all else",
    ),
    "enter": (
        "Erlaubt war nur {moves}, denn mit der 6 muss zuerst eine wartende Figur ins Spiel",
        "Only {moves} was permitted, as with the 6 a waiting piece has to enter first",
    ),
    "leave": (
        "Erlaubt war nur {moves}, denn solange Figuren warten, muss zuerst das eigene Startfeld frei werden",
        "Only {moves} was permitted, as the own start field has to be cleared first while pieces wait",
    ),
    "go_home": (
        "Erlaubt war nur {moves}, denn ins Ziel einzurücken geht einem freien Zug vor",
        "Only {moves} was permitted, as going home comes before a free move",
    ),
    "move": (
        "Möglich war {moves}, und wer ziehen kann, muss ziehen",
        "One could play {moves}, and whoever can move has to",
    ),
    "touched_first": (
        "Mit der zuerst berührten Figur muss gezogen werden, wenn sie darf, also gilt {move}",
        "The piece touched first has to be moved if it may, so {move} counts",
    ),
}

# What follows; {next} says who throws.
FOLLOWS: Mapping[str, Sentence] = {
    "lapses": (
        "Alles steht wieder wie vor dem Wurf, und der Wurf verfällt; {next}",
        "All stands as before the throw, and the throw lapses; {next}",
    ),
    "undone": (
        "Alle Figuren stehen wie vor dem Wurf; {next}",
        "All pieces stand as before the throw; {next}",
    ),
    "undone_back": (
        "Alle Figuren stehen wie vor dem Wurf, nur {piece} geht zurück auf ihr Wartefeld; {next}",
        "All pieces stand as before the throw, only {piece} goes back to its waiting field; {next}",
    ),
    "undone_waiting": (
        "Alle Figuren stehen wie vor dem Wurf, und keine muss zurück, denn die mit der Pflicht wartet noch; {next}",
        "All pieces stand as before the throw, and none goes back, as the one with the duty still waits; {next}",
    ),
    "play_again": (
        "Alles steht wieder wie vor dem Zug, und {colour} muss denselben Wurf richtig spielen",
        "All stands as before the move, and {colour} has to play the same throw rightly",
    ),
    "put_back": (
        "Alles steht wieder wie vor dem Zug, und dabei bleibt es",
        "All stands as before the move, and stays so",
    ),
    "unchanged": ("Alles bleibt, wie es stand", "All stays as it stood"),
    "stays_back": (
        "Dabei bleibt es, aber {piece} hätte schlagen müssen und geht zurück auf ihr Wartefeld; {next}",
        "It stays at that, but {piece} should have captured and goes back to its waiting field; {next}",
    ),
    "stays_waiting": (
        "Dabei bleibt es, und keine Figur muss zurück, denn die schlagen musste, wartet noch; {next}",
        "It stays at that, and no piece goes back, as the one that should have captured still waits; {next}",
    ),
    "next_other": ("{colour} würfelt als Nächstes", "{colour} throws next"),
    "next_again": ("{colour} würfelt nach der 6 noch einmal", "{colour} throws again after the 6"),
    "next_left": ("{colour} hat noch {left}", "{colour} has {left} left"),
    "next_none": ("das Spiel ist zu Ende", "the game is over"),
}

# What concerns the table rather than a move.
TABLE: Mapping[str, Sentence] = {
    "right_turn": ("{colour} ist an der Reihe, der Wurf gilt", "It is the turn of {colour}, the throw counts"),
    "right_turn_over": (
        "{colour} hatte keinen Wurf mehr, die Weitergabe ist richtig",
        "{colour} had no throw left, handing on was right",
    ),
    "too_often": (
        "{colour} hat einmal zu oft gewürfelt, an der Reihe ist {mover}",
        "{colour} threw once too often, it is the turn of {mover}",
    ),
    "not_their_turn": (
        "{colour} war nicht an der Reihe, sondern {mover}",
        "It was not the turn of {colour} but of {mover}",
    ),
    "throw_void": (
        "Der Wurf von {colour} zählt nicht, die Figuren bleiben stehen, und {mover} würfelt",
        "The throw of {colour} does not count, the pieces stay, and {mover} throws",
    ),
    "left_out": (
        "{colour} hat weitergegeben, obwohl noch ein Wurf aussteht, und holt ihn nach",
        "{colour} handed on although a throw was still to come, and makes it good",
    ),
    "upset": (
        "{colour} hat absichtlich Figuren umgeworfen und ist vom Turnier ausgeschlossen",
        "{colour} upset pieces on purpose and is out of the tournament",
    ),
    "excluded": (
        "Die Figuren von {colour} kommen vom Brett, {colour} belegt ohne Punkte den letzten Platz; {next}",
        "The pieces of {colour} leave the board, {colour} comes last without points; {next}",
    ),
}

SENTENCES: Mapping[str, Sentence] = {**DONE, **FIRST, **FOLLOWS, **TABLE}

ERRORS: Mapping[str, Sentence] = {
    "not_at_the_table": ("{colour} spielt an diesem Tisch nicht mit.", "{colour} does not play at this table"),
}


def explain(reasons: Iterable[Reason], language: str = "en") -> str:
    """What a referee reads out."""
    return " ".join([sentence(reason, language) for reason in reasons])


def sentence(reason: Reason, language: str = "en") -> str:
    """One sentence, with the rules it rests on."""
    text = _text(reason, language)
    if reason.code in FOLLOWS:  # some of them also stand inside a sentence
        text = text[0].upper() + text[1:]
    return f"{text} {cited(reason.rules, language)}".rstrip() + "."


def error(code: str, data: Mapping[str, object], language: str = "en") -> str:
    return _pick(ERRORS[code], language).format_map(data)


def verdict_name(verdict: str, language: str = "en") -> str:
    return _pick(VERDICTS[verdict], language)


def _text(reason: Reason, language: str) -> str:
    said = {name: _said(name, value, language) for name, value in reason.data.items()}
    return _pick(SENTENCES[reason.code], language).format_map(said)


def _said(name: str, value: object, language: str) -> object:
    """A thing of a reason's data as it is spoken of."""
    speak = SPOKEN.get(name)
    return speak(value, language) if speak else value


def _piece(piece: tuple[str, str] | None, language: str) -> str:
    if piece is None:
        return ""
    colour, field = colour_name(piece[0], language), piece[1]
    if field == WAITING:
        return _pick((f"eine wartende Figur von {colour}", f"a waiting piece of {colour}"), language)
    return _pick((f"die Figur von {colour} auf {field}", f"{colour}'s piece on {field}"), language)


def _moves(moves: Sequence[str], language: str) -> str:
    """The first few by name."""
    named = list(moves[:MOST_NAMED])
    if len(moves) > MOST_NAMED:
        more = len(moves) - MOST_NAMED + 1
        named = [*moves[: MOST_NAMED - 1], _pick((f"einer von {more} weiteren", f"one of {more} others"), language)]
    last = f" {_pick(('oder', 'or'), language)} ".join(named[-2:])
    return ", ".join([*named[:-2], last])


def _roll(roll: Roll, language: str) -> str:
    return str(roll) if isinstance(roll, int) else f" {_pick(('und', 'and'), language)} ".join(str(die) for die in roll)


def _because(faults: Sequence[Reason], language: str) -> str:
    """What makes a move impossible; of several reasons the first, and that an own piece stands there."""
    first = games.reason(faults[0]._replace(rules=()), language).rstrip(".")
    if any(fault.code == "own_piece" for fault in faults[1:]):
        first += _pick((", und dort steht eine eigene Figur", ", and an own piece stands there"), language)
    return first


def _left(throws: int, language: str) -> str:
    one, more = ("einen Wurf", "one throw"), (f"{throws} Würfe", f"{throws} throws")
    return _pick(one if throws == 1 else more, language)


def _pick(sentence: Sentence, language: str) -> str:
    return sentence[LANGUAGES.index(language)]


SPOKEN: Mapping[str, Callable[[Any, str], str]] = {
    "colour": colour_name,
    "mover": colour_name,
    "piece": _piece,
    "moves": _moves,
    "roll": _roll,
    "because": _because,
    "left": _left,
    "next": _text,
}
