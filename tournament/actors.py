"""Who acts, and by which way they came: handed as `by=` to every action and written into the log."""

from dataclasses import dataclass, field

from tournament.models import Account


@dataclass(frozen=True)
class Actor:
    account: Account | None = None
    via: str = "page"  # page, api, command, link
    is_system: bool = False
    table: str = ""  # the public id of the table that a link without an account is for
    entry: str = ""  # the public id of the entry whose private link is held
    device: str = ""  # which of the phones that hold such a link
    scope: str = ""  # what the token at hand may at most (models.tokens.Scope); empty for somebody signed in
    seen_roles: dict[object, set[str]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name_in_log(self) -> str:
        if self.is_system:
            return "system"
        if self.account:
            return self.account.public_id
        return f"device:{self.device[:32]}" if self.device else "anonymous"


ANONYMOUS = Actor()  # roles of nobody never change, so that one object serves all
SYSTEM = Actor(via="command", is_system=True)
