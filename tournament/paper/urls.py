from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import T
from tournament.paper import api, views

pages = [
    path("desk/t/<str:tournament_id>/papers/", require_safe(views.papers), name="papers"),
    path("desk/t/<str:tournament_id>/papers/order/", require_POST(views.order), name="paper_order"),
    path("desk/t/<str:tournament_id>/papers/sheets/", require_safe(views.sheets), name="paper_sheets"),
    path("desk/jobs/<uuid:job_id>/", require_safe(views.job), name="job"),
    path("desk/jobs/<uuid:job_id>/cancel/", require_POST(views.cancel), name="job_cancel"),
    path("desk/jobs/<uuid:job_id>/retry/", require_POST(views.retry), name="job_retry"),
    path("desk/jobs/<uuid:job_id>/file/", require_safe(views.download), name="job_file"),
    path("desk/jobs/<uuid:job_id>/picture-file/", require_safe(views.picture), name="job_picture"),
]
endpoints = [
    path(f"{T}/papers/", api.Papers.as_view(), name="api_papers"),
    path("jobs/<uuid:job_id>/", api.OneJob.as_view(), name="api_job"),
    path("jobs/<uuid:job_id>/cancel/", api.CancelJob.as_view(), name="api_job_cancel"),
    path("jobs/<uuid:job_id>/retry/", api.RetryJob.as_view(), name="api_job_retry"),
    path("jobs/<uuid:job_id>/file/", api.JobFile.as_view(), name="api_job_file"),
]
