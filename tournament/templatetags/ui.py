"""Small parts that templates share."""

import secrets
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.forms import BaseForm, BoundField, CheckboxInput
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.drawing import mark
from games.rules.wording import colour_name
from tournament import names, steady, when
from tournament.access import may

register = template.Library()
ICONS: Path = settings.BASE_DIR / "templates" / "icons"


@register.simple_tag
def action_id() -> SafeString:
    """Every form that changes something carries an id, so that it happens once however often it is sent."""
    return format_html('<input type="hidden" name="action_id" value="{}">', secrets.token_urlsafe(12))


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """An ornament beside words, never in their place."""
    return mark_safe((ICONS / f"{name}.svg").read_text().strip())  # noqa: S308  (a file of ours)


@register.inclusion_tag("parts/field.html")
def field(bound: BoundField, **attributes: str) -> dict[str, Any]:
    """Label, input, help and errors of a field. Further words are attributes: `autocomplete="username"`."""
    hyphened: dict[str, str | bool] = {name.replace("_", "-"): value for name, value in attributes.items()}
    if "aria_describedby" in attributes:  # what stands beside the field on the page, besides its own errors
        words = [attributes["aria_describedby"], bound.aria_describedby or ""]
        hyphened["aria-describedby"] = " ".join(filter(None, words))
    is_tick = isinstance(bound.field.widget, CheckboxInput)
    return {"field": bound, "input": bound.as_widget(attrs=hyphened), "is_tick": is_tick}


@register.inclusion_tag("parts/errors.html")
def errors(form: BaseForm) -> dict[str, Any]:
    """What is wrong with a form, before it, with the way to each field; takes the focus."""
    return {"form": form, "fields": [bound for bound in form if bound.errors]}


@register.simple_tag
def colour(letter: str) -> SafeString:
    """A colour of the game: its shape and its name together."""
    name = colour_name(letter, "en" if get_language() == "en" else "de")
    return format_html('<span class="colour">{}{}</span>', mark_safe(mark(letter)), name)  # noqa: S308  (our drawing)


register.filter(steady.on_the_wall)
register.filter("when", when.told)
register.filter(when.when_and_where)


@register.filter
def numbered(one: Any) -> str:
    """Whoever stands in a list, with the number before the name."""
    return names.numbered(one.number, one.name)


@register.filter
def is_called(one: Any) -> bool:
    """Whether a number beside the name says anything that the name does not."""
    return names.is_called(one.number, one.name)


@register.filter
def minutes(seconds: int) -> str:
    """49:05; what is over time has a plus before it. clock.js says the same."""
    whole, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{whole}:{rest:02d}"


@register.simple_tag
def place_in(report: Any, letter: str) -> str:
    """The place that a report gives a colour; a line for somebody who did not come."""
    return str(report.places.get(letter, {}).get("place") or "–")


@register.simple_tag
def was_entered(entered: Any, letter: str, place: int) -> str:
    """Ticks what somebody had ticked before the form came back."""
    return " checked" if entered and entered.get(letter) == str(place) else ""


@register.simple_tag(takes_context=True)
def permitted(context: Any, what: str, thing: Any) -> bool:
    """Whether who looks may do it: for showing and hiding. The gate and the action decide."""
    return may(context["request"].actor, what, thing)
