"""A club's own kinds of tournament: so spielen wir."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournament.evening import Evening, refused
from tournament.models import OwnPreset, Tournament
from tournament.stages.actions import change_stage, set_preset
from tournament.stages.own_kinds.actions import change_preset, keep_preset, remove_preset
from tournament.stages.own_kinds.queries import preset_of, presets_of

FORCED = {"forced_capture": True}
THREE = {"three_throws": True}


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "village", by=as_yara)
    change_stage(made.tournament, by=as_yara, stage_id=made.stage(1).pk, fields={"options": FORCED, "minutes": 35})
    return made


@pytest.fixture
def own(club, evening, as_yara) -> OwnPreset:
    return keep_preset(club, by=as_yara, name="So spielen wir", tournament_id=evening.tournament.public_id).result


def test_kept_of_a_tournament_it_makes_the_same_again(club, own, evening, as_yara):
    other = Evening(club, "open", by=as_yara).tournament
    set_preset(other, by=as_yara, preset=own.public_id, language="de")
    fields = ("name", "kind", "rules", "options", "minutes", "scheme", "size", "threes_first")
    assert [*other.stages.values(*fields)] == [*evening.tournament.stages.values(*fields)]
    assert other.stages.first().options == FORCED and other.stages.last().options == {"three_throws": True}


def test_it_is_offered_first(club, own, desk):
    assert presets_of(club)[0].name == "So spielen wir"
    about = {"name": "Neu", "played_on": "2026-12-01"}
    page = desk.get(reverse("new_tournament", args=[club.public_id]), {"step": "2", **about})
    assert page.context["presets"][0]["id"] == own.public_id
    desk.post(reverse("new_tournament", args=[club.public_id]), {"preset": own.public_id, **about})
    assert Tournament.objects.get(name="Neu").stages.first().options == FORCED


def test_all_its_parts_are_said_and_kept_where_they_differ(club, own, desk):
    about = {"name": "Neu", "played_on": "2026-12-01", "preset": own.public_id}
    wizard = reverse("new_tournament", args=[club.public_id])
    pages = [
        *(desk.get(wizard, {"step": step, **about}).content.decode() for step in ("2", "4")),
        desk.get(reverse("kinds", args=[club.public_id])).content.decode(),
        desk.get(reverse("kind", args=[club.public_id, own.public_id])).content.decode(),
    ]
    for page in pages:
        said = " ".join(re.sub("<[^>]+>", "", page).split())
        assert "Vorrunde: Das Familienspiel, zweiseitig: Schlagzwang" in said
        assert "Finale, Kleines Finale: Das Familienspiel, zweiseitig: Dreimal würfeln" in said
    desk.post(wizard, about)
    made = Tournament.objects.get(name="Neu").stages.order_by("position")
    assert [stage.options for stage in made] == [FORCED, {"three_throws": True}, {"three_throws": True}]


def test_what_the_wizard_changes_is_that_of_all_parts_that_play_like_the_first(club, own, desk):
    answers = {"name": "Neu", "played_on": "2026-12-01", "preset": "village", "village-options": "1"}
    desk.post(reverse("new_tournament", args=[club.public_id]), {**answers, "village-barriers": "on"})
    made = Tournament.objects.get(name="Neu").stages.all()
    assert [stage.options for stage in made] == [{"barriers": True}] * 3


def test_copied_changed_and_removed(club, own, as_yara):
    copy = keep_preset(club, by=as_yara, name="Anders", preset=own.public_id, options={"barriers": True}).result
    assert copy.stages[0]["options"] == {"barriers": True} and own.stages[0]["options"] == FORCED
    change_preset(club, by=as_yara, preset=copy.public_id, name="Ganz anders", options={}, version=copy.version)
    copy.refresh_from_db()
    assert (copy.name, copy.stages[0]["options"]) == ("Ganz anders", {})
    with refused("unknown_option"):
        change_preset(club, by=as_yara, preset=copy.public_id, name="x", options={"four_throws": True})
    with refused("preset_name"):
        keep_preset(club, by=as_yara, name="So spielen wir", preset="open")
    remove_preset(club, by=as_yara, preset=copy.public_id)
    assert preset_of(club, copy.public_id) is None
    with refused("preset_gone"):
        remove_preset(club, by=as_yara, preset=copy.public_id)


@pytest.mark.parametrize(
    ("stages", "code"),
    [
        ([], "preset_empty"),
        ([{"name": "x", "kind": "next"}], "stage_rules"),
        ([{"name": "x", "kind": "next", "rules": ["classic"]}], "stage_rules"),
        ([{"name": "x", "kind": "next", "rules": "classic", "seed": "mine"}], "stage_field"),
        ([{"name": "x", "kind": "next", "rules": "classic", "options": {"goal_entry": "free"}}], "unknown_option"),
        ([{"name": "x", "kind": "small_final", "rules": "classic", "size": 8}], "small_final_first"),
    ],
)
def test_nonsense_is_refused(club, as_yara, stages, code):
    with refused(code):
        keep_preset(club, by=as_yara, name="Neu", stages=stages)


def test_the_pages(club, evening, desk):
    kinds = reverse("kinds", args=[club.public_id])
    assert kinds in desk.get(reverse("stages", args=[evening.tournament.public_id])).content.decode()
    desk.post(kinds, {"name": "So spielen wir", "tournament": evening.tournament.public_id})
    own = OwnPreset.objects.get()
    assert "Schlagzwang" in desk.get(kinds).content.decode()
    page = reverse("kind", args=[club.public_id, own.public_id])
    answers = {"name": "Unser Abend", "version": own.version, "how-options": "1", "how-three_throws": "on"}
    assert desk.get(page).status_code == 200 and desk.post(page, answers).status_code == 302
    own.refresh_from_db()
    assert (own.name, own.stages[0]["options"]) == ("Unser Abend", {"three_throws": True})
    file = desk.get(reverse("kind_file", args=[club.public_id, own.public_id])).content
    desk.post(kinds, {"name": "Aus der Datei", "file": SimpleUploadedFile("k.json", file)})
    assert OwnPreset.objects.get(name="Aus der Datei").stages == own.stages == json.loads(file)["stages"]
    assert desk.post(kinds, {"name": "Kaputt", "file": SimpleUploadedFile("k.json", b"[]")}).status_code == 422
    desk.post(page, {"to": "remove"})
    assert not OwnPreset.objects.filter(pk=own.pk).exists()


def test_programs_keep_them_too(club, evening, desk):
    kinds = reverse("api_kinds", args=[club.public_id])
    made = desk.post(kinds, {"name": "Per Programm", "tournament_id": evening.tournament.public_id}, "application/json")
    assert made.status_code == 201
    item = desk.get(kinds).json()["items"][0]
    assert (item["name"], item["stages"][0]["options"]) == ("Per Programm", FORCED)


def changed_on_its_page(desk, evening, **answers: str) -> str:
    """The form of the first part, sent as it is shown but for these answers; the page that comes after it."""
    address = f"{reverse('stage', args=[evening.tournament.public_id])}?stage={evening.stage(1).pk}"
    form = desk.get(address).context["form"]
    shown = [form, *form.hows.values()]
    values = {bound.html_name: bound.value() for one in shown for bound in one if bound.value() not in (None, False)}
    sent = {**values, "version": evening.stage(1).version, **answers}
    return desk.post(address, sent, follow=True).content.decode()


def test_who_changes_how_one_part_is_played_hears_of_the_others_and_may_take_them_along(club, as_yara, desk):
    evening = Evening(club, "village", by=as_yara)
    page = changed_on_its_page(desk, evening, **{"classic6-barriers": "on"})
    both = {"three_throws": True, "barriers": True}
    assert "Nicht mitgeändert: Finale, Kleines Finale. Dort bleibt es, wie es war: " in page
    assert [stage.options for stage in evening.tournament.stages.all()] == [both, THREE, THREE]
    change_stage(evening.tournament, by=as_yara, stage_id=evening.stage(3).pk, fields={"options": both})
    page = changed_on_its_page(desk, evening, **{"classic6-forced_capture": "on", "also": "1"})
    assert "Nicht mitgeändert" not in page
    every = {**both, **FORCED}
    assert [stage.options for stage in evening.tournament.stages.order_by("position")] == [every, THREE, every]
    assert "Nicht mitgeändert" not in changed_on_its_page(desk, evening, minutes="35")
    changed_on_its_page(desk, evening, rules="turnier", also="1")
    assert [stage.rules for stage in evening.tournament.stages.order_by("position")] == [
        "turnier",
        "classic6",
        "turnier",
    ]
