"""AUGENGENAU_MAIL: one address that says everything about the mail server."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy.site.environment import mail


@pytest.mark.parametrize(
    ("url", "port", "is_starttls", "is_tls"),
    [
        ("smtp://mail.example.org", 587, True, False),
        ("smtps://mail.example.org", 465, False, True),
        ("smtp://localhost", 25, False, False),
        ("smtp://mail.example.org:2525", 2525, True, False),
    ],
)
def test_in_the_clear_only_to_this_machine(url, port, is_starttls, is_tls):
    said = mail(url)
    assert (said["EMAIL_PORT"], said["EMAIL_USE_TLS"], said["EMAIL_USE_SSL"]) == (port, is_starttls, is_tls)


def test_a_password_may_hold_any_sign():
    said = mail("smtp://club%40example.org:a%2Fb@mail.example.org")
    assert (said["EMAIL_HOST_USER"], said["EMAIL_HOST_PASSWORD"]) == ("club@example.org", "a/b")


def test_without_it_there_is_no_mail():
    assert mail("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_what_cannot_be_read_is_said(url):
    with pytest.raises(ImproperlyConfigured, match="AUGENGENAU_MAIL"):
        mail(url)
