"""E-mail addresses: Django takes some to which it can send no mail, and some that hold signs nobody sees."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.utils.translation import gettext_lazy as _


def require_sendable(address: str) -> None:
    """Beside Django's own look at it."""
    try:
        if not address.isprintable():
            raise ValueError
        sanitize_address(("", address), "utf-8")
    except ValueError:  # also of what a mail's head cannot hold
        raise ValidationError(_("This is no e-mail address."), code="invalid") from None


class AddressField(forms.EmailField):
    default_validators = [*forms.EmailField.default_validators, require_sendable]
