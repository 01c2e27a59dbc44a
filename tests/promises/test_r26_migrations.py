"""R26, for servers that change over while people play: the processes of the newest release survive what the migrations since then
do (docs/upgrade.md, "What a migration may do"). What is done against that table stands in ALLOWED, with its reason.

This reads the migrations. That old processes really go on on the new schema would need the code of a release beside it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import models
from django.db.migrations import operations as to
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from deploy.laptop import folder
from tests.promises.released import RELEASED, Release

LOOKED_AT = "Raw Python operation: a person must look at whether it leaves the log alone and is done in small parts"
# What was found: why it does no harm.
ALLOWED: dict[tuple[str, str], str] = {
    (
        "tournament.0024_forget_requests",
        LOOKED_AT,
    ): "heads of streams only, a few hundred; where somebody was erased, an old "
    "process refuses what was sent to it before and is sent again",
    (
        "tournament.0021_share_marked",
        LOOKED_AT,
    ): "stages only, one by one; old processes leave the mark alone, and a stage that "
    "they make without it counts as before",
    (
        "games.0004_free_games",
        "Create constraint game_at_table_or_free on model game: old processes may break it",
    ): "old processes know games at tables only, and each of theirs has one",
    (
        "referee.0010_throws_of_rulings",
        LOOKED_AT,
    ): "rulings only, one by one, some tens a tournament; the log is left alone",
    (
        "referee.0011_one_ruling_a_throw",
        "Create constraint one_ruling_a_throw on model ruling: old processes may break it",
    ): "old processes leave the columns empty that it looks at",
    (
        "tournament.0031_several_screens",
        "Alter field tournament on screen: not all that old processes write goes into it",
    ): "a foreign key takes whatever one to one took; an old process cannot show the "
    "screen of a tournament that has got a second one meanwhile",
    (
        "tournament.0031_several_screens",
        "Create constraint a_screen_a_number on model screen: old processes may break it",
    ): "old processes make the first screen only, and two at once were refused before",
    ("tournament.0025_erased_in_steps", LOOKED_AT): "steps back only, one by one, and where somebody was erased only",
    ("referee.0005_titles_moved", LOOKED_AT): "one UPDATE of a club's own offences, a few rows; the columns that it "
    "reads from stay",
}
LARGE = ("logentry", "logtext", "line")
Nodes = set[tuple[str, str]]


def too_early(known: Nodes) -> Iterator[tuple[str, str]]:
    """Of each operation since then that old processes do not survive: where it stands, and what it does."""
    executor, state = MigrationExecutor(None), ProjectState()
    new: Nodes = set()  # models that old processes do not know
    for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True):
        app, name = migration.app_label, migration.name
        is_later = (app, name) in folder.own_migrations() - known
        for operation in migration.operations:
            if is_later and isinstance(operation, to.CreateModel):
                new.add((app, operation.name_lower))
            elif is_later and (app, model_of(operation)) not in new:
                yield from ((f"{app}.{name}", said) for said in harm(operation, state, app))
            operation.state_forwards(app, state)


def model_of(operation: Any) -> str:
    return getattr(operation, "model_name_lower", None) or getattr(operation, "name_lower", "")


def harm(operation: Any, state: ProjectState, app: str) -> Iterator[str]:
    match operation:
        case to.SeparateDatabaseAndState():
            for one in operation.database_operations:
                yield from harm(one, state, app)
        case to.RemoveField() | to.RenameField() | to.DeleteModel() | to.RenameModel() | to.AlterModelTable():
            yield f"{operation.describe()}: old processes still use it"
        case to.AddField() if is_demanded(operation.field):
            yield f"{operation.describe()}: old processes write rows without it, and the database has no default"
        case to.AlterField():
            was = state.models[app, operation.model_name_lower].fields[operation.name_lower]
            if is_narrower(operation.field, was):
                yield f"{operation.describe()}: not all that old processes write goes into it"
        case to.AddConstraint() | to.AlterUniqueTogether():
            yield f"{operation.describe()}: old processes may break it"
        case to.AddIndex() if type(operation) is to.AddIndex and operation.model_name_lower in LARGE:
            yield f"{operation.describe()}: nobody can write to the table meanwhile"
        case to.RunPython() | to.RunSQL():
            yield f"{operation.describe()}: a person must look at whether it leaves the log alone and is done in small parts"


def is_demanded(field: Any) -> bool:
    return not (field.many_to_many or field.null or field.has_db_default())


def is_narrower(field: Any, was: Any) -> bool:
    longest, before = ((one.max_length or float("inf")) for one in (field, was))
    kinds = {field.get_internal_type(), was.get_internal_type()}
    return (was.null and not field.null) or longest < before or len(kinds) > 1 or (field.unique and not was.unique)


def has(release: Release, place: Path) -> Nodes:
    return folder.applied_migrations(release.unpacked(place / release.name).data)


def test_what_came_since_the_newest_release_old_processes_survive(tmp_path: Path):
    found = set(too_early(has(RELEASED[-1], tmp_path)))
    assert found == set(ALLOWED), "docs/upgrade.md: in two steps, or into ALLOWED with a reason; never both at once"


def test_control_what_was_done_before_the_first_release_would_not_have_been_survived(tmp_path: Path):
    assert [said for _where, said in too_early(has(RELEASED[0], tmp_path)) if "no default" in said]


FIELD = models.CharField(max_length=20)


@pytest.mark.parametrize(
    "operation",
    [
        to.RemoveField("club", "name"),
        to.RenameField("club", "name", "called"),
        to.AddField("club", "short", FIELD),
        to.AlterField("club", "name", FIELD),
        to.AddIndex("logentry", models.Index(fields=["code"], name="by_code")),
        to.RunPython(to.RunPython.noop),
        to.SeparateDatabaseAndState(database_operations=[to.DeleteModel("club")]),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_control_each_kind_of_harm_is_seen(operation: Any):
    assert list(harm(operation, MigrationLoader(None).project_state(), "tournament"))


@pytest.mark.parametrize(
    "operation",
    [
        to.AddField("club", "short", models.CharField(max_length=20, null=True)),
        to.AddField("club", "short", models.CharField(max_length=20, db_default="")),
        to.AlterField("club", "name", models.CharField(max_length=1000)),
        to.AlterModelOptions("club", {"ordering": ["pk"]}),
        to.SeparateDatabaseAndState(state_operations=[to.DeleteModel("club")]),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_the_table_permits_is_no_harm(operation: Any):
    assert list(harm(operation, MigrationLoader(None).project_state(), "tournament")) == []
