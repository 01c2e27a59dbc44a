"""Who acts, and by which way they came: handed as `by=` to every action and written into the log."""

from dataclasses import dataclass, field

from tournament.models import Account


@dataclass(frozen=True)
class Actor:
    account: Account | None = None
    via: str = "page"  # page, api, command, link
    is_system: bool = False
    seen_roles: dict[object, set[str]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name_in_log(self) -> str:
        if self.is_system:
            return "system"
        return self.account.public_id if self.account else "anonymous"


ANONYMOUS = Actor()  # roles of nobody never change, so that one object serves all
SYSTEM = Actor(via="command", is_system=True)
