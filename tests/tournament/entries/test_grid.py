"""The players' grid: every declared field is a column, cells are changed by the actions of the player's own page, nothing that
was typed is lost, and an edit on old facts is refused with what stands there now."""

import json

import pytest
from django.core.management import call_command

from tests.tournament.evening import refused, text
from tournament.desk.undo.actions import undo_to
from tournament.desk.undo.steps import steps
from tournament.entries.actions import add_entry, rename
from tournament.entries.fields import FIELDS, Kind
from tournament.entries.grid import views
from tournament.entries.grid.actions import MOST_REMOVED, Cell, edit_entries, remove_entries
from tournament.entries.grid.cells import STATE, columns, read, shown
from tournament.entries.grid.queries import grid
from tournament.entries.queries import entry_in_full
from tournament.models import Category, Entry, Snapshot, Team

TYPED = {
    Kind.NAME: "Neu",
    Kind.TEXT: "am Fenster",
    Kind.EMAIL: "neu@example.org",
    Kind.TRUTH: "✓",
    Kind.NUMBER: "77",
    Kind.GROUP: "Rote",
    Kind.BOARDS: "3, 14",
}


@pytest.fixture
def gero(evening):
    return add_entry(evening.tournament, by=evening.by, given_name="Gero", family_name="Grün").result


def edit(evening, *cells, **more):
    return edit_entries(evening.tournament, by=evening.by, cells=[Cell(*cell) for cell in cells], **more)


def cell_of(evening, entry, name):
    return shown(entry_in_full(evening.tournament, entry.public_id), name)


def send(desk, at, *lines):
    body = json.dumps({"lines": list(lines)})
    return desk.post(at("player_steps"), body, content_type="application/json").json()


def test_every_declared_field_is_a_column():
    assert {column.name for column in columns()} == {field.name for field in FIELDS} | {STATE}
    assert [column.name for column in columns()][:3] == ["number", "family_name", "given_name"]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_is_changed_in_its_cell_and_emptied_again(field, evening, gero):
    before = cell_of(evening, gero, field.name)
    done = edit(evening, (gero.public_id, field.name, TYPED[field.kind], before))
    assert done.result == [] and done.receipt["count"] == 1
    assert cell_of(evening, gero, field.name) == TYPED[field.kind]
    call_command("verify_tournament", evening.tournament.public_id)
    if field.name in ("number", "given_name"):
        with pytest.raises(Exception) as caught:
            edit(evening, (gero.public_id, field.name, "", TYPED[field.kind]))
        assert caught.value.status == 422
        return
    edit(evening, (gero.public_id, field.name, "", TYPED[field.kind]))
    assert cell_of(evening, gero, field.name) == ""


def test_other_fields_of_the_same_kind_stay(evening, gero):
    first = [
        ("from_club", "Hütchen"),
        ("family", "Grün"),
        ("team", "Rote"),
        ("email", "g@example.org"),
        ("guardian", "Oma"),
    ]
    edit(evening, *[(gero.public_id, name, value, "") for name, value in first])
    edit(evening, (gero.public_id, "note", "vorn", ""), (gero.public_id, "guardian", "Opa", "Oma"))
    assert [cell_of(evening, gero, name) for name, _ in first] == ["Hütchen", "Grün", "Rote", "g@example.org", "Opa"]


def test_whoever_is_there(evening, gero):
    edit(evening, (gero.public_id, STATE, "✓", ""))
    assert Entry.objects.get(pk=gero.pk).state == "present"
    edit(evening, (gero.public_id, STATE, "", "✓"))
    assert Entry.objects.get(pk=gero.pk).state == "registered"


def test_a_team_is_found_in_any_case_and_made_if_new(evening, gero):
    other = evening.tournament.entries.first()
    edit(evening, (gero.public_id, "team", "Rote", ""), (other.public_id, "team", "rote", ""))
    edit(evening, (gero.public_id, "category", "Jugend", ""))
    assert (Team.objects.get().name, Category.objects.get().name) == ("Rote", "Jugend")
    assert cell_of(evening, other, "team") == "Rote"


def test_on_old_facts_it_is_refused_and_says_what_stands_there(evening, gero):
    edit(evening, (gero.public_id, "from_club", "Hanauer Hütchen", ""))
    with refused("cell_changed") as caught:
        edit(evening, (gero.public_id, "from_club", "Hana", ""))
    assert "Hanauer Hütchen" in str(caught.value) and caught.value.data["now"] == "Hanauer Hütchen"
    assert cell_of(evening, gero, "from_club") == "Hanauer Hütchen"


def test_the_same_by_two_is_done_already(evening, gero):
    edit(evening, (gero.public_id, "from_club", "Hütchen", ""))
    assert edit(evening, (gero.public_id, "from_club", "Hütchen", "")).receipt["count"] == 0


def test_what_cannot_be_read_is_refused_and_holds_up_nothing_else(evening, gero):
    cells = [
        ("number", "1", "17"),
        ("email", "kein at", ""),
        ("is_paid", "vielleicht", ""),
        ("from_club", "Hütchen", ""),
    ]
    done = edit(evening, *[(gero.public_id, *cell) for cell in cells])
    assert sorted(left.cell.field for left in done.result) == ["email", "is_paid", "number"]
    assert all(str(left.refusal) for left in done.result)
    assert cell_of(evening, gero, "from_club") == "Hütchen" and cell_of(evening, gero, "number") == "17"


def test_numbers_that_make_room_for_each_other(evening):
    first, second = evening.tournament.entries.order_by("number")[:2]
    cells = [(first.public_id, "number", "2", "1"), (second.public_id, "number", "200", "2")]
    assert edit(evening, *cells).result == []
    assert [Entry.objects.get(pk=each.pk).number for each in (first, second)] == [2, 200]


def test_many_cells_are_one_step_back(evening):
    tournament = evening.tournament
    before = Snapshot.objects.count()
    ids = list(tournament.entries.values_list("public_id", flat=True))
    cells = [(one, name, value, "") for one in ids for name, value in (("from_club", "Hütchen"), ("team", "Rote"))]
    edit(evening, *cells)
    assert Snapshot.objects.count() == before + 1
    tournament.stream.refresh_from_db()
    step, below = [step for step, _n in zip(steps(tournament), range(2), strict=False)]
    assert (step.line.code, below.line.code) == ("entries.edited", "entries.checked_in")
    undo_to(tournament, by=evening.by, to=step.before.seq, seen=tournament.stream.seq)
    assert not Team.objects.exists() and not Entry.objects.exclude(from_club="").exists()
    call_command("verify_tournament", tournament.public_id)


def test_several_are_deleted_and_who_sat_stays(evening, round_, gero):
    seated = round_.seats.first().entry
    done = remove_entries(evening.tournament, by=evening.by, entries=[gero.public_id, seated.public_id])
    assert (done.receipt["count"], done.receipt["left"]) == (1, 1) and str(seated.number) in str(done.result[0])
    assert Entry.objects.filter(pk=seated.pk).exists() and not Entry.objects.filter(pk=gero.pk).exists()
    with refused("has_sat"):
        remove_entries(evening.tournament, by=evening.by, entries=[seated.public_id])


def test_lines_that_a_page_has_kept_count_once(evening, gero, desk, at):
    cells = [{"entry": gero.public_id, "field": "from_club", "value": "Hütchen", "was": ""}]
    assert send(desk, at, {"id": "a" * 24, "cells": cells}) == {"done": ["a" * 24], "refused": {}}
    rename(evening.tournament, by=evening.by, entry_id=gero.public_id, given_name="Gerold")
    assert send(desk, at, {"id": "a" * 24, "cells": cells})["done"] == ["a" * 24]
    answer = send(
        desk, at, {"id": "b" * 24, "cells": [{**cells[0], "field": "given_name", "value": "Jörg", "was": "Gero"}]}
    )
    left = answer["refused"]["b" * 24]
    assert left["cells"][0]["now"] == "Gerold" and "Gerold" in left["trouble"]
    assert send(desk, at, {"id": "c" * 24, "remove": [gero.public_id]})["done"] == ["c" * 24]
    assert not Entry.objects.filter(pk=gero.pk).exists()


@pytest.mark.parametrize(
    "line",
    [
        {"id": "a" * 24},
        {"id": "!", "remove": ["x"]},
        {"id": "a" * 24, "cells": [{"entry": 1, "field": "note", "value": ""}]},
        {"id": "a" * 24, "cells": [{"entry": "x", "field": "note", "value": "", "by": "x"}]},
        {"id": "a" * 24, "cells": "x"},
        ["a"],
    ],
)
def test_what_is_no_step_is_refused(line, desk, at):
    assert (
        desk.post(at("player_steps"), json.dumps({"lines": [line]}), content_type="application/json").status_code == 422
    )


def test_a_request_does_no_more_than_a_large_sheet_and_the_rest_is_sent_again(gero, desk, at, monkeypatch):
    """Whoever sends steps without end would keep all others from writing for as long."""
    monkeypatch.setattr(views, "MOST_CELLS", 3)
    cell = {"entry": gero.public_id, "field": "from_club", "value": "Hütchen"}
    lines = [{"id": letter * 24, "cells": [cell] * many} for letter, many in (("a", 5), ("b", 1), ("c", 1))]
    assert send(desk, at, *lines)["done"] == ["a" * 24]
    assert send(desk, at, *lines[1:])["done"] == ["b" * 24, "c" * 24]
    absent = [{"id": letter * 24, "remove": ["x", "y"]} for letter in "de"]
    assert send(desk, at, *absent)["refused"].keys() == {"d" * 24}


def test_no_more_are_deleted_at_once_than_there_are_in_a_hall(evening, gero):
    with refused("cell"):
        remove_entries(evening.tournament, by=evening.by, entries=[gero.public_id] * (MOST_REMOVED + 1))
    done = remove_entries(evening.tournament, by=evening.by, entries=[gero.public_id] * MOST_REMOVED)
    assert (done.receipt["count"], done.receipt["left"]) == (1, 0)


def test_no_address_is_left_in_the_log(evening, gero, asked):
    edit(evening, (gero.public_id, "email", "geheim@example.org", ""))
    assert not any(b"geheim" in said for said in asked)
    assert "geheim" not in json.dumps(list(evening.tournament.stream.log.values("data", "receipt")))


def test_the_page_is_a_list_with_links_that_is_sought_and_sorted(evening, gero, desk, at):
    page = desk.get(at("players"))
    assert f"{at('player')}?entry={gero.public_id}" in page.content.decode() and "Grün" in text(page)
    assert [row.number for row in desk.get(at("players") + "?q=gru").context["grid"].rows] == [17]
    numbers = [row.number for row in desk.get(at("players") + "?sort=-number").context["grid"].rows]
    assert numbers == list(range(17, 0, -1))
    assert grid(evening.tournament, sort="given_name").rows[-1].name == "Gero Grün"


def test_read_and_shown_agree():
    assert (
        read("fixed_boards", "3; 14") == (3, 14) and read("is_paid", "ja") is True and read("is_paid", "nein") is False
    )
