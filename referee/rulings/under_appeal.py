"""What an appeal has become, and that a ruling under appeal is not ruled otherwise before somebody else has decided."""

from django.utils.translation import gettext_lazy

from referee.models import Appeal, Ruling
from tournament.core.errors import Declared

UNDER_APPEAL = Declared(
    "under_appeal",
    gettext_lazy(
        "An appeal against this ruling is open. Somebody who did not take part in it decides that first; "
        "until then it can only be revoked."
    ),
)


def appeal_state(ruling: Ruling) -> str:
    """Empty, open, upheld, rejected, or settled: the ruling was revoked or replaced before anybody had decided."""
    appeal: Appeal | None = getattr(ruling, "appeal", None)
    if appeal is None:
        return ""
    if appeal.is_upheld is None and not ruling.is_in_force:
        return "settled"
    return {None: "open", True: "upheld", False: "rejected"}[appeal.is_upheld]


def refuse_under_appeal(ruling: Ruling) -> None:
    if appeal_state(ruling) == "open":
        raise UNDER_APPEAL()
