"""What matters to whoever looks into an attack, a line each in the program's own log: signing in, doors that were shut, what
was refused to whom. Codes, ids and addresses of networks; never a name, a password, a token or a word that was typed.
"""

import logging

_log = logging.getLogger("augengenau.security")


def note(event: str, **facts: object) -> None:
    """As `event key=value …`, which people read and programs part."""
    _log.info("%s %s", event, " ".join(f"{name}={_inert(value)}" for name, value in facts.items()))


def _inert(value: object) -> str:
    """One word of a line, whatever it is: nothing of it begins another line or another fact."""
    return "".join(
        sign if sign.isascii() and sign.isprintable() and sign not in " =" else "?" for sign in str(value)[:80]
    )
