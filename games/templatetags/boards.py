"""Small words of games in templates."""

from collections.abc import Mapping
from typing import Any

from django import template

from games.queries import language
from games.rules.wording import colour_name

register = template.Library()


@register.filter
def at(found: Mapping[str, Any], key: str) -> Any:
    return found.get(key, "")


@register.simple_tag
def colour_word(letter: str) -> str:
    """The name alone, where no shape can stand: in options and in pictures."""
    return colour_name(letter, language())
