"""Celery, where there is a Redis. It only carries a job's number: the job itself is a row in the database (tournament.jobs)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("augengenau")
app.config_from_object("deploy.celery_settings")
app.autodiscover_tasks(["tournament"])
