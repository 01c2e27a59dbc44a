"""Every declared field of an entry over the API."""

from tests.tournament.said import NAME, SAID, kept, of, written
from tournament.entries.details import is_required
from tournament.entries.fields import CONTACT, IN_LISTS, OWN, Kind
from tournament.entries.signup.actions import set_entering
from tournament.models import Entry


@of(IN_LISTS)
def test_a_program_enters_it_and_is_shown_it_before(yaras, tournament, field):
    here = f"tournaments/{tournament.public_id}/entries"
    head, cells = ("", "") if is_required(field) else ("Vorname;", "Anna;")
    text = f"{head}{field.heads.split()[0]};\n{cells}{written(field)};"
    [line] = yaras.post(f"{here}/list/", {"text": text}).json()["lines"]
    said = list(SAID[field.kind]) if field.kind == Kind.BOARDS else SAID[field.kind]
    assert line[field.name] == said
    assert yaras.post(f"{here}/import/", {"people": [{**NAME, field.name: said}]}).status_code == 201
    assert kept(Entry.objects.get(), field) == SAID[field.kind]


@of(OWN)
def test_people_say_it_themselves(tournament, as_yara, yaras, field):
    rules = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": True}
    set_entering(tournament, by=as_yara, **rules)
    said = {**NAME, "is_minor": True, "guardian": "Ida Lang", field.name: SAID[field.kind]}
    assert yaras.post(f"tournaments/{tournament.public_id}/entries/self/", said).status_code == 201
    assert kept(Entry.objects.get(), field) == SAID[field.kind]


def test_a_program_reads_and_changes_a_contact(yaras, program, account, here, entries):
    address = f"{here}/entries/{entries[0].public_id}/contact/"
    asked = yaras.get(address)
    assert asked.json() == {**{field.name: "" for field in CONTACT}, "version": entries[0].version}
    assert yaras.post(address, {"email": "a@example.org"}, if_match=asked.headers["ETag"]).status_code == 200
    assert yaras.get(address).json()["email"] == "a@example.org"
    assert yaras.post(address, {"email": "b@example.org"}, if_match=asked.headers["ETag"]).status_code == 412
    assert yaras.post(address, {"email": "no address"}).status_code == 400
    assert program(account("gero")).get(address).status_code in (403, 404)
