"""The options of papers as programs send them: typed by the declarations of the papers, and each paper only its own."""

import pytest

from tournament.paper.api import PaperOptions
from tournament.paper.registry import DOCUMENTS

pytestmark = pytest.mark.django_db


def refused(options):
    sent = PaperOptions(data=options)
    return [] if sent.is_valid() else sorted(sent.errors)


def test_every_option_of_every_paper_has_a_type():
    declared = {name for document in DOCUMENTS.values() for name in document.fields}
    fields = PaperOptions().fields
    assert len(declared) > 10
    assert set(fields) == declared
    assert all(not field.required for field in fields.values())


@pytest.mark.parametrize(
    ("option", "right", "wrong"),
    [
        ("order", "number", "backwards"),
        ("why", True, "yes"),
        ("first", 7, "7"),
        ("first", 1000, 0),
        ("award", "For the fairest", 3),
        ("network", "Hall", "x" * 64),
    ],
)
def test_kinds_are_taken_as_they_are(option, right, wrong):
    assert refused({option: right}) == []
    assert refused({option: wrong}) == [option]


def test_an_option_of_no_paper_is_named():
    assert refused({"shiny": True}) == ["shiny"]
