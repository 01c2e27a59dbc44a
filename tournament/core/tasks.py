"""The Celery task: receives a job's id and claims its row. Delivered twice, the job is done once."""

import logging
import time

from celery import shared_task
from django.db import close_old_connections

from tournament.core import jobs

log = logging.getLogger(__name__)


@shared_task(name="tournament.run_job")
def run_job(job_id: str) -> None:
    close_old_connections()
    task = jobs.claim(job_id)
    if task is None:
        return
    began = time.monotonic()
    jobs.run(task)
    facts = {"job": job_id, "kind": task.job.kind, "attempt": task.job.attempts}
    log.info("worked on", extra={"facts": {**facts, "ms": round((time.monotonic() - began) * 1000)}})
