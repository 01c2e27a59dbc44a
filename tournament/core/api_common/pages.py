"""Pagination of long lists: each page says where the next one begins, and rows added in between shift nothing.

A cursor is the mark of the last row that was sent: it is no secret, and any client can make one.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers

M = TypeVar("M", bound=Model)
USUAL, MOST = 100, 500


class PageQuery(serializers.Serializer[object]):
    after = serializers.CharField(required=False, max_length=20, help_text="`next` of the page before.")
    limit = serializers.IntegerField(required=False, default=USUAL, min_value=1, max_value=MOST)


def page(
    rows: QuerySet[M], query: dict[str, Any], *, mark: str, order: Sequence[str], row: Callable[[M], Any]
) -> dict[str, Any]:
    """`mark`: the unique field that the cursor shows; `order`: the fields to sort by, the last one unique."""
    rows = rows.order_by(*order)
    if "after" in query:
        rows = rows.filter(_behind(rows, order, {mark: query["after"]}))
    fetched = list(rows[: query["limit"] + 1])
    here = fetched[: query["limit"]]
    more = len(fetched) > len(here)
    return {"items": [row(one) for one in here], "next": str(getattr(here[-1], mark)) if more else None}


def _behind(rows: QuerySet[M], order: Sequence[str], last: dict[str, str]) -> Q:
    fields = [name.removeprefix("-") for name in order]
    try:
        at = rows.filter(**last).values_list(*fields).first()
    except ValueError:  # the mark is not a number
        at = None
    if at is None:
        raise serializers.ValidationError({"after": [_("This cursor names nothing here.")]})
    behind = Q()
    for n, name in enumerate(order):
        step = "lt" if name.startswith("-") else "gt"
        same = dict(zip(fields[:n], at[:n], strict=True))
        behind |= Q(**same, **{f"{fields[n]}__{step}": at[n]})
    return behind
