"""The server for mails: it can be reached, and takes our name and password."""

from collections.abc import Iterator
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import get_connection
from django.utils.translation import gettext as _

from deploy.server_check.finding import Finding, Where, note, ok, wrong

PART = "mail"


def look(_where: Where) -> Iterator[Finding]:
    if not settings.MAIL:
        yield note(PART, _("No mails go out."), _("If they should: AUGENGENAU_MAIL, or the file mail_url."))
        return
    connection = get_connection()
    try:
        connection.open()
        yield ok(PART, _("The server for mails answers."))
    except (OSError, SMTPException) as error:
        text = _("The server for mails cannot be used: %(why)s") % {"why": str(error)[:200]}
        yield wrong(PART, text, _("See that AUGENGENAU_MAIL names its host, port, user and password."))
    finally:
        connection.close()
