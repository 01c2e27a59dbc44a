from django.urls import path
from django.views.decorators.http import require_safe

from tournament.handbook import views

pages = [
    path("handbook/", require_safe(views.contents), name="handbook"),
    path("handbook/whole/", require_safe(views.whole), name="handbook_whole"),
    path("handbook/card/", require_safe(views.quick_card), name="handbook_card"),
    path("handbook/<str:code>/", require_safe(views.chapter), name="handbook_chapter"),
]
