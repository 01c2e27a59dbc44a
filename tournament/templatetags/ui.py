"""Template tags and filters that all templates share."""

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from django import template
from django.forms import BaseForm, BoundField, CheckboxInput
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine.drawing import mark
from tournament.core import clock, languages, when
from tournament.core.access import may
from tournament.core.icons import ICONS
from tournament.handbook.queries import address_of
from tournament.models import Tournament
from tournament.people import names
from tournament.stages.progress import Progress, progress_of

register = template.Library()


@register.simple_tag
def action_id() -> SafeString:
    """A hidden id for every form that changes something, so that it happens once however often the form is sent."""
    return format_html('<input type="hidden" name="action_id" value="{}">', secrets.token_urlsafe(12))


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """An ornament beside words, never instead of them."""
    return mark_safe((ICONS / f"{name}.svg").read_text().strip())  # noqa: S308  (a file of ours)


@register.simple_tag(takes_context=True)
def handbook_here(context: Mapping[str, Any]) -> str:
    """The address of this page's place in the handbook."""
    match = getattr(context.get("request"), "resolver_match", None)
    return address_of(getattr(match, "url_name", None) or "")


@register.inclusion_tag("parts/field.html")
def field(bound: BoundField, **attributes: str) -> dict[str, Any]:
    """Label, input, help and errors of a field. Further arguments are added to its attributes: `autocomplete="username"`."""
    attributes = {**getattr(bound.field, "attributes", {}), **attributes}
    hyphened: dict[str, str | bool] = {name.replace("_", "-"): value for name, value in attributes.items()}
    if "aria_describedby" in attributes:  # what stands beside the field on the page, besides its own errors
        words = [attributes["aria_describedby"], bound.aria_describedby or ""]
        hyphened["aria-describedby"] = " ".join(filter(None, words))
    is_tick = isinstance(bound.field.widget, CheckboxInput)
    return {"field": bound, "input": bound.as_widget(attrs=hyphened), "is_tick": is_tick}


@register.inclusion_tag("parts/errors.html")
def errors(form: BaseForm) -> dict[str, Any]:
    """A form's errors, listed before it with a link to each field; takes the focus."""
    return {"form": form, "fields": [bound for bound in form if bound.errors]}


@register.simple_tag
def colour(letter: str) -> SafeString:
    """A colour of the game: its shape and its name together."""
    name = languages.colour(letter)
    return format_html('<span class="colour">{}{}</span>', mark_safe(mark(letter)), name)  # noqa: S308  (our drawing)


register.filter(clock.on_the_wall)
register.filter("when", when.told)
register.filter(when.when_and_where)


@register.simple_tag
def progress(tournament: Tournament) -> SafeString:
    """How far a tournament of a list is (`entries.queries.with_counts`); nothing for one that is still to come."""
    how_far = progress_of(tournament)
    if how_far == Progress.COMING:
        return mark_safe("")
    tone = {Progress.RUNNING: "good"}.get(how_far, "")
    return format_html(' <span class="badge {}">{}</span>', tone, how_far.label)


@register.filter
def numbered(one: Any) -> str:
    """Somebody in a list, with the number before the name."""
    return names.numbered(one.number, one.name)


@register.filter
def is_called(one: Any) -> bool:
    """Whether a number beside the name says anything that the name does not."""
    return names.is_called(one.number, one.name)


@register.filter
def minutes(seconds: int) -> str:
    """Format as 49:05; overtime, which is negative, gets a plus before it. clock.js does the same."""
    whole, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds < 0 else ''}{whole}:{rest:02d}"


@register.simple_tag
def place_in(report: Any, letter: str) -> str:
    """The place that a report gives a colour; a dash for somebody who did not come."""
    return str(report.places.get(letter, {}).get("place") or "–")


@register.simple_tag
def was_entered(entered: Any, letter: str, place: int) -> str:
    """Checks what was checked before the form came back with an error."""
    return " checked" if entered and entered.get(letter) == str(place) else ""


@register.simple_tag(takes_context=True)
def permitted(context: Any, what: str, thing: Any) -> bool:
    """Whether the reader may do it, for showing and hiding. The gate and the action decide."""
    return may(context["request"].actor, what, thing)
