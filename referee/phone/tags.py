"""What a page says to the scripts that make it go on without a network."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse

from deploy import phone
from referee.phone import parcel

register = template.Library()


@register.inclusion_tag("parts/phone.html", takes_context=True)
def on_phone(context: Mapping[str, Any], page: str) -> dict[str, Any]:
    """Stands in the head. `page` is where it starts when it is installed."""
    account = context["actor"].account
    python = reverse("phone_python", args=[phone.VERSION, "pyodide.mjs"]).removesuffix("pyodide.mjs")
    return {
        "who": account.public_id if account else "",
        "python": python if phone.is_there() else "",
        "engine": reverse("phone_engine", args=[parcel.fingerprint()]),
        "version": getattr(staticfiles_storage, "manifest_hash", "") + parcel.fingerprint(),
        "manifest": reverse("phone_manifest", args=[context["tournament"].public_id, page]),
    }
