from tournament.actions.core import Write, action
from tournament.models import Account, Club, Grant, Role, Stream


@action("club.created", needs="club.create")
def create_club(write: Write, _installation: None, *, name: str, admin: Account | None) -> Club:
    """A club and its first admin; the sample club has none until somebody is there to be it."""
    club = Club.objects.create(name=name)
    Stream.objects.create(club=club)
    if admin is not None:
        Grant.objects.create(account=admin, club=club, role=Role.ADMIN)
    write.log(club=club.public_id, admin=admin.public_id if admin else None, texts={"name": name})
    write.answer(id=club.public_id)
    return club


@action("club.adopted", needs="club.create")
def adopt_clubs(write: Write, _installation: None, *, admin: Account) -> list[Club]:
    """Clubs that nobody is admin of get one: the sample that was there before the first account."""
    orphans = list(Club.objects.exclude(grants__role=Role.ADMIN))
    Grant.objects.bulk_create(Grant(account=admin, club=club, role=Role.ADMIN) for club in orphans)
    write.log(clubs=[club.public_id for club in orphans], admin=admin.public_id)
    return orphans
