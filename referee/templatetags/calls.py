"""Template tags for the pages of players and tables: whether a referee is called, whether a ruling can be appealed."""

from typing import Any

from django import template

from referee.models import Call
from referee.rulings.queries import appealable

register = template.Library()


@register.inclusion_tag("referee/calls/state.html")
def call_state(table_id: str) -> dict[str, Any]:
    return {"call": Call.objects.filter(table__public_id=table_id, done_at=None).first()}


@register.inclusion_tag("referee/rulings/state.html")
def ruled_state(entry_id: str) -> dict[str, Any]:
    return {"entry_id": entry_id, "appeal": appealable(entry_id)}
