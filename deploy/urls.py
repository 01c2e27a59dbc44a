from django.urls import include, path

from tournament.views import health

handler404 = "deploy.answers.not_found"
handler500 = "deploy.answers.server_error"

urlpatterns = [
    path("", include("tournament.urls")),
    path("api/v1/", include("tournament.api.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
