from django.urls import include, path

from deploy.site import health, metrics, seen

handler400 = "deploy.site.answers.bad_request"
handler404 = "deploy.site.answers.not_found"
handler500 = "deploy.site.answers.server_error"

urlpatterns = [
    path("", include("tournament.urls")),
    path("", include("games.urls")),
    path("", include("referee.urls")),
    path("", include("referee.phone.urls")),
    path("api/v1/", include("tournament.api_urls")),
    path("api/v1/", include("games.api_urls")),
    path("api/v1/", include("referee.api_urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.page, name="metrics"),
    path("seen", seen.page, name="seen"),
]
