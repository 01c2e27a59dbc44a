"""Template tags and filters for documents on paper."""

from collections.abc import Sequence
from typing import Any

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.drawing import mark
from games.engine.rules.notation import as_people_write
from tournament.core import languages
from tournament.paper import ink as clean

register = template.Library()


@register.filter
def ink(text: object, most: int = 60) -> str:
    return clean.ink(str(text or ""), most)


@register.filter
def ink_lines(text: object, most: int = 600) -> str:
    return clean.lines(str(text or ""), most)


@register.filter
def length_class(text: object, most: int) -> str:
    """A CSS class that sets a long text smaller, for boxes of one size."""
    size = len(str(text))
    return "" if size <= most else "long" if size <= 3 * most else "long longer"


@register.simple_tag
def colour(letter: str) -> SafeString:
    """As on pages, shape and name together; the shape is in the style sheet, since it is repeated a thousand times."""
    name = languages.colour(letter)
    return format_html('<span class="colour mark-{}">{}</span>', letter, name)


@register.simple_tag
def colour_name(letter: str) -> str:
    return languages.colour(letter)


@register.simple_tag
def colour_mark(letter: str) -> SafeString:
    """Its shape as a picture, parsed once however often it is shown, with the name for who cannot see it."""
    return format_html('<img class="mark" src="augengenau:mark-{}.svg" alt="{}">', letter, languages.colour(letter))


@register.simple_tag
def shape(letter: str) -> SafeString:
    """A colour's shape alone, where its name stands beside it already."""
    return mark_safe(mark(letter))  # noqa: S308  (our drawing)


@register.simple_tag
def qr(content: str, says: str) -> SafeString:
    """Error correction M, since a slip gets beer on it. The mask is fixed: of 150 tilted, blurred and noisy pictures two readers
    decoded as many as with the best of eight masks, and finding the best takes 5 ms a code, half the time of a page of slips."""
    svg = segno.make(content, error="m", micro=False, mask=5).svg_inline(scale=1, border=2, omitsize=True)
    tag, bracket, rest = svg.partition(">")
    return format_html("{}<title>{}</title>{}", mark_safe(tag + bracket), says, mark_safe(rest))  # noqa: S308


@register.simple_tag
def colour_of(letterhead: object) -> str:
    return getattr(letterhead, "colour", "") or "#4d2a86"


@register.filter
def mm(length: float) -> str:
    return f"{length:.2f}mm"


@register.filter
def rem(length: float) -> str:
    return f"{length:.3f}rem"


@register.filter
def em(share: float) -> str:
    return f"{share:.3f}em"


@register.filter
def at(things: Sequence[Any], index: int) -> Any:
    return things[index]


@register.filter
def move_said(played: str) -> str:
    """What was played, as people write it; also inside a sentence."""
    return _("nothing") if played == "--" else as_people_write(str(played))
