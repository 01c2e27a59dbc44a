"""Celery, where there is a Redis. It only carries a job's number: the job itself is a row in the database (tournament.jobs)."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("augengenau")
app.config_from_object("deploy.celery_settings")
app.autodiscover_tasks(["tournament"])


@setup_logging.connect
def leave_it_to_the_settings(**_: Any) -> None:
    """Whoever answers this signal sets up the logs; Django has done so."""
