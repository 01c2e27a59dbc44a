"""Which result of a table counts: the newest, which nothing has superseded."""

from django.db.models import Q


def counts(way: str = "") -> Q:
    """`way`: the lookup from the queried model to its results, such as "result__"."""
    return Q(**{f"{way}superseded_at": None})
