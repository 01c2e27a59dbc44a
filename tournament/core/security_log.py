"""Security events for investigating an attack, one line each in the program's own log: signing in, limits reached, what was
refused to whom. Codes, ids and network addresses; never a name, a password, a token or typed text.
"""

import logging

_log = logging.getLogger("augengenau.security")


def note(event: str, **facts: object) -> None:
    """Log `event key=value …`, which people can read and programs can parse."""
    _log.info("%s %s", event, " ".join(f"{name}={_inert(value)}" for name, value in facts.items()))


def _inert(value: object) -> str:
    """A value as one word, so that it cannot begin another line or another fact."""
    return "".join(
        char if char.isascii() and char.isprintable() and char not in " =" else "?" for char in str(value)[:80]
    )
