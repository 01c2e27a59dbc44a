from tournament.actions.core import Write, action
from tournament.models import Account, Club, Grant, Role, Stream


@action("club.created", needs="club.create")
def create_club(write: Write, _installation: None, *, name: str, admin: Account) -> Club:
    """A club and its first admin."""
    club = Club.objects.create(name=name)
    Stream.objects.create(club=club)
    Grant.objects.create(account=admin, club=club, role=Role.ADMIN)
    write.log(club=club.public_id, admin=admin.public_id, texts={"name": name})
    write.answer(id=club.public_id)
    return club
