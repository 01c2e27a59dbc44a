"""A template tag that gives a page's offline scripts the addresses they need."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse

from referee.phone import parcel, pyodide

register = template.Library()


@register.inclusion_tag("parts/phone.html", takes_context=True)
def on_phone(context: Mapping[str, Any], page: str) -> dict[str, Any]:
    """For the head of a page. `page` names where the installed app starts (`views.START`)."""
    account = context["actor"].account
    python = reverse("phone_python", args=[pyodide.VERSION, "pyodide.mjs"]).removesuffix("pyodide.mjs")
    return {
        "who": account.public_id if account else "",
        "python": python if pyodide.is_there() else "",
        "engine": reverse("phone_engine", args=[parcel.fingerprint()]),
        "version": getattr(staticfiles_storage, "manifest_hash", "") + parcel.fingerprint(),
        "manifest": reverse("phone_manifest", args=[_home(context), page]),
    }


def _home(context: Mapping[str, Any]) -> str:
    """The id of the tournament, or of the club in whose circle somebody records."""
    home: str = (context.get("home") or context["tournament"]).public_id
    return home
