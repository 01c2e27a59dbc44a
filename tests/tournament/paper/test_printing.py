"""Paper: ordered, made once, looked at; the same input gives the same bytes; what is missing is said in one sentence."""

import re
import time

import pytest
from django.urls import reverse
from django.utils import translation

from tests.promises.test_r18_paper_leaks_nothing import unpacked
from tests.tournament.paper import measuring
from tests.tournament.paper.halls import a_hall, an_order
from tournament.club.letterhead.actions import change_letterhead
from tournament.core import files, jobs
from tournament.entries.actions import add_entry
from tournament.entries.groups.actions import add_group, assign
from tournament.finals.end_result import final_ranking
from tournament.models import Grant, Job, Letterhead, Role, Tournament
from tournament.paper import making, printing
from tournament.paper.actions import order_paper
from tournament.paper.registry import DOCUMENTS, stacked
from tournament.people.names import full_name, public_name

pytestmark = pytest.mark.slow


def made(tournament, by, **wanted) -> Job:
    row = order_paper(tournament, by=by, **{"code": "names", "language": "de", **wanted}).result
    jobs.run(jobs.claim(row.pk))
    row.refresh_from_db()
    assert row.state == "done", row.error
    return row


def words(row: Job) -> str:
    return measuring.text(files.read(row.result["file"]))


def test_the_list_of_names_is_a_pdf_with_the_names(tournament, entries, as_yara):
    row = made(tournament, as_yara)
    assert all(name in words(row) for name in ("Yilmaz, Yara", "Weiss, Wanda", "Herbstturnier", "SC Augenzahl"))
    assert (row.done, row.total, row.result["pages"]) == (1, 1, 1)


def test_with_nobody_in_it_the_list_still_has_its_heading(tournament, as_yara):
    row = made(tournament, as_yara)
    assert all(word in words(row) for word in ("Namensliste", "Herbstturnier"))
    assert row.result["pages"] == 1


def test_at_the_entrance_one_looks_by_surname(tournament, as_yara):
    for given, family in (("Anna", "Zorn"), ("Bela", "Özil"), ("Rosa", "Roth"), ("Karl", "Ott")):
        add_entry(tournament, by=as_yara, given_name=given, family_name=family)

    def in_order(**options: str) -> list[str]:
        return re.findall(r"(Zorn|Özil|Roth|Ott), ", words(made(tournament, as_yara, options=options)))

    assert in_order() == ["Ott", "Özil", "Roth", "Zorn"]
    assert in_order(order="number") == ["Zorn", "Özil", "Roth", "Ott"]


def test_as_a_page_for_the_browser_it_holds_the_same_names_and_a_script_only_of_ours(
    tournament, entries, yara, signed_in
):
    address = reverse("paper_sheets", args=[tournament.public_id])
    browser = signed_in(yara)
    answer = browser.get(address, {"code": "names", "language": "de", "size": "a4"})
    page, policy = answer.content.decode(), answer.headers["Content-Security-Policy"]
    assert answer.status_code == 200 and "Yilmaz, Yara" in page and "Herbstturnier" in page
    assert (
        "style-src 'self' 'unsafe-inline'" in policy
        and "script-src 'self';" in policy
        and "default-src 'none'" in policy
    )
    assert re.findall(r"<script[^>]*>", page) and all("src=" in script for script in re.findall(r"<script[^>]*>", page))
    assert not Job.objects.exists()
    assert browser.get(address, {"code": "nothing"}).status_code == 302


def test_it_has_a_title_a_language_tags_and_its_own_fonts(tournament, entries, as_yara):
    import pypdfium2

    content = files.read(made(tournament, as_yara, language="en").result["file"])
    assert b"/StructTreeRoot" in unpacked(content) and b"/Lang (en)" in unpacked(content)
    document = pypdfium2.PdfDocument(content)
    assert document.get_metadata_value("Title") == "List of names · Herbstturnier"
    fonts = {thing.get_font().get_base_name() for thing in document[0].get_objects() if hasattr(thing, "get_font")}
    assert fonts and all("Atkinson" in font for font in fonts), fonts


def test_letters_that_the_font_lacks_come_from_the_projects_other_one(club, as_yara, tournament):
    import pypdfium2

    add_entry(tournament, by=as_yara, given_name="Ольга", family_name="עולם 漢")
    page = pypdfium2.PdfDocument(files.read(made(tournament, as_yara).result["file"]))[0]
    fonts = {thing.get_font().get_base_name() for thing in page.get_objects() if hasattr(thing, "get_font")}
    assert {name.split("+")[-1].split("-")[0] for name in fonts} == {"Atkinson", "DejaVu"}


def test_the_same_input_gives_the_same_bytes_in_another_process_at_another_time(club):
    hall = a_hall(club, 7)
    with translation.override("de"):
        parts = [
            DOCUMENTS[code].build(an_order(hall, code)).parts for code in ("names", "slips", "standings", "tables")
        ]
    parts = [list(part) for part in parts]
    first = [printing.print_out(part, picture=200)[:2] for part in parts]
    while printing._idle:
        printing._idle.pop().end()
    time.sleep(1.1)  # fonts keep a time, in seconds
    assert [printing.print_out(part, picture=200)[:2] for part in parts] == first


def test_what_was_made_is_not_made_again(tournament, entries, as_yara, monkeypatch):
    first = made(tournament, as_yara)
    monkeypatch.setattr(making, "print_out", lambda *_args, **_more: pytest.fail("made twice"))
    assert made(tournament, as_yara).result == first.result
    assert made(tournament, as_yara, code="names").pk != first.pk


def test_what_changed_is_made_anew(tournament, entries, as_yara):
    first = made(tournament, as_yara)
    change_letterhead(tournament.club, by=as_yara, colour="#00aa00")
    second = made(tournament, as_yara)
    add_entry(tournament, by=as_yara, given_name="Gerda")
    assert len({row.result["file"] for row in (first, second, made(tournament, as_yara))}) == 3


def test_it_says_how_far_it_is_and_can_be_called_off(club, as_yara, monkeypatch):
    hall = a_hall(club, 40)
    monkeypatch.setattr("tournament.paper.certificates.paper.IN_PART", 8)
    seen = []
    tell = jobs.Task.progress

    def telling(task, done, total):
        tell(task, done, total)
        seen.append((done, total))
        if done == 24:
            jobs.cancel(task.job)

    monkeypatch.setattr(jobs.Task, "progress", telling)
    of = str(DOCUMENTS["certificates"].of(hall)[0][0])
    row = order_paper(hall, by=as_yara, code="certificates", language="de", of=of).result
    jobs.run(jobs.claim(row.pk))
    row.refresh_from_db()
    assert seen == [(0, 40), (8, 40), (16, 40), (24, 40)] and row.state == "cancelled"


def test_one_that_cannot_be_made_fails_alone_and_says_why(tournament, entries, as_yara):
    row = order_paper(tournament, by=as_yara, code="tables", language="de", of="99").result
    jobs.run(jobs.claim(row.pk))
    row.refresh_from_db()
    assert row.state == "failed" and "noch einmal" in row.error
    made(tournament, as_yara)


def test_cut_and_stacked_the_cards_are_sorted():
    pages = stacked(range(10), 4)
    assert len(pages) == 3
    piles = [[dict(page)[at] for page in pages if at in dict(page)] for at in range(4)]
    assert [number for pile in piles for number in pile] == list(range(10))


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_a_kept_file_is_named_by_its_hash_only(name):
    with pytest.raises(ValueError, match="kept file"):
        files.read(name)


def test_without_the_libraries_the_reason_is_one_sentence(tournament, as_yara, monkeypatch, tmp_path):
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libgobject-2.0-0')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(printing, "_idle", [])
    row = order_paper(tournament, by=as_yara, code="names", language="de").result
    jobs.run(jobs.claim())
    row.refresh_from_db()
    assert row.state == "failed" and "apt install" in row.error


# ---- pages


@pytest.fixture
def page(tournament) -> str:
    return reverse("papers", args=[tournament.public_id])


@pytest.fixture
def order(tournament) -> str:
    return reverse("paper_order", args=[tournament.public_id])


def test_the_page_shows_every_document_in_few_queries(desk, club, django_assert_max_num_queries):
    hall = a_hall(club, 12)
    desk.get("/")
    with django_assert_max_num_queries(15):
        html = desk.get(reverse("papers", args=[hall.public_id])).content.decode()
    assert all(f'id="paper-{code}"' in html for code in DOCUMENTS)


def shown(html: str) -> tuple[list[str], list[str]]:
    """The papers of the page: those that are open to the eye, and those in folded groups."""
    folded = "".join(re.findall(r"<details class=\"papers\">.*?</details>", html, re.S))
    codes, hidden = (re.findall(r'id="paper-(\w+)"', part) for part in (html, folded))
    return [code for code in codes if code not in hidden], hidden


def test_what_is_needed_now_stands_on_top_and_everything_else_is_folded(desk, club):
    hall = a_hall(club, 8, rounds=1)
    seen, folded = shown(desk.get(reverse("papers", args=[hall.public_id])).content.decode())
    assert seen == ["tables", "slips"] and len(folded) == len(DOCUMENTS) - 2


def test_the_group_of_the_paper_that_was_made_is_open(desk, page, entries):
    seen, _folded = shown(desk.get(f"{page}?at=sign").content.decode())
    assert {"sign", "wifi"} <= set(seen) and "log" not in seen


def test_a_paper_is_found_by_its_words(desk, page, entries):
    seen, folded = shown(desk.get(f"{page}?q=WLAN schild").content.decode())
    assert seen == ["wifi"] and folded == []
    assert "Keine Drucksache heißt so" in desk.get(f"{page}?q=Blumenkohl").content.decode()


def test_one_tap_makes_a_page_at_once_and_shows_it(desk, order, entries):
    answer = desk.post(order, {"code": "names"}, HTTP_HX_REQUEST="true")
    row = Job.objects.get()
    assert row.state == "done"
    assert reverse("job_picture", args=[row.pk]) in answer.content.decode()
    picture = desk.get(reverse("job_picture", args=[row.pk]))
    assert picture["Content-Type"] == "image/png" and picture.content.startswith(b"\x89PNG")
    assert desk.get(reverse("job_file", args=[row.pk])).content.startswith(b"%PDF")


def test_a_pack_is_left_to_the_worker_but_a_page_of_it_can_be_seen_first(desk, order, entries):
    desk.post(order, {"code": "passes"}, HTTP_HX_REQUEST="true")
    assert Job.objects.get().state == "queued"
    desk.post(order, {"code": "passes", "sample": "1"}, HTTP_HX_REQUEST="true")
    assert Job.objects.get(args__is_sample=True).result["pages"] == 1


def test_a_page_of_a_long_list_is_there_without_making_the_rest(club, as_yara):
    hall = a_hall(club, 120, rounds=1)
    for code in ("names", "surnames", "tables", "standings", "results"):
        of = str(DOCUMENTS[code].of(hall)[0][0]) if DOCUMENTS[code].of else ""
        assert made(hall, as_yara, code=code, of=of, is_sample=True).result["pages"] == 1
    assert "Graf, Elif" in words(made(hall, as_yara, is_sample=True))
    assert made(hall, as_yara).result["pages"] == 2


def test_the_end_result_stands_on_paper_and_certificates(club, as_yara):
    hall = a_hall(club, 8)
    first = [line for line in final_ranking(hall, as_yara) if line.rank == 1]
    assert f"1. {first[0].number} {public_name(hall.entries.get(number=first[0].number).person, first[0].number)}" in (
        " ".join(words(made(hall, as_yara, code="standings", of="end")).split())
    )
    row = made(hall, as_yara, code="certificates", of="end", options={"wording": "{place}: {points}"})
    page = " ".join(words(row).split())  # a long name stands in two lines
    assert full_name(hall.entries.get(pk=first[0].entry).person) in page and "1: 10" in page


def test_categories_and_teams_get_certificates(club, as_yara):
    hall = a_hall(club, 8)
    for kind, name in (("team", "Die Sechser"), ("category", "Jugend")):
        group = add_group(hall, by=as_yara, kind=kind, name=name).result
        chosen = [entry.public_id for entry in hall.entries.order_by("-number")[:3]]
        assign(hall, by=as_yara, kind=kind, group_id=group.pk, entries=chosen)
    hall.stream.refresh_from_db()
    of = {key.partition(":")[0]: key for key, _name in DOCUMENTS["certificates"].of(hall)}
    junior = made(hall, as_yara, code="certificates", of=of["category"])
    assert junior.result["pages"] == 3 and all(said in words(junior) for said in ("Jugend", "1.", "3."))
    team = made(hall, as_yara, code="certificates", of=of["teams"])
    assert team.result["pages"] == 1 and "Die Sechser" in words(team)


def test_there_is_a_number_for_every_table(desk, club):
    hall = a_hall(club, 30)
    page = desk.get(f"{reverse('papers', args=[hall.public_id])}?q=Tischnummern").content.decode()
    assert re.search(r'name="last" value="8"', page)


def test_a_sign_leads_a_phone_to_the_pages_for_everybody(tournament, entries, as_yara):
    origin = "http://192.168.178.20:8000"
    where = {"tournament": "tournament", "enter": "self_entry"}
    assert [of for of, _name in DOCUMENTS["link"].of(tournament)] == ["tournament"]
    tournament.takes_entries = True
    tournament.save(update_fields=["takes_entries"])
    for of, _name in DOCUMENTS["link"].of(tournament):
        page = words(made(tournament, as_yara, code="link", of=of, origin=origin))
        assert origin + reverse(where[of], args=[tournament.public_id]) in "".join(page.split())


def test_without_scripts_it_leads_back_to_the_page(desk, order, page, entries):
    assert desk.post(order, {"code": "names"})["Location"] == f"{page}?at=names#paper-names"


def test_what_cannot_be_chosen_is_refused_in_its_card(desk, order):
    answer = desk.post(order, {"code": "tables", "of": "7"}, HTTP_HX_REQUEST="true")
    assert answer.status_code == 422 and Job.objects.count() == 0
    assert desk.post(order, {"code": "nothing"}).status_code in (409, 422)


def test_who_may_not_see_the_log_may_not_print_it(tournament, club, order, page, account, signed_in):
    desk_helper = account("bela")
    Grant.objects.create(account=desk_helper, club=club, tournament=tournament, role=Role.DESK)
    browser = signed_in(desk_helper)
    assert b'id="paper-log"' not in browser.get(page).content
    assert browser.post(order, {"code": "log"}).status_code == 403


def test_on_the_wall_nobody_is_named_who_is_hidden(club, as_yara):
    hall = a_hall(club, 12)
    person = hall.entries.get(number=3).person
    person.given_name, person.family_name, person.is_hidden = "Geheimnis", "Kanari", True
    person.save()
    for code, document in DOCUMENTS.items():
        if document.names == "public" and (document.of is None or document.of(hall)):
            order = an_order(hall, code)
            row = made(hall, as_yara, code=code, of=order.of, options=dict(order.options))
            assert not {"Geheimnis", "Kanari"} & set(words(row).split()), code


def test_the_logo_stands_on_the_paper(desk, club, tournament, entries, as_yara):
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (40, 20), "#a00").save(out, "JPEG")
    out.seek(0)
    out.name = "logo.jpg"
    before = made(tournament, as_yara).result["picture"]
    url = reverse("letterhead", args=[club.public_id])
    assert desk.post(url, {"colour": "#a00000", "logo": out, "version": "1"}).status_code == 302
    assert desk.get(reverse("letterhead_logo", args=[club.public_id])).content.startswith(b"\x89PNG")
    row = made(tournament, as_yara)
    assert row.result["picture"] != before
    kept = Image.open(io.BytesIO(files.read(row.result["picture"]))).convert("RGB")
    assert sum(count for count, (red, green, _) in kept.getcolors(1 << 20) if red > 150 and green < 20) > 1000


@pytest.mark.parametrize("code", ["tables", "bracket", "numbers", "sign", "certificates"])
def test_everything_that_hangs_carries_the_logo(club, code):
    hall = a_hall(club, 8)
    Letterhead.objects.create(club=hall.club, logo="0" * 64)
    hall = Tournament.objects.select_related("club__letterhead", "stream").get(pk=hall.pk)
    assert all("augengenau:logo.png" in part for part in DOCUMENTS[code].build(an_order(hall, code)).parts)


def test_a_wrong_logo_is_refused_beside_its_field(desk, club):
    from django.core.files.uploadedfile import SimpleUploadedFile

    wrong = SimpleUploadedFile("logo.svg", b"<svg/>")
    answer = desk.post(
        reverse("letterhead", args=[club.public_id]), {"colour": "#a00000", "logo": wrong, "version": "1"}
    )
    assert answer.status_code == 422


def test_who_may_not_see_a_paper_learns_nothing_of_its_making_and_does_not_stop_it(
    tournament, entries, as_yara, account, club, signed_in
):
    """Passes hold every player's own link: they are the desk's alone."""
    karl = account("karl")
    Grant.objects.create(account=karl, club=club, tournament=tournament, role=Role.REFEREE)
    referee = signed_in(karl)
    passes, names = (
        order_paper(tournament, by=as_yara, code=code, language="de").result for code in ("passes", "names")
    )
    for row, status in ((passes, 404), (names, 200)):
        assert referee.get(reverse("job", args=[row.pk])).status_code == status
        assert referee.get(f"/api/v1/jobs/{row.pk}/").status_code == status
    for name in ("job_cancel", "job_retry"):
        assert referee.post(reverse(name, args=[passes.pk])).status_code == 404
    for what in ("cancel", "retry"):
        assert referee.post(f"/api/v1/jobs/{passes.pk}/{what}/", {}, "application/json").status_code == 404
    passes.refresh_from_db()
    assert passes.state == "queued"
