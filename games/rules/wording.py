"""Why a move is refused, and what is wrong with a request, in German and English.

Decided here: every sentence the engine says, in our own words, and the number of the rule beside it. Left out: what
is refused (the rule sets), and what a referee does about it (`referee.wording`).
"""

from collections.abc import Mapping

from games.rules import mauer_wording
from games.rules.contract import Reason

LANGUAGES = ("de", "en")
Sentence = tuple[str, str]  # German, English

COLOUR_NAMES: Mapping[str, Sentence] = {
    "Y": ("Gelb", "Yellow"),
    "G": ("Grün", "Green"),
    "R": ("Rot", "Red"),
    "K": ("Schwarz", "Black"),
    "B": ("Blau", "Blue"),
    "W": ("Weiß", "White"),
}

# The duties of `turnier`, by rule.
DUTIES: Mapping[int, Sentence] = {
    4: ("Einsetzen", "entering"),
    5: ("Startfeld räumen", "clearing the start field"),
    8: ("Zugpflicht", "duty to move"),
    10: ("Schlagpflicht", "duty to capture"),
    14: ("Einrücken", "going home"),
}

# What came first when a possible move is refused; {moves} names the moves that fulfil it.
DEMANDS: Mapping[str, Sentence] = {
    "double_enter": (
        "Zwei Pflichten auf einmal gehen vor: eine wartende Figur einsetzen und dabei schlagen ({moves}).",
        "Two duties at once come first: a waiting piece has to enter and capture ({moves}).",
    ),
    "double_leave": (
        "Zwei Pflichten auf einmal gehen vor: das Startfeld räumen und dabei schlagen ({moves}).",
        "Two duties at once come first: the start field has to be cleared with a capture ({moves}).",
    ),
    "capture": (
        "Wer schlagen kann, muss schlagen ({moves}).",
        "Whoever can capture has to ({moves}).",
    ),
    "enter": (
        "Mit der 6 muss erst eine wartende Figur aufs Startfeld ({moves}).",
        "With the 6 a waiting piece has to enter first ({moves}).",
    ),
    "leave": (
        "Solange eigene Figuren warten, muss erst das Startfeld frei werden ({moves}).",
        "While own pieces wait, the start field has to be cleared first ({moves}).",
    ),
    "go_home": (
        "Wer ins Ziel einrücken kann, muss es tun ({moves}).",
        "A piece that can go into the goal has to ({moves}).",
    ),
    "move": (
        "Wer ziehen kann, muss ziehen ({moves}).",
        "Whoever can move has to ({moves}).",
    ),
}

# What makes a move impossible.
IMPOSSIBLE: Mapping[str, Sentence] = {
    "game_over": ("Das Spiel ist zu Ende.", "The game is over."),
    "to_waiting": (
        "Auf ein Wartefeld zieht man nicht.",
        "Nobody moves onto a waiting field.",
    ),
    "own_piece": (
        "Auf Feld {target} steht schon eine eigene Figur.",
        "An own piece already stands on field {target}.",
    ),
    "goal_inexact": (
        "Ins Ziel geht es nur mit genau passender Augenzahl; mit der {roll} kommt man von {origin} nicht nach {target}.",
        "The goal has to be reached by exact count; a {roll} does not lead from {origin} to {target}.",
    ),
    "goal_jump": (
        "Im Ziel darf keine eigene Figur übersprungen werden.",
        "No own piece may be jumped in the goal.",
    ),
    "second_lap": (
        "Eine Figur läuft nur eine Runde: vor dem eigenen Startfeld geht es ins Ziel.",
        "A piece makes one lap only: before its own start field the way leads into the goal.",
    ),
    "leaves_goal": (
        "Aus dem Ziel führt kein Weg zurück.",
        "There is no way back out of the goal.",
    ),
    "needs_six": (
        "Eine wartende Figur kommt nur mit einer 6 ins Spiel.",
        "A waiting piece enters with a 6 only.",
    ),
    "enter_elsewhere": (
        "Eingesetzt wird nur auf das eigene Startfeld.",
        "A piece enters on its own start field only.",
    ),
    "wrong_count": (
        "Die {roll} führt von {origin} nicht nach {target}.",
        "A {roll} does not lead from {origin} to {target}.",
    ),
    "barrier": (
        "Eine Barriere steht im Weg.",
        "A barrier is in the way.",
    ),
    "back_without_capture": (
        "Rückwärts darf nur ziehen, wer dabei schlägt.",
        "A piece goes back only to capture.",
    ),
    "back_past_start": (
        "Rückwärts darf niemand auf oder über das eigene Startfeld.",
        "A piece does not go back onto or past its own start field.",
    ),
}

# What is wrong with a request, a position or a board file.
ERRORS: Mapping[str, Sentence] = {
    "position_not_text": ("Eine Stellung ist eine Zeile Text.", "a position is a line of text"),
    "position_spaces": (
        "In der Stellung ist ein Leerzeichen zu viel.",
        "the position has a space too many",
    ),
    "position_short": (
        "Eine Stellung nennt Brett, Farben, wer am Zug ist und die Zahl der Würfe.",
        "a position names board, colours, the colour to move and the throws",
    ),
    "group": ("„{found}“ ist keine Farbe mit Figuren.", "'{found}' is not a colour with its pieces"),
    "pieces": (
        "{colour} hat {count} statt vier Figuren.",
        "{colour} has {count} pieces instead of four",
    ),
    "colour_twice": ("{colour} kommt zweimal vor.", "{colour} is there twice"),
    "few_colours": ("Es müssen mindestens zwei Farben im Spiel sein.", "fewer than two colours are in play"),
    "to_move": (
        "Am Zug ist „{found}“, das ist keine Farbe im Spiel.",
        "the colour to move, '{found}', is not in play",
    ),
    "throws": ("Die Zahl der Würfe ist 0, 1 oder 2.", "the throws are 0, 1 or 2"),
    "board": ("{rules} wird nicht auf Brett „{board}“ gespielt.", "{rules} has no board '{board}'"),
    "colour": ("Brett {board} hat keine Farbe „{colour}“.", "board {board} has no colour '{colour}'"),
    "field": ("Brett {board} hat kein Feld „{field}“.", "board {board} has no field '{field}'"),
    "two_on_field": (
        "Auf Feld {field} stehen zu viele Figuren.",
        "too many pieces stand on field {field}",
    ),
    "neutral_board": (
        "Eine neutrale Farbe gibt es nur zu dritt auf Brett 4, mit allen vier Farben.",
        "a neutral colour needs board 4 with all four colours, for three players",
    ),
    "neutral_to_move": (
        "{colour} ist neutral und nie am Zug.",
        "{colour} is neutral and never has the move",
    ),
    "played_unreadable": ("„{move}“ ist kein Zug.", "'{move}' is not a move"),
    "no_such_field": ("Ein Feld „{field}“ gibt es hier nicht.", "there is no field '{field}' here"),
    "no_piece": ("Auf {field} steht keine Figur von {colour}.", "no piece of {colour} stands on {field}"),
    "same_field": ("Von {field} nach {field} ist kein Zug.", "from {field} to {field} is no move"),
    "not_your_piece": ("„{move}“ bewegt eine fremde Figur.", "'{move}' moves another player's piece"),
    "not_permitted": ("„{move}“ ist hier nicht erlaubt.", "'{move}' is not permitted here"),
    "roll": ("Ein Wurf ist eine ganze Zahl von 1 bis 6.", "a roll is a whole number from 1 to 6"),
    "roll_pair": (
        "Ein Wurf sind hier zwei ganze Zahlen von 1 bis 6.",
        "a roll is two whole numbers from 1 to 6 here",
    ),
    "unknown_rules": ("Ein Regelwerk „{found}“ gibt es nicht.", "there is no rule set '{found}'"),
    "unknown_option": (
        "{rules} hat keine Option „{option}“.",
        "{rules} has no option '{option}'",
    ),
    "option_value": ("Diesen Wert kennt die Option {option} nicht.", "option {option} does not have this value"),
    "option_not_bool": ("Die Option {option} ist wahr oder falsch.", "option {option} is true or false"),
    "start_nobody": (
        "Zu einem Anfang gehört die Zahl der Spieler oder ihre Farben.",
        "a start needs the number of players or their colours",
    ),
    "start_disagree": (
        "{players} Spieler und {colours} Farben passen nicht zusammen.",
        "{players} players and {colours} colours disagree",
    ),
    "start_players": (
        "{rules} spielt man zu {least} bis {most}.",
        "{rules} is played by {least} to {most} players",
    ),
    "start_board": (
        "Zu {players} spielt man hier nicht auf Brett {board}.",
        "{players} players do not play on board {board} here",
    ),
    "start_twice": ("Eine Farbe ist doppelt vergeben.", "a colour is given twice"),
    "board_unreadable": ("Die Datei {file} lässt sich nicht lesen.", "the file {file} cannot be read"),
    "board_id": ("Ein Brett braucht einen Namen aus einem Wort.", "a board needs a name of one word"),
    "board_track": (
        "Die Laufbahn hat {least} bis {most} Felder.",
        "the track has {least} to {most} fields",
    ),
    "board_note": ("Der Hinweis zum Brett ist nach Sprachen geordnet.", "the note of a board is given by language"),
    "board_starts": ("Startfelder sind Paare aus Farbe und Feld.", "the starts are pairs of colour and field"),
    "board_colour": ("„{colour}“ ist keine Farbe.", "'{colour}' is not a colour"),
    "board_start": (
        "Das Startfeld von {colour} liegt nicht zwischen 1 und {track}.",
        "the start field of {colour} is not from 1 to {track}",
    ),
    "board_colours": (
        "Ein Brett hat mindestens zwei Farben, jede einmal.",
        "a board has two colours at least, each once",
    ),
    "board_order": (
        "Die Farben stehen in der Reihenfolge {order}, ihre Startfelder im Uhrzeigersinn.",
        "the colours come in the order {order}, their start fields clockwise",
    ),
    "board_seats": (
        "Zu jeder Spielerzahl gehören so viele Farben des Bretts.",
        "each number of players names as many colours of the board",
    ),
}


def reason(found: Reason, language: str = "en") -> str:
    """One sentence, with the rules it rests on."""
    texts = DEMANDS.get(found.code) or {**IMPOSSIBLE, **mauer_wording.IMPOSSIBLE}[found.code]
    moves = found.data.get("moves")
    listed = ", ".join(moves) if isinstance(moves, tuple) else ""
    sentence = _pick(texts, language).format_map({**found.data, "moves": listed})
    return f"{sentence} {cited(found.rules, language)}".strip()


def cited(rules: tuple[int, ...], language: str = "en") -> str:
    """ "(Regel 8, 14)"; nothing where a book has no numbers."""
    if not rules:
        return ""
    word = _pick(("Regel", "rule" if len(rules) == 1 else "rules"), language)
    return f"({word} {', '.join(str(number) for number in rules)})"


def error(code: str, data: Mapping[str, object], language: str = "en") -> str:
    return _pick({**ERRORS, **mauer_wording.ERRORS}[code], language).format_map(data)


def colour_name(colour: str, language: str = "en") -> str:
    return _pick(COLOUR_NAMES[colour], language)


def duty_name(rule: int, language: str = "en") -> str:
    return _pick(DUTIES[rule], language)


def _pick(sentence: Sentence, language: str) -> str:
    return sentence[LANGUAGES.index(language)]
