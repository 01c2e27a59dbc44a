"""Celery, where there is a Redis. It only carries a job's id.

The job itself is a row in the database (tournament.core.jobs).
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")

app = Celery("augengenau")
app.config_from_object("deploy.site.celery_settings")
app.autodiscover_tasks(["tournament.core"])


@setup_logging.connect
def leave_it_to_the_settings(**_: Any) -> None:
    """A receiver of this signal keeps Celery from setting up the logs; Django has done so."""
