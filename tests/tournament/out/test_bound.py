"""One value changed past the program, in each table that matters: `verify_tournament` names the row and what differs. And an
evening with everything that people do is whole."""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models, transaction
from django.utils import timezone

from games.models import Game, Line
from games.recording.actions import add_line, open_game
from referee.appeals.actions import appeal, vote
from referee.calls.actions import call_referee, take_call
from referee.models import Appeal, Call, Claim, Ruling, Terms, Vote
from referee.rulings.actions import sign_ruling
from tests.conftest import APPEND_ONLY, make_account, make_club
from tests.referee.conftest import MISSED
from tests.tournament.evening import Evening, as_done, by_chance, by_number
from tournament import models as m
from tournament.core import bound
from tournament.core.actors import SYSTEM, Actor
from tournament.desk.undo.actions import undo_to
from tournament.entries.actions import add_entry
from tournament.entries.groups.actions import add_group, assign
from tournament.entries.wishes.actions import set_wishes
from tournament.entries.withdrawals.actions import exclude_entry
from tournament.erasing.actions import erase_contacts, erase_person
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.actions import take_in
from tournament.people.clubs import create_club
from tournament.results.actions import set_problem
from tournament.results.corrections.actions import correct_result
from tournament.results.corrections.effects import effect_of
from tournament.rounds.clocks.actions import change_clock
from tournament.setup.actions import set_witnesses
from tournament.standings.penalties.actions import give_penalty, revoke_penalty

OTHER_SCHEME = {"four": [1, 99, 99, 99]}


@pytest.fixture(scope="module")
def of_the_file(for_the_whole_file: None) -> tuple[Actor, m.Club, Evening]:
    by = Actor(make_account(is_operator=True))
    club = make_club(by)
    return by, club, an_evening(club, by, make_account)


@pytest.fixture
def anew(of_the_file: Any, db: None) -> tuple[Actor, m.Club, Evening]:
    """As they were when they were made: what a test changed in them is not that of the next."""
    return deepcopy(of_the_file)


@pytest.fixture
def as_yara(anew: Any) -> Actor:
    return anew[0]


@pytest.fixture
def club(anew: Any) -> m.Club:
    return anew[1]


@pytest.fixture
def evening(anew: Any) -> Evening:
    return anew[2]


def an_evening(club: Any, as_yara: Actor, account: Any) -> Evening:
    """A round with a correction, penalties and rulings, and one that is played; somebody has a team, somebody is out."""
    made = Evening(club, "championship", by=as_yara)
    tournament, by = made.tournament, as_yara
    wanda = add_entry(tournament, by=by, given_name="Wanda", family_name="Weiss").result
    made.come(15)
    team = add_group(tournament, by=by, kind="team", name="Rote").result
    add_group(tournament, by=by, kind="category", name="Jugend")
    asked = {"team_id": team.pk, "category_id": None, "note": "spät", "family": "Weiss"}
    set_wishes(tournament, by=by, entry_id=wanda.public_id, **asked)
    assign(tournament, by=by, kind="team", group_id=team.pk, entries=[wanda.public_id])
    first, second, *_later = made.draw(1)
    made.publish(first)
    change_clock(tournament, by=by, round_id=first.pk, to="start")
    made.fill(first, by_number)
    _corrected(made, first.tables.first())
    _judged(made, first.tables.last(), account)
    made.publish(second)
    set_problem(tournament, by=by, table_id=second.tables.first().public_id, problem="Wanda has two pieces too many")
    for points in (1, 2):
        give_penalty(tournament, by=by, stage_id=first.stage_id, entry_id=wanda.public_id, points=points, reason="spät")
    as_done(tournament, by=SYSTEM, doing=lambda: _rarely(first.stage, wanda))
    return made


def _corrected(evening: Evening, table: m.Table) -> None:
    colours = [seat.colour for seat in table.seats.order_by("-entry__number")]
    places = {colour: {"place": n, "counted": 10 - n} for n, colour in enumerate(colours, 1)}
    asked = {
        "table_id": table.public_id,
        "places": places,
        "seen": effect_of(table, places).fingerprint,
        "then": "keep",
    }
    correct_result(evening.tournament, by=evening.by, reason="Verschrieben.", **asked)


def _judged(evening: Evening, table: m.Table, account: Callable[..., Any]) -> None:
    """A game is recorded, a referee was called, ruled, somebody appealed, and another referee votes."""
    tournament, by = evening.tournament, evening.by
    game = Game.objects.get(public_id=open_game(tournament, by=by, table_id=table.public_id).receipt["game"])
    add_line(game, by=by, kind="begins", colour=game.colours[0])
    call = call_referee(tournament, by=by, table_id=table.public_id).result
    take_call(tournament, by=by, call_id=call.pk)
    against = table.seats.get(colour="Y").entry
    sign_ruling(
        tournament, by=by, table_id=table.public_id, against=against.public_id, facts=MISSED, words="Es war so."
    )
    number = tournament.claims.get().number
    appeal(tournament, by=Actor(via="link", entry=against.public_id), number=number, words="Nein!")
    gero = account("gero")
    m.Grant.objects.create(account=gero, club=tournament.club, tournament=tournament, role="referee")
    vote(tournament, by=Actor(gero), appeal_id=Appeal.objects.latest("pk").pk, upholds=True, words="Doch.")


def _rarely(stage: m.Stage, entry: m.Entry) -> None:
    m.ThrowOff.objects.create(stage=stage, throws=[{str(entry.pk): 6}])
    m.Declined.objects.create(stage=stage, entry=entry)
    Terms.objects.create(tournament=stage.tournament, appeal_minutes=20)


def said(evening: Evening, capsys: Any) -> str:
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("verify_tournament", evening.tournament.public_id)
    return str(capsys.readouterr().err)


def is_whole(evening: Evening, capsys: Any) -> str:
    capsys.readouterr()
    call_command("verify_tournament", evening.tournament.public_id)
    return str(capsys.readouterr().out)


def changed(model: type[models.Model], column: str, value: Any) -> int:
    """With SQL, in the first row. Returns its key."""
    field = model._meta.get_field(column)
    pk = model._default_manager.order_by("pk").values_list("pk", flat=True)[0]
    with connection.cursor() as cursor:
        prepared = field.get_db_prep_save(value, connection)
        cursor.execute(f"UPDATE {model._meta.db_table} SET {field.column} = %s WHERE id = %s", [prepared, pk])
    return int(pk)


LATER = timezone.now()
CHANGES: list[tuple[type[models.Model], str, Any]] = [
    (m.Tournament, "name", "Another"),
    (m.Tournament, "witnesses", "desk"),
    (m.Tournament, "team_best", 1),
    (m.Tournament, "check_in_closed_at", LATER),
    (m.Person, "given_name", "Wilma"),
    (m.Person, "family_name", "Schwarz"),
    (m.Person, "is_hidden", True),
    (m.Team, "name", "Blaue"),
    (m.Category, "quota", 3),
    (m.Entry, "state", "withdrawn"),
    (m.Entry, "number", 99),
    (m.Entry, "team_id", None),
    (m.Entry, "family", "Schwarz"),
    (m.Entry, "fixed_boards", [1]),
    (m.Board, "kind", "6"),
    (m.Stage, "scheme", OTHER_SCHEME),
    (m.Stage, "options", {"x": 1}),
    (m.Stage, "seed", "2"),
    (m.Stage, "size", 8),
    (m.Stage, "rules", "classic"),
    (m.Round, "state", "draft"),
    (m.Round, "started_at", None),
    (m.Round, "extra_seconds", 600),
    (m.Round, "report", {}),
    (m.Table, "number", 77),
    (m.Seat, "colour", "W"),
    (m.Seat, "has_chosen", True),
    (m.Report, "actor", "nobody"),
    (m.Result, "confirmed_by", "nobody"),
    (m.Result, "superseded_at", None),
    (m.ResultSeat, "counted", 99),
    (m.Penalty, "points", 9),
    (m.Penalty, "revoked_at", LATER),
    (m.ThrowOff, "throws", []),
    (m.Declined, "entry_id", None),
    (Game, "rules", "classic"),
    (Line, "colour", "R"),
    (Terms, "appeal_minutes", 1),
    (Call, "taken_at", None),
    (Claim, "verdict", {}),
    (Ruling, "signed_by", None),
    (Ruling, "words", "Es war anders."),
    (Appeal, "is_upheld", None),
    (Appeal, "words", "Ja."),
    (Vote, "upholds", False),
]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "column", "value"), CHANGES, ids=lambda each: getattr(each, "__name__", None))
def test_one_value_changed_past_the_program_is_named(evening, capsys, model, column, value):
    assert model in {part.model for part in bound.parts_of_a_tournament()}
    pk = _another(model, column, value)
    lines = [line for line in said(evening, capsys).splitlines() if f"{model.__name__} {pk}" in line]
    assert any(f": its {column} is " in line or f": its {column}_id is " in line for line in lines), lines


ALSO_CHANGED = [
    (m.Penalty, "points", 9),
    (m.Person, "family_name", "Schwarz"),
    (m.Entry, "state", "withdrawn"),
    (m.Stage, "seed", "2"),
]


def _another(model: type[models.Model], column: str, value: Any) -> int:
    if (model, column) == (m.Declined, "entry_id"):
        value = m.Entry.objects.exclude(declined__isnull=False).values_list("pk", flat=True)[0]
    if (model, column) == (m.Result, "superseded_at"):
        m.Result.objects.filter(superseded_at=None, table=m.Result.objects.order_by("pk")[0].table_id).delete()
    return changed(model, column, value)


def test_all_models_that_are_bound_are_changed_here():
    assert {part.model for part in bound.parts_of_a_tournament()} == {model for model, _column, _value in CHANGES}


@pytest.mark.parametrize(
    "head", [m.Stream.objects.filter(club=None, tournament=None), m.Stream.objects.exclude(tournament=None)]
)
@pytest.mark.parametrize("moved", [timedelta(days=400), -timedelta(seconds=1), None])
def test_the_time_of_a_head_moved_past_the_program_is_named(evening, capsys, head, moved):
    """Whoever loads it moves the clock of the process on; that of a recorded game as well as the tournament's."""
    stream = head.filter(seq__gt=0).exclude(public_id="installation").first()
    head.filter(pk=stream.pk).update(written_at=moved and stream.written_at + moved)
    assert f"{stream.public_id}: the time of its head is " in said(evening, capsys)


def test_a_line_of_a_recorded_game_changed_past_the_program_is_named(evening, capsys):
    stream = Game.objects.get().stream
    drop_protection()
    stream.log.filter(seq=1).update(actor="somebody")
    assert f"{stream.public_id}: entry 1: content" in said(evening, capsys)


def wipe(**which: Any) -> m.LogText:
    """As erasing leaves them."""
    words = m.LogText.objects.filter(erased_at=None, **which).order_by("pk")[0]
    m.LogText.objects.filter(pk=words.pk).update(text="", salt="", erased_at=timezone.now())
    return words


@pytest.mark.parametrize("after_erasing", [False, True])
def test_words_of_the_log_wiped_past_the_program_are_named(evening, capsys, after_erasing):
    """Also beside some that were erased at the same time."""
    if after_erasing:
        person = evening.tournament.entries.get(number=1).person
        erase_person(evening.tournament.club, by=evening.by, person_id=person.public_id)
        assert m.LogText.objects.filter(erased_at__isnull=False).exists()
        assert "not covered" not in is_whole(evening, capsys)
    words = wipe(entry__stream__tournament=evening.tournament)
    assert f"entry {words.entry.seq}: its words ({words.key}) are erased, and no line of a log says so" in said(
        evening, capsys
    )


def test_words_wiped_in_the_log_of_the_club_are_named(evening, club, capsys):
    words = wipe(entry__stream__club=club)
    with pytest.raises(CommandError):
        call_command("verify_tournament")
    assert f"{club.stream.public_id}: entry {words.entry.seq}: its words" in capsys.readouterr().err


def test_what_an_older_version_erased_is_not_called_proven(evening, capsys):
    """Its lines do not say which words; at another time nobody erased any."""
    person = evening.tournament.entries.get(number=1).person
    erase_person(evening.tournament.club, by=evening.by, person_id=person.public_id)
    as_older_version(evening.tournament)
    assert "words of the log" in (words := is_whole(evening, capsys)) and "whole" not in words
    gone = m.LogText.objects.filter(entry__stream__tournament=evening.tournament, erased_at__isnull=False)
    gone.update(erased_at=timezone.now() - timedelta(days=1))
    assert "are erased, and no line of a log says so" in said(evening, capsys)


@pytest.fixture
def elsewhere(evening) -> m.Club:
    """Another club, with a log and a tournament of its own."""
    other = m.Club.objects.create(name="Elsewhere")
    m.Stream.objects.create(club=other)
    Evening(other, "open_long", by=SYSTEM)
    return other


def test_a_tournament_moved_to_another_club_is_named_and_so_is_all_else(evening, elsewhere, capsys):
    """The other club's log says nothing about it, so that nothing seemed to be bound."""
    m.Tournament.objects.filter(pk=evening.tournament.pk).update(club=elsewhere)
    pks = [changed(model, column, value) for model, column, value in ALSO_CHANGED]
    words = said(evening, capsys)
    assert f"Tournament {evening.tournament.pk}: its club_id is {elsewhere.pk}, the log has " in words
    for (model, column, _value), pk in zip(ALSO_CHANGED, pks, strict=True):
        assert any(f"{model.__name__} {pk}" in line and f"its {column} is" in line for line in words.splitlines())
    with pytest.raises(CommandError):
        call_command("verify_tournament")
    assert f"the tournament {evening.tournament.public_id} is not in this club any more" in capsys.readouterr().err


@pytest.mark.parametrize("is_bound", [True, False])
def test_what_no_log_knows_is_not_taken_for_an_older_versions(evening, elsewhere, capsys, is_bound):
    """Club and id changed: no line is about it."""
    m.Tournament.objects.filter(pk=evening.tournament.pk).update(club=elsewhere, public_id="strange")
    m.Stream.objects.filter(tournament=evening.tournament).update(is_bound=is_bound)
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("verify_tournament", "strange")
    assert "no line binds where Tournament" in capsys.readouterr().err


@pytest.mark.parametrize(
    "model", [m.Penalty, m.ResultSeat, m.Declined, Call, Vote, Line], ids=lambda model: model.__name__
)
def test_a_row_removed_past_the_program_is_named(evening, capsys, model):
    row = model.objects.order_by("pk").first()
    model.objects.filter(pk=row.pk).delete()
    assert f"{model.__name__} {row.pk} is gone" in said(evening, capsys)


def test_a_row_put_in_past_the_program_is_named(evening, capsys):
    put_in = m.Penalty.objects.create(stage=evening.stage(1), entry=m.Entry.objects.first(), points=3)
    assert f"Penalty {put_in.pk} " in (words := said(evening, capsys)) and "is not in the log" in words


def test_binding_anew_hides_no_change(evening, capsys):
    """Whoever says that the log bound nothing yet makes the next action take down all there is."""
    m.Stream.objects.filter(tournament=evening.tournament).update(is_bound=False)
    changed(m.Penalty, "points", 9)
    m.Penalty.objects.create(stage=evening.stage(1), entry=m.Entry.objects.first(), points=3)
    set_witnesses(evening.tournament, by=SYSTEM, witnesses="desk")
    words = said(evening, capsys)
    assert "its points is 9, the log has 1" in words and "is not in the log" in words


def test_an_undo_brings_back_no_change_of_its_snapshot(evening, capsys):
    first = changed(m.Entry, "state", "withdrawn")
    tournament = m.Tournament.objects.get(pk=evening.tournament.pk)
    undo_to(tournament, by=evening.by, to=tournament.snapshots.first().seq, seen=tournament.stream.seq)
    step = tournament.snapshots.first()  # what stood there when that was undone: with the change
    tournament.stream.refresh_from_db()
    assert ", no " not in is_whole(evening, capsys)
    exclude_entry(tournament, by=evening.by, entry_id=tournament.entries.get(pk=first).public_id, reason="x")
    tournament.stream.refresh_from_db()
    undo_to(tournament, by=evening.by, to=step.seq, seen=tournament.stream.seq)
    assert f"Entry {first} (number 1): its state is" in said(evening, capsys)


def test_an_evening_with_all_that_people_do_is_whole(evening, capsys):
    tournament, by = m.Tournament.objects.get(pk=evening.tournament.pk), evening.by
    evening.fill(evening.stage(1).rounds.get(number=2), by_chance(2))
    penalty = m.Penalty.objects.first()
    revoke_penalty(tournament, by=by, penalty_id=penalty.pk)
    entry = tournament.entries.get(number=4)
    asked = {"team_id": None, "category_id": None, "note": "late", "family": "Graf"}
    set_wishes(tournament, by=by, entry_id=entry.public_id, **asked)
    erase_person(tournament.club, by=by, person_id=tournament.entries.get(number=1).person.public_id)
    for _ in range(2):  # undone, and the undoing undone
        tournament.stream.refresh_from_db()
        step = tournament.snapshots.exclude(seq=tournament.stream.seq).first()
        undo_to(tournament, by=by, to=step.seq, seen=tournament.stream.seq)
        assert ", whole," in is_whole(evening, capsys)
    erase_contacts(tournament, by=SYSTEM)
    assert ", whole," in (words := is_whole(evening, capsys))
    assert "against the log" in words and "not covered" not in words and "Contact: addresses" in words


def test_no_salt_is_left_by_which_somebody_erased_could_be_guessed(evening):
    person = evening.tournament.entries.get(number=1).person
    names = [f"Person.{person.pk}.{column}" for column in ("given_name", "family_name")]
    before = set(m.LogKey.objects.filter(name__in=names).values_list("salt", flat=True))
    erase_person(evening.tournament.club, by=evening.by, person_id=person.public_id)
    after = set(m.LogKey.objects.filter(name__in=names).values_list("salt", flat=True))
    assert len(before) == 2 and not before & after


def test_what_is_taken_in_from_a_file_is_bound_from_then_on_and_no_more_is_said(as_yara, capsys):
    club = create_club(None, by=as_yara, name="Another", admin=as_yara.account).result
    with transaction.atomic():
        evening = an_evening(club, as_yara, lambda login: make_account(f"{login}2"))
        erase_person(club, by=as_yara, person_id=evening.tournament.entries.get(number=3).person.public_id)
        text = writing.text(writing.document(evening.tournament))
        transaction.set_rollback(True)
    Evening(club, "open_long", by=as_yara).come(5)  # no key is what it was
    made = take_in(club, by=as_yara, raw=text.encode()).result
    capsys.readouterr()
    call_command("verify_tournament", made.public_id)
    words = capsys.readouterr().out
    assert "not covered: what was changed before it was taken in from a file" in words and "whole" not in words
    m.Penalty.objects.filter(stage__tournament=made).update(points=7)
    with pytest.raises(CommandError):
        call_command("verify_tournament", made.public_id)
    assert "its points is 7" in capsys.readouterr().err


def test_what_an_older_version_wrote_is_not_called_proven_and_is_bound_by_the_first_line_after(evening, capsys):
    tournament = evening.tournament
    as_older_version(tournament)
    words = is_whole(evening, capsys)
    assert "whole" not in words and "values that no line of the log binds: written before version" in words
    set_witnesses(tournament, by=SYSTEM, witnesses="desk")
    words = is_whole(evening, capsys)
    assert "which bound all that was found" in words and "values that no line" not in words
    changed(m.Penalty, "points", 9)
    assert "its points is 9" in said(evening, capsys)


def drop_protection() -> None:
    """As whoever owns the database can."""
    with connection.cursor() as cursor:
        back = [APPEND_ONLY.POSTGRES_BACK] if connection.vendor == "postgresql" else []
        for statement in back or [f"DROP TRIGGER {name}" for name in APPEND_ONLY.NAMES]:
            cursor.execute(statement)


def as_older_version(tournament: m.Tournament) -> None:
    """The same rows and log, bound by no line."""
    from tournament.core import chain

    drop_protection()
    m.LogKey.objects.all().delete()
    for stream in m.Stream.objects.all():
        prev = chain.START
        for entry in stream.log.order_by("seq"):
            entry.bound, entry.prev = None, prev
            prev = entry.hash = chain.entry_hash(entry)
            m.LogEntry.objects.filter(pk=entry.pk).update(bound=None, prev=entry.prev, hash=entry.hash)
        m.Stream.objects.filter(pk=stream.pk).update(head=prev, is_bound=False)
