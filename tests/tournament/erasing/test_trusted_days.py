"""A clock that is wrong deletes nothing: a day counts once it has held, or once somebody confirmed it."""

from datetime import date, datetime, timedelta

import pytest
from django.db.backends.base.base import NO_DB_ALIAS
from django.utils import timezone

from tests.conftest import make_account
from tests.tournament.evening import Evening
from tournament.core import days
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.entries.signup.actions import enter_oneself, set_entering
from tournament.erasing import notice, retention
from tournament.erasing.journal import confirm_date
from tournament.models import Contact, LogEntry, SeenDay, Token, Tournament
from tournament.out.backup import frozen, keeping
from tournament.out.tokens.actions import make_token

OPEN = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": False}
TODAY, LATER = date(2026, 5, 10), date(2027, 6, 14)


@pytest.fixture
def at(monkeypatch):
    """Sets the machine's date."""

    def set_to(day: date) -> None:
        moment = timezone.make_aware(datetime.combine(day, datetime.min.time()) + timedelta(hours=12))
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return set_to


def hold(*held: date, seconds: int = days.HELD) -> None:
    SeenDay.objects.bulk_create(SeenDay(day=day, seconds=seconds) for day in held)


def three(until: date) -> list[date]:
    return [until - timedelta(days=n) for n in range(3)]


@pytest.fixture
def evening(transactional_db, club, as_yara, at) -> Evening:
    at(TODAY)
    hold(*three(TODAY))
    evening = Evening(club, "children", by=as_yara)
    set_entering(evening.tournament, by=as_yara, **OPEN)
    about = {"email": "w@example.org", "guardian": "Gero", "note": "wheelchair"}
    enter_oneself(evening.tournament, by=as_yara, given_name="Wanda", family_name="W", is_minor=False, **about)
    Tournament.objects.update(played_on=TODAY + timedelta(days=2))
    make_token(None, by=as_yara, name="board", scope="read", days=30)
    return evening


def test_a_jump_deletes_nothing_and_says_so(evening, as_yara, at):
    at(LATER)
    hold(LATER, seconds=10)
    assert retention.clear()["contacts"] == 0
    assert (Contact.objects.count(), Token.objects.count()) == (1, 1)
    words = [alarm.words for alarm in notice.of_tournament(evening.tournament, as_yara)]
    assert len(words) == 2 and evening.tournament.name in words[1]


def test_what_held_for_days_deletes_and_a_backup_is_kept(evening, at, settings, tmp_path, monkeypatch):
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)  # Django's tests allow no other
    settings.BACKUP_DIR = tmp_path / "backups"
    at(LATER)
    hold(*three(LATER))
    cleared = retention.clear()
    assert (cleared["contacts"], cleared["tokens"]) == (2, 1)
    (kept,) = keeping._ours(settings.BACKUP_DIR)
    assert kept.name.endswith("-clearing.zip")
    assert evening.tournament.stream.log.last().code == "contacts.erased"


def test_without_a_backup_nothing_is_deleted(evening, at, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "taken" / "backups"
    (tmp_path / "taken").write_text("a file")
    at(LATER)
    hold(*three(LATER))
    with pytest.raises(OSError):
        retention.clear()
    assert Contact.objects.count() == 1


def test_whoever_runs_the_installation_confirms_the_date(evening, as_yara, at, signed_in):
    at(LATER)
    hold(LATER, seconds=10)
    opa = signed_in(make_account("opa", is_operator=True))
    assert opa.get("/desk/date/").status_code == 200
    assert opa.post("/desk/date/", {"day": TODAY.isoformat()}).status_code == 422
    assert days.trusted() == TODAY
    assert opa.post("/desk/date/", {"day": LATER.isoformat()}).status_code == 302
    assert days.trusted() == LATER and LogEntry.objects.filter(code="date.confirmed").count() == 1
    with pytest.raises(Refused):
        confirm_date(None, by=Actor(account=make_account("bela")), day=LATER)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("held", "found"),
    [
        ([], None),
        (three(TODAY)[:2], None),
        (three(TODAY), TODAY),
        ([*three(TODAY), LATER], LATER),  # a machine whose date was set back: what is later does not count
        ([TODAY, TODAY - timedelta(days=20), TODAY - timedelta(days=40)], None),
    ],
)
def test_three_days_of_a_month(held, found, at):
    at(TODAY)
    hold(*held)
    assert days.trusted() == (TODAY if found == LATER else found)


@pytest.mark.django_db
def test_a_day_holds_by_the_ticks_of_the_machine(at, monkeypatch):
    ticks = iter([0, 60, 120, 10_000, 10_060, 10_070])
    monkeypatch.setattr(days.time, "monotonic", lambda: next(ticks))
    at(TODAY)
    for _note in range(4):  # it slept before the last one
        days.note()
    assert SeenDay.objects.get().seconds == 120
    at(LATER)
    days.note()
    assert SeenDay.objects.get(day=LATER).seconds == 0
    days.note()
    assert SeenDay.objects.get(day=LATER).seconds == 10
