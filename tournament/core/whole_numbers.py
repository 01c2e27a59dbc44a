"""Parses whole numbers that somebody typed into a form, a list or an address.

Only the digits 0 to 9 count, no plus or minus and no digits of other scripts. Left out: error messages.
"""

LONGEST = 18  # digits: what any database column holds
MOST_ID = 10**9 - 1


def whole_number(text: str, most: int) -> int | None:
    """Parse a number from 0 to `most`; None for anything else."""
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST:
        return None
    number = int(text)
    return number if number <= most else None


def typed_id(text: str) -> int:
    """Parse the id of a row; 0, which no row has, for anything else."""
    return whole_number(text, MOST_ID) or 0
