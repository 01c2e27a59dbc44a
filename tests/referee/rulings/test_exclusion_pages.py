"""An exclusion on the pages: what follows is shown, then it is signed; nobody is offered what is refused to them."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from referee.appeals.actions import appeal
from referee.models import Claim, Ruling
from referee.plugins.paper import ruling as ruling_on_paper
from referee.rulings.actions import sign_ruling, supersede_ruling
from tests.referee.conftest import MISSED, surely
from tournament.core.actors import Actor
from tournament.core.links import entry_token
from tournament.paper.registry import Order

pytestmark = pytest.mark.slow


@pytest.fixture
def phone(gero, signed_in) -> Client:
    browser = signed_in(gero)
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return browser


@pytest.fixture
def address(table) -> str:
    return reverse("claim", args=[table.tournament.public_id, table.public_id])


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_what_follows_is_shown_before_it_is_signed(phone, address, yellow):
    said = {"what": "conduct", "against": yellow.public_id, "offence": "upset", "action_id": "abcdefgh1234"}
    page = phone.post(address, said)
    assert page.status_code == 200 and not Claim.objects.exists()
    assert "comes last and gets no points" in words(page) and "Only the organisers can take it back: yara." in words(
        page
    )
    kept = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    unsaid = phone.post(address, {**kept, "words": " "})
    assert "Please say why." in words(unsaid) and not Claim.objects.exists()
    assert phone.post(address, {**kept, "words": "Swept the board"}).status_code == 302
    assert Ruling.objects.get().words == "Swept the board"
    yellow.refresh_from_db()
    assert yellow.state == "excluded"


def test_replaced_by_a_warning_nothing_says_any_more_that_somebody_is_out(
    evening, table, yellow, phone, as_yara, client
):
    """In force are the warning and the game as it stands: on page, card, paper and the player's own page."""
    said = {"incident": {"code": "upset", "answers": {"purpose": "purpose", "turn": "G"}}, "measure": "exclusion"}
    sign_ruling(evening.tournament, by=as_yara, table_id=table.public_id, against=yellow.public_id, **surely({**said}))
    assert "Yellow is out of the tournament" in words(
        phone.get(reverse("ruling_card", args=[table.tournament.public_id, 1]))
    )
    supersede_ruling(evening.tournament, by=as_yara, number=1, seen=1, measure="warning", words="By accident after all")
    client.get(f"/e/{yellow.public_id}/{entry_token(yellow)}/")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    here = [table.tournament.public_id, 1]
    with override("en"):
        paper = next(iter(ruling_on_paper(Order(evening.tournament, language="en", of="1")).parts))
    texts = [
        words(phone.get(reverse("ruling_card", args=here))),
        re.split("Ruled before", words(phone.get(reverse("ruling", args=here))))[0],
        words(client.get(reverse("own_rulings", args=[yellow.public_id]))),
        re.split("Ruled before", re.sub(r"<[^>]+>", " ", paper))[0],
    ]
    for text in texts:
        assert "Yellow: warned" in text and "The game goes on as it stands now" in text
        assert not re.search("is out of the tournament|on purpose|comes last|throws next|leave the board", text), text


def test_from_the_page_without_a_move_it_is_shown_and_asked_too(phone, table, yellow):
    address = reverse("incident", args=[table.tournament.public_id, table.public_id])
    said = {"incident": "upset", "who": yellow.public_id, "a-purpose": "purpose", "a-turn": "G", "to": "sign"}
    page = phone.post(address, {**said, "action_id": "abcdefgh1234"})
    assert page.status_code == 200 and not Claim.objects.exists()
    assert "comes last and gets no points" in words(page)
    kept = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', page.content.decode()))
    unsaid = phone.post(address, {**kept, "words": " "})
    assert "Please say why." in words(unsaid) and not Claim.objects.exists()
    assert phone.post(address, {**kept, "words": "Swept the board"}).status_code == 302
    assert (Ruling.objects.get().measure, Ruling.objects.get().words) == ("exclusion", "Swept the board")
    yellow.refresh_from_db()
    assert yellow.state == "excluded"


def test_replacing_by_an_exclusion_is_shown_first_too(phone, evening, table, yellow, gero):
    sign_ruling(evening.tournament, by=Actor(gero), table_id=table.public_id, against=yellow.public_id, facts=MISSED)
    address = reverse("ruling_supersede", args=[evening.tournament.public_id, 1])
    page = phone.post(address, {"seen": "1", "measure": "exclusion"})
    assert "comes last and gets no points" in words(page) and Ruling.objects.count() == 1
    assert (
        phone.post(address, {"seen": "1", "measure": "exclusion", "words": "Upset", "is_sure": "1"}).status_code == 302
    )
    assert Ruling.objects.in_force().get().measure == "exclusion"


@pytest.fixture
def excluded(evening, table, yellow, gero):
    said = {"table_id": table.public_id, "against": yellow.public_id, "measure": "exclusion"}
    sign_ruling(evening.tournament, by=Actor(gero), **surely(said))
    return reverse("ruling", args=[evening.tournament.public_id, 1])


def test_who_cannot_take_it_back_is_told_who_can_and_offered_nothing(phone, excluded, signed_in, yara):
    page = phone.get(excluded)
    assert "An exclusion can only be taken back by the organisers: yara." in words(page)
    assert "/revoke/" not in page.content.decode() and "/supersede/" not in page.content.decode()
    own = signed_in(yara).get(excluded).content.decode()
    assert "/revoke/" in own and "/supersede/" in own


def test_a_referee_can_reject_an_appeal_against_it_and_is_not_offered_more(
    excluded, evening, yellow, account, signed_in
):
    from tournament.models import Grant

    other = account("rosa")
    Grant.objects.create(account=other, club=evening.tournament.club, tournament=evening.tournament, role="referee")
    appeal(evening.tournament, by=Actor(via="link", entry=yellow.public_id), number=1, words="An accident")
    page = signed_in(other).get(excluded).content.decode()
    assert 'name="upholds" value="0"' in page and 'name="upholds" value="1"' not in page


def test_the_others_at_the_table_see_the_ruling_and_can_appeal(evening, table, yellow, gero):
    sign_ruling(evening.tournament, by=Actor(gero), table_id=table.public_id, against=yellow.public_id, facts=MISSED)
    other = table.seats.exclude(entry=yellow).first().entry
    browser = Client(headers={"accept-language": "en"})
    browser.get(reverse("entry_link", args=[other.public_id, entry_token(other)]))
    assert "A referee has ruled at your table." in words(browser.get(reverse("own_entry", args=[other.public_id])))
    own = reverse("own_rulings", args=[other.public_id])
    assert "I do not accept this" in words(browser.get(own))
    browser.post(own, {"number": "1", "words": "It was my throw", "action_id": "abcdefgh1234"})
    assert Ruling.objects.get().appeal.entry == other


def test_the_link_to_print_brings_this_ruling(phone, evening, table, yellow, gero):
    for _ in range(2):
        sign_ruling(
            evening.tournament, by=Actor(gero), table_id=table.public_id, against=yellow.public_id, facts=MISSED
        )
    page = phone.get(reverse("ruling", args=[evening.tournament.public_id, 1])).content.decode()
    link = re.search(r'href="([^"]+at=ruling[^"]*)"', page).group(1).replace("&amp;", "&")
    card = link.split("#")[1]  # the papers fill many screens
    assert f'id="{card}"' in phone.get(link).content.decode() and card == "paper-ruling"
    assert '<option value="1" selected>' in phone.get(link).content.decode()


def test_the_empty_board_of_a_claim_has_no_pieces_of_who_is_excluded(phone, evening, address, table, yellow, gero):
    def waiting() -> str:
        return phone.get(address).context["fields"]["position"]

    assert "Y:B,B,B,B" in waiting()
    said = {"table_id": table.public_id, "against": yellow.public_id, "measure": "exclusion"}
    sign_ruling(evening.tournament, by=Actor(gero), **surely(said))
    assert "Y:" not in waiting() and "G:B,B,B,B" in waiting()
    assert f'value="{yellow.public_id}"' in phone.get(address).content.decode()  # what was before can be claimed
