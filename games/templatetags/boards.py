"""Template filters and tags of games."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournament.core.languages import colour

register = template.Library()


@register.filter
def at(mapping: Mapping[str, Any], key: str) -> Any:
    return mapping.get(key, "")


@register.simple_tag
def colour_word(letter: str) -> str:
    """The colour's name alone, where no shape can be shown: in options and images."""
    return colour(letter)
