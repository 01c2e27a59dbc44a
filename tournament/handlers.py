"""Every kind of background job, so that whoever works knows them all."""

from tournament.documents import name_list  # noqa: F401
