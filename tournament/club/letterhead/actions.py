"""The club's logo and colour on everything printed, its own background and signature on certificates."""

from tournament.core.action import Write, action
from tournament.models import Club, Letterhead


@action("letterhead.changed", needs="letterhead.change", answers=("version",))
def change_letterhead(
    write: Write,
    club: Club,
    *,
    colour: str,
    logo: str | None = None,
    background: str | None = None,
    signature: str | None = None,
    version: int | None = None,
) -> Letterhead:
    """Each picture: the name of a stored file, empty to remove it, None to keep the current one."""
    head, _is_new = Letterhead.objects.get_or_create(club=club)
    write.same_version(head, version)
    head.colour, head.version = colour, head.version + 1
    pictures = {"logo": logo, "background": background, "signature": signature}
    for name, stored in pictures.items():
        setattr(head, name, getattr(head, name) if stored is None else stored)
    head.save(update_fields=["colour", *pictures, "version"])
    write.log(colour=head.colour, **{name: getattr(head, name) for name in pictures})
    write.answer(version=head.version)
    return head
