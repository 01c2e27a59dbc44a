"""Whether a table has called a referee, on the pages of those who sit there."""

from typing import Any

from django import template

from referee.models import Call

register = template.Library()


@register.inclusion_tag("referee/call_state.html")
def call_state(table_id: str) -> dict[str, Any]:
    return {"call": Call.objects.filter(table__public_id=table_id, done_at=None).first()}
