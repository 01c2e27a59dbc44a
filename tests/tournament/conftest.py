"""What tests of the desk's pages share: an evening of sixteen, its first round, the addresses of its pages."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening


@pytest.fixture
def evening(club, as_yara):
    made = Evening(club, "championship", by=as_yara)
    made.come(16)
    return made


@pytest.fixture
def round_(evening):
    return evening.publish(evening.draw(1)[0])


@pytest.fixture
def at(evening):
    """The address of a page of this tournament."""
    return lambda name, *more: reverse(name, args=[evening.tournament.public_id, *more])
