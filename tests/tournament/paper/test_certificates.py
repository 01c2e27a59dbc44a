"""Certificates: every design in both directions with the worst names, words in one language, awards of one's own."""

import base64
import io

import pypdfium2 as pdfium
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from PIL import Image

from tests.either import same_on_either
from tests.tournament.evening import Evening, by_chance
from tests.tournament.paper import measuring
from tests.tournament.paper.halls import a_hall, an_order, printed
from tournament.core import files
from tournament.core.errors import Refused
from tournament.entries.groups.actions import add_group, assign
from tournament.models import Letterhead, Person, Seat, Tournament
from tournament.paper.certificates.children import NAMES
from tournament.paper.certificates.designs import DESIGNS
from tournament.paper.certificates.sheet import Facts, Sheet
from tournament.paper.printing import print_out
from tournament.paper.registry import DOCUMENTS
from tournament.people.names import full_name

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
NOT_YET = "vorläufig: Die Plätze können sich noch ändern"
LONGEST = "Maximilian-Alexander Freiherr von Hohenstein-Wittgenstein"


@pytest.fixture
def hall(club):
    hall = a_hall(club, 9)
    hall.name, hall.place = "37. Offene Stadtmeisterschaft", "Bürgerhaus am Markt, 54321 Waldau"
    hall.save()
    return hall


def said(hall, *, language: str = "de", of: str = "end", **options) -> str:
    return " ".join(measuring.text(printed(hall, "certificates", language=language, of=of, options=options)).split())


@same_on_either("how a design looks; those below are made on both")
@pytest.mark.parametrize("across", [False, True], ids=["portrait", "landscape"])
@pytest.mark.parametrize("design", DESIGNS)
def test_nothing_is_cut_off_and_nothing_overlaps(club, design, across):
    hall = a_hall(club, 9, is_nasty=True)
    person = hall.entries.get(number=9).person
    person.given_name, _blank, person.family_name = LONGEST.partition(" ")
    person.save()
    content = printed(hall, "certificates", of="end", options={"design": design, "across": across, "award": "x"})
    page = pdfium.PdfDocument(content)[0]
    assert page.get_width() > page.get_height() if across else page.get_height() > page.get_width()
    assert not measuring.problems(content)


@pytest.mark.parametrize("across", [False, True], ids=["portrait", "landscape"])
@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("name", ["Jo Li", LONGEST, "W" * 80])
def test_a_name_is_whole_and_within_the_sheet(design, across, name):
    sheet = Sheet(297, 210) if across else Sheet(210, 297)
    DESIGNS[design].draw(sheet, Facts(name, "hat **viel** gewonnen.", "Urkunde", 3, "3.", "Platz", is_landscape=across))
    assert name in sheet.html().replace("<br>", " ")


def test_the_words_are_those_of_the_paper_s_language_and_of_the_event(hall):
    with translation.override("de"):  # the desk reads German, the paper is English
        english = said(hall, language="en")
    assert "reached place 1 among 9 players at the tournament 37. Offene Stadtmeisterschaft." in english
    assert not any(word in english for word in ("Urkunde", "Platz", "Ort, Datum", "Turnierleitung"))
    assert "hat bei der 37. Offene Stadtmeisterschaft unter 9 Teilnehmenden den 1. Platz erreicht." in said(
        hall, at="f"
    )
    assert "hat beim Turnier 37." in said(hall)


def test_day_and_place_are_filled_in(hall):
    assert "Waldau, 21. November 2026" in said(hall)
    assert "Neustadt, 21. November 2026" in said(hall, town="Neustadt")


def test_what_fits_is_chosen_children_are_spoken_to_and_teams_named_with_their_people(hall, as_yara):
    Person.objects.filter(entries__number=3).update(is_minor=True)
    assert said(hall).count("Du hast beim Turnier") == 1
    team = add_group(hall, by=as_yara, kind="team", name="Die Sechser").result
    chosen = [entry.public_id for entry in hall.entries.order_by("number")[:2]]
    assign(hall, by=as_yara, kind="team", group_id=team.pk, entries=chosen)
    hall.stream.refresh_from_db()
    of = next(key for key, _name in DOCUMENTS["certificates"].of(hall) if key.startswith("teams"))
    words = said(hall, of=of)
    assert "Die Mannschaft Die Sechser" in words and "unter 1 Mannschaften" in words
    assert all(full_name(entry.person) in words for entry in hall.entries.order_by("number")[:2])


def test_one_printed_before_the_end_says_that_places_can_still_change(club):
    evening = Evening(club, "open")
    evening.come(9)
    drawn = evening.draw(1)
    for round_ in drawn[:-1]:
        evening.play(round_, by_chance(round_.number))
    first = f"stage:{evening.stage(1).pk}"

    def says_so(of: str) -> bool:
        hall = Tournament.objects.select_related("club", "stream").get(pk=evening.tournament.pk)
        count = said(hall, of=of, award="Die lustigste Runde", numbers="4").count(NOT_YET)
        assert count in (0, hall.entries.count())
        return count > 0

    assert says_so("end") and says_so(first) and not says_so("award")
    evening.play(drawn[-1], by_chance(9))
    assert says_so("end") and not says_so(first)
    for position in (2, 3):
        assert says_so("end")
        evening.play_stage(position, by_chance(position))
    assert not says_so("end") and not says_so(first)


def test_the_pawn_has_the_colour_of_the_table_that_was_played_last(hall):
    order = an_order(hall, "certificates", of="end", options={"design": "children"})
    pages = "".join(DOCUMENTS["certificates"].build(order).parts)
    first = pages.split('<section class="certificate">')[1]
    name = next(full_name(entry.person) for entry in hall.entries.all() if full_name(entry.person).split()[0] in first)
    entry = next(entry for entry in hall.entries.all() if full_name(entry.person) == name)
    colour = Seat.objects.filter(entry=entry, table__round__number=3).get().colour
    assert f"color:{NAMES[colour]}" in first


def test_an_award_of_one_s_own(hall):
    winner = full_name(hall.entries.get(number=4).person)
    words = said(hall, of="award", award="Die meisten hinausgeworfen", numbers="4", at="m")
    assert "Die meisten hinausgeworfen" in words and winner in words.replace("\n", " ")
    assert "hat sich diese Auszeichnung beim 37. Offene Stadtmeisterschaft verdient." in words and "Platz" not in words


@pytest.mark.parametrize("numbers", ["", "0", "99", "4, x", "4 " * 5 + "¹"])
def test_an_award_for_nobody_is_refused(hall, numbers):
    with pytest.raises(Refused, match="Startnummern"):
        said(hall, of="award", award="!", numbers=numbers)


def test_a_preview_shows_the_name_that_needs_most_room(hall):
    longest = max((full_name(entry.person) for entry in hall.entries.all()), key=len)
    parts = list(DOCUMENTS["certificates"].build(an_order(hall, "certificates", of="end", is_sample=True)).parts)
    assert len(parts) == 1 and parts[0].count("<section") == 1
    assert all(word in parts[0] for word in longest.split())


@pytest.fixture
def own_pictures(desk, club, hall):
    """Uploaded as somebody does it on the page."""
    sent = {"colour": "#a00000", "version": "1"}
    for name, size, colour in (("background", (800, 1130), (250, 220, 180)), ("signature", (300, 90), (10, 10, 120))):
        out = io.BytesIO()
        Image.new("RGB", size, colour).save(out, "PNG")
        sent[name] = SimpleUploadedFile(f"{name}.png", out.getvalue())
    assert desk.post(reverse("letterhead", args=[club.public_id]), sent).status_code == 302
    return Tournament.objects.select_related("club__letterhead", "stream").get(pk=hall.pk)


def test_own_background_and_signature_stand_on_the_sheet(own_pictures):
    order = an_order(own_pictures, "certificates", of="end", options={"design": "own"})
    pack = DOCUMENTS["certificates"].build(order)
    content = print_out(pack.parts, files=pack.files)[0]
    page = pdfium.PdfDocument(content)[0]
    assert page.render(scale=1).to_pil().convert("RGB").getpixel((5, 5)) == pytest.approx((250, 220, 180), abs=6)
    assert not measuring.problems(content)
    classic = an_order(own_pictures, "certificates", of="end", options={"design": "classic"})
    parts = "".join(DOCUMENTS["certificates"].build(classic).parts)
    assert "augengenau:signature.png" in parts and "background.jpg" not in parts


def test_in_the_browser_a_picture_is_sent_once_however_many_certificates_there_are(desk, club, own_pictures):
    head = Letterhead.objects.get(club=club)
    asked = {"code": "certificates", "of": "end", "design": "own", "size": "a4", "language": "de"}
    page = desk.get(reverse("paper_sheets", args=[own_pictures.public_id]), asked).content.decode()
    assert page.count('class="ground"') > 5 and page.count('alt=""') > 10
    for kept in (head.background, head.signature):
        assert page.count(base64.b64encode(files.read(kept)).decode()) == 1


def test_own_pictures_are_shown_kept_and_taken_away(desk, club, own_pictures):
    for name in ("background", "signature"):
        kept = getattr(Letterhead.objects.get(club=club), name)
        assert files.is_kept(kept)
        assert desk.get(reverse(f"letterhead_{name}", args=[club.public_id])).content == files.read(kept)
    sent = {"colour": "#a00000", "version": "2", "remove_background": "on"}
    assert desk.post(reverse("letterhead", args=[club.public_id]), sent).status_code == 302
    head = Letterhead.objects.get(club=club)
    assert head.background == "" and head.signature
    assert desk.get(reverse("letterhead_background", args=[club.public_id])).status_code == 404


def test_what_is_no_picture_or_too_large_is_refused_beside_its_field(desk, club):
    url = reverse("letterhead", args=[club.public_id])
    for name, content in (("background", b"<svg/>"), ("signature", b"%PDF-1.7"), ("background", b"x" * (13 << 20))):
        sent = {"colour": "#a00000", "version": "1", name: SimpleUploadedFile("a.png", content)}
        answer = desk.post(url, sent)
        assert answer.status_code == 422 and name in answer.context["form"].errors
    assert not Letterhead.objects.filter(club=club).exclude(background="", signature="").exists()
