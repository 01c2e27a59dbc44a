from django.urls import include, path

from deploy import metrics
from tournament.views import health

handler404 = "deploy.answers.not_found"
handler500 = "deploy.answers.server_error"

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("games.urls")),
    path("", include("referee.urls")),
    path("", include("referee.phone.urls")),
    path("api/v1/", include("tournament.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("referee.api.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.page, name="metrics"),
]
