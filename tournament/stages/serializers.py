"""Options as the API takes them."""

from rest_framework import serializers

from tournament.core.api_common.strict import OptionValue


class Options(serializers.DictField):
    """By name; which values there are the rule sets say."""

    child = OptionValue(allow_null=True)
