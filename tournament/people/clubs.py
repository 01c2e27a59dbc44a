"""Create clubs, give those without an admin to the first organiser, demand a second factor of those who run one."""

from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.models import Account, Club, Grant, Role, Stream


@action("club.created", needs="club.create", answers=("id",))
def create_club(write: Write, _installation: None, *, name: str, admin: Account | None) -> Club:
    """Create a club with its first admin; the sample club has none before the first account exists."""
    club = Club.objects.create(name=name)
    Stream.objects.create(club=club)
    if admin is not None:
        Grant.objects.create(account=admin, club=club, role=Role.ADMIN)
    write.log(club=club.public_id, admin=admin.public_id if admin else None, texts={"name": name})
    write.answer(id=club.public_id)
    return club


@action("club.adopted", needs="club.create")
def adopt_clubs(write: Write, _installation: None, *, admin: Account) -> list[Club]:
    """Make this account admin of every club without one, such as the sample made before the first account."""
    orphans = list(Club.objects.exclude(grants__role=Role.ADMIN))
    Grant.objects.bulk_create(Grant(account=admin, club=club, role=Role.ADMIN) for club in orphans)
    write.log(clubs=[club.public_id for club in orphans], admin=admin.public_id)
    return orphans


@action("club.second_factor", needs="role.grant")
def demand_second_factor(write: Write, club: Club, *, is_wanted: bool) -> Club:
    """Demand it of the club's admins and the organisers of its tournaments. Those who demand it need one themselves."""
    account = write.by.account
    if is_wanted and account is not None and not account.has_second_factor:
        raise Refused("own_factor_first", _("Turn on your own second factor first: you would shut yourself out."))
    club.wants_second_factor = is_wanted
    club.save(update_fields=["wants_second_factor"])
    write.log(is_wanted=is_wanted)
    return club
