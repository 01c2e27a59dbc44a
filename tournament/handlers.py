"""Every kind of background job, and every document, so that whoever works knows them all."""

from tournament import erasing, hooks, improving, mails, retention  # noqa: F401
from tournament.backup import keeping  # noqa: F401
from tournament.documents import bracket, hall, making, people, ranking, rounds, story  # noqa: F401
