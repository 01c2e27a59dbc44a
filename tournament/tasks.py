"""Celery's part: a job's number comes in, whoever gets it first claims the row. Sent twice, it is done once."""

from celery import shared_task
from django.db import close_old_connections

from tournament import jobs


@shared_task(name="tournament.run_job")
def run_job(job_id: str) -> None:
    close_old_connections()
    task = jobs.claim(job_id)
    if task is not None:
        jobs.run(task)
