"""How long a stage takes, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _


def length_in_words(rounds: int, minutes: Sequence[int], kind: str) -> str:
    is_one = rounds == 1 or kind == "knockout"
    each = [*minutes[:rounds], *list(minutes[-1:]) * (rounds - len(minutes))]
    if not any(each):
        return _("without a clock") if is_one else _("%(n)d rounds without a clock") % {"n": rounds}
    if len(set(each)) > 1:
        return minutes_in_words(" + ".join(map(str, each)))
    return minutes_in_words(each[0] if is_one else f"{rounds} × {each[0]}")


def minutes_in_words(n: int | str) -> str:
    return _("%(n)s min") % {"n": n}
