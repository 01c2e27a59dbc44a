"""What referees do, on the pages of those who sit at a table: whether one is called, and whether something was ruled."""

from typing import Any

from django import template

from referee.models import Call
from referee.queries import appeal_until

register = template.Library()


@register.inclusion_tag("referee/call_state.html")
def call_state(table_id: str) -> dict[str, Any]:
    return {"call": Call.objects.filter(table__public_id=table_id, done_at=None).first()}


@register.inclusion_tag("referee/ruled_state.html")
def ruled_state(entry_id: str) -> dict[str, Any]:
    return {"entry_id": entry_id, "until": appeal_until(entry_id)}
