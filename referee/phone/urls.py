from django.urls import path
from django.views.decorators.http import require_safe

from referee.phone import views

urlpatterns = [
    path("phone/python/<str:version>/<str:name>", require_safe(views.python), name="phone_python"),
    path("phone/engine/<str:fingerprint>.zip", require_safe(views.engine), name="phone_engine"),
    path("phone/<str:tournament_id>/<str:page>.webmanifest", require_safe(views.manifest), name="phone_manifest"),
]
