from django.urls import path

from tournament.erasing import views as erasing

pages = [
    path("desk/clubs/<str:club_id>/erase/", erasing.erasing, name="erase"),
    path("desk/date/", erasing.date, name="date"),
]
