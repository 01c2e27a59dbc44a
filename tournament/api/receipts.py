"""Answers that many endpoints share."""

from functools import cache

from rest_framework import serializers


class Receipt(serializers.Serializer):
    """That an action was done, and as which entry of the log. More is in it where the action makes something."""

    seq = serializers.IntegerField(help_text="The running number in the log: the version that open pages hear of.")
    hash = serializers.CharField(
        help_text="Of the log entry: whoever keeps it can prove that nothing before it was changed."
    )
    id = serializers.CharField(required=False, help_text="Of what was made or changed.")
    version = serializers.IntegerField(required=False, help_text="Its version now.")


class Problem(serializers.Serializer):
    """A refusal (RFC 9457): `code` is for programs, `title` for people, in the language asked for (Accept-Language)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    data = serializers.JSONField(required=False, help_text="What the refusal is about, by its code.")
    errors = serializers.JSONField(required=False, help_text="By field, where the request itself is not right.")


class Live(serializers.Serializer):
    """Where to hear of changes: server-sent events that say "version n", never what changed."""

    path = serializers.CharField()
    seq = serializers.IntegerField()


@cache
def page_of(row: type[serializers.Serializer]) -> type[serializers.Serializer]:
    """`items` and the cursor of the next page."""
    fields = {
        "items": row(many=True),
        "next": serializers.CharField(allow_null=True, help_text="To be sent as `after`; null on the last page."),
    }
    return type(f"{row.__name__.removesuffix('Out')}Page", (serializers.Serializer,), fields)


@cache
def list_of(row: type[serializers.Serializer]) -> type[serializers.Serializer]:
    """`items`: all of them."""
    name = f"{row.__name__.removesuffix('Out')}List"
    return type(name, (serializers.Serializer,), {"items": row(many=True)})
