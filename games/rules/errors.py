"""What the engine refuses: a code, the data, and one sentence.

Every error here is one that the caller can put right (a position, a move, an option, a board file). Its sentence is
made from the code and the data by `wording`, in English or German; nothing is worded here. Anything else that is
raised out of the rules is a bug.
"""

LONGEST_QUOTE = 60


class GameError(ValueError):
    """An error the caller can do something about."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = {name: quoted(value) for name, value in data.items()}

    def sentence(self, language: str = "en") -> str:
        from games.rules.wording import error

        return error(self.code, self.data, language)

    def __str__(self) -> str:
        return self.sentence()


class BadPosition(GameError):
    """A position that cannot stand on a real board (or is not written as one)."""


class BadMove(GameError):
    """A move, or a throw, that is not to be had here."""


class BadOption(GameError):
    """A rule set, an option, a board or a choice of players that does not exist."""


class BadBoard(GameError):
    """A board file that does not describe a board."""


def quoted(value: object) -> object:
    """Long things are cut: an error is one sentence whatever came in."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return value[:LONGEST_QUOTE] + "…"
    return value
