"""What an action says when it will not: something that the user can do something about. Anything else is a bug."""


class Refused(Exception):
    """An action was not done, and nothing was changed. `code` is for programs, `sentence` for people."""

    status = 422

    def __init__(self, code: str, sentence: str, **data: object) -> None:
        super().__init__(code)
        self.code, self.sentence, self.data = code, sentence, data

    def __str__(self) -> str:
        return str(self.sentence)


class Stale(Refused):
    """It was decided on old facts. `data` says what they are now."""

    status = 409


class NotAllowed(Refused):
    """Known, signed in, but not permitted this."""

    status = 403


class Locked(Refused):
    """Too many tries: later again."""

    status = 429
