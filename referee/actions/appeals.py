"""A player does not accept a ruling; somebody who did not make it decides, alone or as a panel of which two must agree."""

from django.utils.translation import gettext as _

from referee.actions.rulings import LONGEST, revoked
from referee.models import Appeal, Ruling, Vote
from tournament import steady
from tournament.actions.core import Write, action
from tournament.errors import NotAllowed, Refused, Stale
from tournament.models import Tournament

PANEL = 2


@action("appeal.made", needs="rulings.appeal")
def appeal(write: Write, tournament: Tournament, *, number: int, words: str) -> Appeal:
    """By the player whom it is against or who made the claim, by the own link, until the time that stands in the ruling."""
    rulings = Ruling.objects.select_related("claim__against", "claim__by").filter(claim__tournament=tournament)
    ruling = rulings.filter(claim__number=number, superseded_at=None).first()
    concerned = [entry for entry in (ruling.claim.against, ruling.claim.by) if entry] if ruling else []
    entry = next((entry for entry in concerned if entry.public_id == write.by.entry), None)
    if ruling is None or entry is None:
        raise NotAllowed("not_your_ruling", _("This ruling does not concern you."))
    if not ruling.is_in_force or hasattr(ruling, "appeal"):
        raise Stale("no_appeal", _("There can be no appeal against this ruling (any more)."))
    if steady.now() > ruling.appeal_until:
        raise Refused("too_late", _("The time for an appeal is over."))
    if not words.strip():
        raise Refused("reason_missing", _("Please say why."))
    made = Appeal.objects.create(ruling=ruling, entry=entry, words=words.strip()[:LONGEST])
    write.log(claim=number, ruling=ruling.number, number=entry.number, texts={"words": made.words})
    return made


@action("appeal.voted", needs="appeals.decide")
def vote(
    write: Write, tournament: Tournament, *, appeal_id: int, upholds: bool, is_panel: bool = False, words: str = ""
) -> Appeal:
    """`is_panel`: one more than this referee shall agree. Once a panel, it stays one."""
    found = _open(tournament, appeal_id)
    ruling, account = found.ruling, write.by.account
    if account is None or account.pk in (ruling.signed_by_id, ruling.second_id):
        raise NotAllowed("own_ruling", _("Somebody decides who did not take part in the ruling."))
    if found.votes.filter(account=account).exists():
        raise Stale("voted", _("You have voted already."))
    if not words.strip():
        raise Refused("reason_missing", _("Please say why."))
    Vote.objects.create(appeal=found, account=account, upholds=upholds, words=words.strip()[:LONGEST])
    found.needed = PANEL if is_panel else found.needed
    write.log(claim=ruling.claim.number, upholds=upholds, needed=found.needed, texts={"words": words.strip()})
    if found.votes.filter(upholds=upholds).count() >= found.needed:
        _decide(write, found, upholds=upholds)
    found.save(update_fields=["needed", "is_upheld", "decided_at"])
    return found


def _decide(write: Write, found: Appeal, *, upholds: bool) -> None:
    found.is_upheld, found.decided_at = upholds, steady.now()
    write.log(decided=True)
    if upholds and found.ruling.is_in_force:
        revoked(write, found.ruling, _("An appeal was upheld."))


def _open(tournament: Tournament, appeal_id: int) -> Appeal:
    appeals = Appeal.objects.select_related("ruling__claim__table__round__stage", "ruling__claim__against")
    found = appeals.filter(ruling__claim__tournament=tournament, pk=appeal_id, is_upheld=None).first()
    if found is None:
        raise Stale("no_such_appeal", _("This appeal is decided already."))
    return found
