"""What is sent to others automatically: a club's webhooks, and mails to those who left an address."""

from django.db import models

from tournament.core import clock as steady
from tournament.models.events import Entry
from tournament.models.ids import public_id
from tournament.models.people import Club


class Webhook(models.Model):
    """An address that hears what happens in a club's tournaments. The secret is derived (`hooks.secret_of`), not kept; what
    was sent stands in the jobs."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    areas = models.JSONField(default=list)  # of hooks.AREAS
    is_active = models.BooleanField(default=True)
    secret_number = models.PositiveIntegerField(default=0)  # raised: the secret until then is worth nothing
    created_at = models.DateTimeField(default=steady.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.public_id


class Mail(models.Model):
    """A mail that an entry gets once. Its text is made when it is sent; the address stays with the contact alone."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="mails")
    about = models.CharField(max_length=60)  # its subject: nobody gets two mails about the same
    message_id = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField(default=steady.now)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)  # the response of a server that refused it

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "about"], name="mail_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.about}"
