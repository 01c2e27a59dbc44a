"""The handbook as pages show it: its chapters in the order of the day, and where the `?` of each page leads."""

from functools import cache

from django.urls import reverse

from tournament.handbook.chapters import (
    afterwards,
    disputes,
    door,
    final,
    network,
    players,
    printing,
    privacy,
    referees,
    rounds,
    trouble,
    weeks,
)
from tournament.handbook.parts import Chapter

DAY = (weeks.CHAPTER, door.CHAPTER, rounds.CHAPTER, disputes.CHAPTER, final.CHAPTER, afterwards.CHAPTER)
BESIDE = (trouble.CHAPTER, network.CHAPTER, printing.CHAPTER, privacy.CHAPTER)
PEOPLE = (referees.CHAPTER, players.CHAPTER)
CHAPTERS = {chapter.code: chapter for chapter in (*DAY, *BESIDE, *PEOPLE)}


@cache
def places() -> dict[str, tuple[str, str]]:
    """By the name of a route: chapter and section."""
    return {
        route: (chapter.code, section.code)
        for chapter in CHAPTERS.values()
        for section in chapter.sections
        for route in section.of
    }


def beside(chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
    """The chapters before and after it."""
    order = list(CHAPTERS.values())
    at = order.index(chapter)
    return order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None


def address_of(route: str) -> str:
    """Where the `?` of a page leads: its place, or the contents where it has none."""
    if route not in places():
        return reverse("handbook")
    chapter, section = places()[route]
    return f"{reverse('handbook_chapter', args=[chapter])}#{section}"
