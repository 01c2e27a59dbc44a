"""Appeals against rulings: decided by a referee who did not take part in the ruling, or by a panel of which two must agree."""

from django.utils.translation import gettext as _

from referee.models import Appeal, Ruling, Terms, Vote
from referee.rulings.actions import LONGEST, revoked
from referee.rulings.queries import concerned
from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.core.refusals import LENGTH_OF_APPEAL, REASON_MISSING
from tournament.models import Tournament

PANEL = 2


@action("appeal.made", needs="rulings.appeal")
def appeal(write: Write, tournament: Tournament, *, number: int, words: str) -> Appeal:
    """Made through the private link of somebody who sits at the table or made the claim, until the time named in the ruling."""
    rulings = Ruling.objects.select_related("claim__against", "claim__by").filter(claim__tournament=tournament)
    ruling = rulings.newest().filter(claim__number=number).first()
    entry = concerned(ruling.claim).filter(public_id=write.by.entry).first() if ruling and write.by.entry else None
    if ruling is None or entry is None:
        raise NotAllowed("not_your_ruling", _("This ruling does not concern you."))
    if not ruling.is_in_force or hasattr(ruling, "appeal"):
        raise Stale("no_appeal", _("There can be no appeal against this ruling (any more)."))
    if clock.now() > ruling.appeal_until:
        raise Refused("too_late", _("The time for an appeal is over."))
    if not words.strip():
        raise REASON_MISSING()
    made = Appeal.objects.create(ruling=ruling, entry=entry, words=words.strip()[:LONGEST])
    write.log(claim=number, ruling=ruling.number, number=entry.number, texts={"words": made.words})
    return made


@action("appeal.voted", needs="appeals.decide")
def vote(
    write: Write, tournament: Tournament, *, appeal_id: int, upholds: bool, is_panel: bool = False, words: str = ""
) -> Appeal:
    """`is_panel`: another referee has to agree as well. An appeal that has become a matter of a panel stays one."""
    pending = _open_appeal(tournament, appeal_id)
    ruling, account = pending.ruling, write.by.account
    if account is None or account.pk in (ruling.signed_by_id, ruling.second_id):
        raise NotAllowed("own_ruling", _("Somebody decides who did not take part in the ruling."))
    if pending.votes.filter(account=account).exists():
        raise Stale("voted", _("You have voted already."))
    if not words.strip():
        raise REASON_MISSING()
    Vote.objects.create(appeal=pending, account=account, upholds=upholds, words=words.strip()[:LONGEST])
    pending.needed = PANEL if is_panel else pending.needed
    write.log(claim=ruling.claim.number, upholds=upholds, needed=pending.needed, texts={"words": words.strip()})
    if pending.votes.filter(upholds=upholds).count() >= pending.needed:
        _decide(write, pending, upholds=upholds)
    pending.save(update_fields=["needed", "is_upheld", "decided_at"])
    return pending


def _decide(write: Write, pending: Appeal, *, upholds: bool) -> None:
    pending.is_upheld, pending.decided_at = upholds, clock.now()
    write.log(decided=True)
    if upholds:
        revoked(write, pending.ruling, _("An appeal was upheld."))


def _open_appeal(tournament: Tournament, appeal_id: int) -> Appeal:
    appeals = Appeal.objects.select_related("ruling__claim__table__round__stage", "ruling__claim__against")
    pending = appeals.filter(ruling__claim__tournament=tournament, pk=appeal_id, is_upheld=None).first()
    if pending is None:
        raise Stale("no_such_appeal", _("This appeal is decided already."))
    if not pending.ruling.is_in_force:
        raise Stale("appeal_settled", _("This ruling was revoked or replaced meanwhile: the appeal is settled."))
    return pending


MOST_MINUTES = 24 * 60


@action("terms.set", needs="tournament.change")
def set_terms(write: Write, tournament: Tournament, *, minutes: int) -> None:
    """For rulings signed from now on; those signed before keep their own time limit."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise LENGTH_OF_APPEAL()
    Terms.objects.update_or_create(tournament=tournament, defaults={"appeal_minutes": minutes})
    write.log(minutes=minutes)
