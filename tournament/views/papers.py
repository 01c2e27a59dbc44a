"""Papers made in the background: ask for one, watch it, call it off, fetch it."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language

from tournament import files, find, jobs
from tournament.access import gate
from tournament.actions.papers import order_name_list
from tournament.models import Job, Tournament
from tournament.models.jobs import JobState
from tournament.views.requests import Request, action_id


@gate("papers.make", find.tournament)
def name_list(request: Request, tournament: Tournament) -> HttpResponse:
    done = order_name_list(tournament, by=request.actor, action_id=action_id(request), language=get_language() or "de")
    if request.htmx:
        return _job_part(request, Job.objects.get(pk=done.receipt["job"]))
    return redirect("job", job_id=done.receipt["job"])


@gate("papers.make", find.job)
def job(request: Request, job: Job) -> HttpResponse:
    return _job_part(request, job) if request.htmx else render(request, "tournament/job.html", {"job": job})


@gate("papers.make", find.job)
def cancel(request: Request, job: Job) -> HttpResponse:
    jobs.cancel(job)
    return _again(request, job)


@gate("papers.make", find.job)
def retry(request: Request, job: Job) -> HttpResponse:
    jobs.retry(job)
    return _again(request, job)


def _again(request: Request, job: Job) -> HttpResponse:
    job.refresh_from_db()
    return _job_part(request, job) if request.htmx else redirect("job", job_id=job.pk)


def _job_part(request: Request, job: Job) -> HttpResponse:
    return render(request, "tournament/job_part.html", {"job": job})


@gate("papers.make", find.job)
def download(request: Request, job: Job) -> HttpResponse:
    if job.state != JobState.DONE or not job.result:
        raise Http404
    try:
        content = files.read(job.result["file"])
    except FileNotFoundError:
        raise Http404 from None
    response = HttpResponse(content, content_type=job.result["type"])
    response["Content-Disposition"] = f'inline; filename="{job.result["name"]}"'
    return response
