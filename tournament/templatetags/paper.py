"""What documents on paper need in their templates."""

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.drawing import mark
from games.rules.wording import colour_name
from tournament.documents import ink as clean

register = template.Library()


@register.filter
def ink(text: object, most: int = 60) -> str:
    return clean.ink(str(text or ""), most)


@register.filter
def ink_lines(text: object, most: int = 600) -> str:
    return clean.lines(str(text or ""), most)


@register.filter
def length_class(text: object, most: int) -> str:
    """For boxes of one size: a class that sets a long text smaller."""
    size = len(str(text))
    return "" if size <= most else "long" if size <= 3 * most else "long longer"


@register.simple_tag
def colour(letter: str) -> SafeString:
    """As on pages, its shape and its name together; the shape is in the style sheet, as it stands a thousand times."""
    name = colour_name(letter, "en" if get_language() == "en" else "de")
    return format_html('<span class="colour mark-{}">{}</span>', letter, name)


@register.simple_tag
def shape(letter: str) -> SafeString:
    """A colour's sign alone, where its name stands beside it already."""
    return mark_safe(mark(letter))  # noqa: S308  (our drawing)


@register.simple_tag
def qr(content: str, says: str) -> SafeString:
    """Error correction M: a slip gets beer on it. One mask for all: of 150 tilted, blurred and noisy pictures two readers read as
    many as with the best of eight, and looking for that one takes 5 ms a code: half of what a page of slips took us."""
    drawn = segno.make(content, error="m", micro=False, mask=5).svg_inline(scale=1, border=2, omitsize=True)
    inside = drawn.partition(">")
    return format_html("{}<title>{}</title>{}", mark_safe(inside[0] + ">"), says, mark_safe(inside[2]))  # noqa: S308


@register.simple_tag
def colour_of(letterhead: object) -> str:
    return getattr(letterhead, "colour", "") or "#4d2a86"
