"""Everybody who works for a club or for one of its tournaments: who may see and change what belongs to no tournament."""

from dataclasses import dataclass

from tournament.models import Club


@dataclass(frozen=True)
class Circle:
    """Here an account has every role that it holds in the club or in any of its tournaments, but none of a deleted one."""

    club: Club

    @property
    def pk(self) -> int:
        return self.club.pk

    @property
    def public_id(self) -> str:
        return self.club.public_id
