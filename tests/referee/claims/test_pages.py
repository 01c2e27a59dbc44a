"""The referee's pages: each shown once, each refusal, one effect."""

import json
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game
from referee.appeals.actions import vote
from referee.judging.offences import SHIPPED
from referee.models import Appeal, Call, Claim, Offence, Ruling
from referee.rulings.actions import sign_ruling, supersede_ruling
from tests.referee.conftest import MISSED, surely
from tests.tournament.routes import ON_THE_STRICTER
from tournament.core.actors import Actor
from tournament.core.links import entry_token, table_address
from tournament.models import Round

pytestmark = pytest.mark.slow


@pytest.fixture
def here(table):
    return [table.tournament.public_id, table.public_id]


@pytest.fixture
def fields(yellow):
    said = {name: value for name, value in MISSED.items() if name in ("position", "played")}
    return {**said, "roll": "4", "against": yellow.public_id, "action_id": "abcdefgh1234"}


@pytest.fixture
def signed(evening, table, yellow, gero):
    said = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED}
    return sign_ruling(evening.tournament, by=Actor(gero), **said, measure="points", points=1).result


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_home_names_calls_tables_and_what_was_ruled(phone, evening, table, signed):
    slip = Client()
    slip.get(table_address(table))
    slip.post(reverse("call_referee", args=[table.public_id]))
    page = words(phone.get(reverse("referee", args=[evening.tournament.public_id])))
    assert "Called" in page and "I am going" in page and "1 point off" in page


def test_a_call_is_taken_and_settled(phone, evening, table):
    call = Call.objects.create(table=table)
    url = reverse("referee_call", args=[evening.tournament.public_id])
    phone.post(url, {"call": call.pk, "to": "take"})
    call.refresh_from_db()
    assert call.taken_by.login == "gero" and call.done_at is None
    phone.post(url, {"call": call.pk, "to": "done"})
    call.refresh_from_db()
    assert call.done_at


def test_a_phone_without_the_link_calls_nobody(table):
    assert Client().post(reverse("call_referee", args=[table.public_id])).status_code == 404
    assert not Call.objects.exists()


def test_a_call_shows_on_the_other_pages_until_somebody_goes(phone, evening, table, signed):
    tournament = evening.tournament.public_id
    for name in ("rulings", "ruling", "claim"):
        args = {"rulings": [tournament], "ruling": [tournament, 1], "claim": [tournament, table.public_id]}[name]
        assert reverse("referee_calls", args=[tournament]) in phone.get(reverse(name, args=args)).content.decode()
    call = Call.objects.create(table=table)
    calls = reverse("referee_calls", args=[tournament])
    assert f"Table {table.number} calls for a referee" in words(phone.get(calls))
    phone.post(reverse("referee_call", args=[tournament]), {"call": call.pk, "to": "take"})
    assert "calls" not in words(phone.get(calls))


def test_the_table_sees_that_somebody_is_called_and_comes(phone, evening, table, yellow):
    slip, own = Client(headers={"accept-language": "en"}), Client(headers={"accept-language": "en"})
    slip.get(table_address(table))
    own.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    pages = [(slip, reverse("table", args=[table.public_id])), (own, reverse("own_entry", args=[yellow.public_id]))]
    assert not any("A referee" in words(browser.get(url)) for browser, url in pages)
    call = Call.objects.create(table=table)
    assert all("A referee was called at" in words(browser.get(url)) for browser, url in pages)
    phone.post(reverse("referee_call", args=[evening.tournament.public_id]), {"call": call.pk, "to": "take"})
    assert all("A referee is on the way" in words(browser.get(url)) for browser, url in pages)


def test_the_claim_page_says_what_somebody_got_before(phone, here, signed, yellow):
    page = phone.get(reverse("claim", args=here))
    assert page.context["weights"] == {yellow.public_id: "1 × points off"}
    assert "1 × points off" in words(page)


def test_a_position_of_ones_own_is_shown_to_referee_and_player(phone, here, signed, yellow):
    other = "4 Y:B,B,B,9 G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"
    said = {"seen": "1", "measure": "note", "board": "other", "standing": other, "deviation": "Agreed"}
    phone.post(reverse("ruling_supersede", args=[here[0], 1]), said)
    assert "The position that stands" in words(phone.get(reverse("ruling", args=[here[0], 1])))
    browser = Client(headers={"accept-language": "en"})
    browser.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    assert "The position that stands" in words(browser.get(reverse("own_rulings", args=[yellow.public_id])))


def test_whom_the_record_alone_excluded_stands_on_no_empty_board(phone, here, table, gero):
    by = Actor(gero)
    open_game(table.tournament, by=by, table_id=table.public_id)
    game = latest_game(table)
    address = reverse("claim", args=here)
    assert " R:B,B,B,B" in phone.get(address).context["fields"]["position"]
    add_line(game, by=by, kind="begins", colour="Y")
    add_line(game, by=by, kind="excluded", colour="R")
    assert " R:" not in (position := phone.get(address).context["fields"]["position"])
    assert " Y:B,B,B,B G:B,B,B,B " in position


def test_judging_stores_nothing(phone, here, fields):
    answer = phone.post(reverse("judge", args=here), json.dumps(fields), content_type="application/json")
    said = answer.json()
    assert (said["verdict"], said["broken"], said["sent_back"]) == ("void", [10, 11, 13], "Y5")
    assert [rule["number"] for rule in said["rules"]] == [10, 11, 13] and said["after"].startswith("<svg")
    assert not Claim.objects.exists()


@pytest.mark.parametrize(
    "changed", [{"roll": "7"}, {"position": "4 Y:1"}, {"played": "99-1"}, {"played": ""}, {"roll": ""}]
)
def test_what_cannot_be_judged_says_why(phone, here, fields, changed):
    answer = phone.post(reverse("judge", args=here), json.dumps({**fields, **changed}), content_type="application/json")
    assert answer.status_code == 422 and answer.json()["error"]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"roll": 4}', b"\xff", b"[" * 9000, b'{"position": "\\u0000"}'])
def test_a_body_that_is_none_is_refused(phone, here, body):
    for name in ("judge", "claim"):
        answer = phone.post(reverse(name, args=here), body, content_type="application/json")
        assert answer.status_code == 422, name


def test_a_piece_that_cannot_go_back_is_named_before_anything_is_signed(phone, here, fields):
    two = {"position": "4 Y:B,5,20,25 G:B,B,9,29 R:B,B,B,B K:B,B,B,B Y 0", "played": "20-24"}
    said, judge = {**fields, **two, "choice": "20"}, reverse("judge", args=here)
    answer = phone.post(judge, json.dumps(said), content_type="application/json")
    assert answer.status_code == 422 and "5, 25" in answer.json()["error"]
    assert "5, 25" in words(phone.post(reverse("claim", args=here), {**said, "to": "judge"}))
    assert phone.post(judge, json.dumps({**said, "choice": "5"}), content_type="application/json").json()["verdict"]
    assert not Claim.objects.exists()


def test_without_a_script_the_form_judges_and_signs(phone, here, fields):
    url = reverse("claim", args=here)
    shown = words(phone.post(url, {**fields, "to": "judge"}))
    assert "Only the capture from 5 on 9 was permitted" in shown and not Claim.objects.exists()
    answer = phone.post(url, fields)
    assert answer.headers["Location"] == reverse("ruling", args=[here[0], 1])
    assert "rules 10, 11, 13" in words(phone.get(answer.headers["Location"]))


def test_an_entry_kept_on_the_phone_counts_once(phone, here, fields):
    sent = [phone.post(reverse("claim", args=here), json.dumps(fields), content_type="application/json") for _ in "ab"]
    assert {answer.json()["url"] for answer in sent} == {reverse("ruling", args=[here[0], 1])}
    assert Claim.objects.count() == 1


def test_conduct_brings_the_measure_of_the_catalogue(phone, here, yellow):
    said = {"what": "conduct", "against": yellow.public_id, "offence": "cheat"}
    answer = phone.post(reverse("claim", args=here), said, follow=True)
    assert "Pieces moved in secret" in words(answer) and "2 points off" in words(answer)


def test_a_ruling_is_replaced_and_revoked_from_its_page(phone, here, signed):
    where = [here[0], 1]
    phone.post(reverse("ruling_supersede", args=where), {"seen": "1", "measure": "warning", "board": "verdict"})
    assert Ruling.objects.count() == 2
    phone.post(reverse("ruling_revoke", args=where), {"seen": "2", "reason": "Wrong table"})
    assert "Wrong table" in words(phone.get(reverse("ruling", args=where)))


def test_the_list_is_filtered(phone, here, signed):
    url = reverse("rulings", args=[here[0]])
    assert "1 point off" in words(phone.get(url, {"measure": "points", "table": "1"}))
    for asked in ({"measure": "warning"}, {"table": "99"}, {"state": "revoked"}):
        assert "No such ruling." in words(phone.get(url, asked))


def test_a_player_has_a_history(phone, here, signed, yellow):
    page = words(phone.get(reverse("player_rulings", args=[here[0]]), {"entry": yellow.public_id}))
    assert f"{yellow.number} Gast" in page and "1 × points off" in page
    assert phone.get(reverse("player_rulings", args=[here[0]]), {"entry": "nobody"}).headers["Location"] == (
        reverse("rulings", args=[here[0]])
    )


def test_a_player_appeals_by_the_own_link_in_short_names(yellow, signed, phone, here):
    browser = Client(headers={"accept-language": "en"})
    url = reverse("own_rulings", args=[yellow.public_id])
    assert browser.get(url).status_code == 404
    browser.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    assert "I do not accept this" in words(browser.get(url)) and "Graf" not in words(browser.get(url))
    browser.post(url, {"number": "1", "words": "I touched 5 first"})
    assert Appeal.objects.get().entry == yellow
    assert "under appeal" in words(browser.get(url))
    assert "Appeals to decide" in words(phone.get(reverse("referee", args=[here[0]])))


def test_who_was_ruled_about_is_told_on_the_own_page_while_there_can_be_an_appeal(yellow, signed):
    browser = Client(headers={"accept-language": "en"})
    browser.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    url = reverse("own_entry", args=[yellow.public_id])
    assert "A referee has ruled about you. You can appeal until" in words(browser.get(url))
    Appeal.objects.create(ruling=signed, entry=yellow, words="No")
    assert "A referee has ruled about you" not in words(browser.get(url))


def test_the_player_reads_how_an_appeal_was_decided(desk, yellow, signed, here):
    made = Appeal.objects.create(ruling=signed, entry=yellow, words="No")
    own = Client(headers={"accept-language": "en"})
    own.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    url = reverse("own_rulings", args=[yellow.public_id])
    said = {"appeal": made.pk, "upholds": "0", "words": "Two saw it"}
    assert "Two saw it" not in words(own.get(url))
    desk.post(reverse("appeal_vote", args=[here[0], 1]), said)
    assert "appeal rejected" in words(own.get(url)) and "Two saw it" in words(own.get(url))


def own_rulings(entry) -> str:
    own = Client(headers={"accept-language": "en"})
    own.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    return words(own.get(reverse("own_rulings", args=[entry.public_id])))


def test_who_appealed_reads_the_own_words_again_and_nobody_else_does(evening, table, yellow, gero, as_yara):
    by = Actor(gero)
    other = table.seats.exclude(entry=yellow).select_related("entry").first().entry
    said = {"table_id": table.public_id, "against": yellow.public_id, "claimed_by": other.public_id, "facts": MISSED}
    ruling = sign_ruling(evening.tournament, by=by, **said).result
    made = Appeal.objects.create(ruling=ruling, entry=yellow, words="I touched 5 first")
    assert "I touched 5 first under appeal" in own_rulings(yellow)
    assert "under appeal" in own_rulings(other) and "touched 5" not in own_rulings(other)
    supersede_ruling(evening.tournament, by=by, number=1, seen=1, measure="warning")
    vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=False, words="Two saw it")
    assert "I touched 5 first appeal rejected" in own_rulings(yellow)


def test_the_number_of_a_ruling_stays_with_its_word(desk, yellow, signed, here):
    """Beside a badge the line would be broken before it."""
    own = Client(headers={"accept-language": "de"})
    own.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    pages = [own.get(reverse("own_rulings", args=[yellow.public_id])), desk.get(reverse("ruling", args=[here[0], 1]))]
    assert all(">Entscheidung&nbsp;1" in page.content.decode() for page in pages)


def test_an_appeal_is_decided_on_the_page_of_the_ruling(desk, yellow, signed, here, evening):
    made = Appeal.objects.create(ruling=signed, entry=yellow, words="No")
    desk.post(reverse("appeal_vote", args=[here[0], 1]), {"appeal": made.pk, "upholds": "1", "words": "Right"})
    made.refresh_from_db()
    assert made.is_upheld


def test_of_a_panel_the_page_says_who_voted_and_does_not_ask_twice(desk, yellow, signed, here, evening):
    made = Appeal.objects.create(ruling=signed, entry=yellow, words="No")
    said = {"appeal": made.pk, "upholds": "1", "is_panel": "1", "words": "Right"}
    assert 'name="upholds"' in desk.get(reverse("ruling", args=[here[0], 1])).content.decode()
    answer = desk.post(reverse("appeal_vote", args=[here[0], 1]), said, follow=True)
    assert "Du hast abgestimmt" in words(answer) and 'name="upholds"' not in answer.content.decode()
    assert "Right yara" in words(answer)


def test_what_an_exclusion_brings_stands_on_its_ruling(phone, evening, table, yellow, gero, here):
    said = {"table_id": table.public_id, "against": yellow.public_id, "offence": "upset", "measure": "exclusion"}
    sign_ruling(evening.tournament, by=Actor(gero), **surely(said))
    assert "Last at this table and without points" in words(phone.get(reverse("ruling", args=[here[0], 1])))


def test_the_rules_are_found_by_number_and_by_word():
    browser = Client(headers={"accept-language": "en"})
    url = reverse("rules_explained")
    assert len(re.findall(r'id="rule-', browser.get(url).content.decode())) == 16
    assert re.findall(r'id="rule-(\d+)', browser.get(url, {"q": "12"}).content.decode()) == ["12"]
    assert "on purpose" in words(browser.get(url, {"q": "upsetting"}))
    assert "No rule says this word." in words(browser.get(url, {"q": "xyz"}))


def test_the_club_changes_an_offence_and_puts_it_back(desk, club):
    url = reverse("offences", args=[club.public_id])
    said = {"title_de": "Trödeln", "title_en": "Dawdling", "measure": "points", "points": "1", "version": "0"}
    desk.post(f"{url}?code=slow", said)
    assert Offence.objects.get().as_data()["points"] == 1
    assert "Trödeln" in desk.get(url).content.decode()
    again = desk.post(f"{url}?code=slow", said)  # on the old state
    assert again.status_code == 200 and Offence.objects.get().version == 1
    desk.post(reverse("offence_shipped", args=[club.public_id]), {"code": "slow"})
    assert not Offence.objects.exists()


def test_a_club_adds_an_offence_of_its_own(desk, club):
    url = reverse("offences", args=[club.public_id])
    said = {"title_de": "Singt", "title_en": "Sings", "measure": "note", "points": "0", "version": "0"}
    desk.post(url, said)
    assert Offence.objects.get().code.startswith("own-")
    assert "Singt" in desk.get(url).content.decode()


@pytest.mark.parametrize(
    ("rules", "options", "missing"),
    [
        ("turnier", {}, set()),
        ("classic", {}, {"touched", "capture"}),
        ("classic", {"forced_capture": True}, {"touched"}),
        ("mauer", {}, {"touched", "capture", "start", "enter", "again", "opening"}),
    ],
)
def test_offences_are_those_of_the_book_that_is_played(phone, evening, here, rules, options, missing):
    evening.tournament.stages.update(rules=rules)
    Round.objects.update(options=options or {})
    page = phone.get(reverse("claim", args=here)).content.decode()
    listed = page[page.index('class="pills offences"') :].split("</fieldset>")[0]
    assert set(re.findall(r'name="offence" value="([a-z]+)"', listed)) == {one.code for one in SHIPPED} - missing
    assert ("12 · " in listed) == (rules == "turnier")


def test_pages_ask_little_of_the_database(phone, here, signed, django_assert_max_num_queries):
    pages = [reverse("referee", args=[here[0]]), reverse("rulings", args=[here[0]]), reverse("claim", args=here)]
    for url in [*pages, reverse("ruling", args=[here[0], 1])]:
        with django_assert_max_num_queries(20):
            assert phone.get(url).status_code == 200


NASTY = ("", "a\0b", "１２３", "9" * 30, "-1", "x" * 5000, "[]", "4 Y:1,1,1,1 Y 0", "99-B", "B", "K:12", "<script>")


@ON_THE_STRICTER
@pytest.mark.parametrize("nasty", NASTY, ids=lambda nasty: nasty[:12])
def test_whatever_is_sent_is_answered(phone, here, fields, signed, nasty):
    decided = dict.fromkeys(("measure", "points", "board", "standing", "deviation", "offence", "words", "second"), "")
    others = dict.fromkeys(("touched", "choice", "claimed_by", "throw", "what", "to"), "")
    for name in [*fields, *decided, *others]:
        for url in (reverse("claim", args=here), reverse("judge", args=here)):
            said = {**fields, "action_id": uuid.uuid4().hex, name: nasty}
            assert phone.post(url, said).status_code < 500, name
            assert phone.post(url, json.dumps(said), content_type="application/json").status_code < 500, name
    for name in ("seen", *decided):
        said = {"seen": "1", "measure": "note", name: nasty}
        assert phone.post(reverse("ruling_supersede", args=[here[0], 1]), said).status_code < 500, name
    for route in ("referee_call", "rulings", "player_rulings"):
        url = reverse(route, args=[here[0]])
        asked = dict.fromkeys(("call", "to", "table", "measure", "state", "entry"), nasty)
        assert phone.get(url, asked).status_code < 500 and phone.post(url, asked).status_code < 500
    said = {"appeal": nasty, "words": nasty, "upholds": nasty, "reason": nasty, "seen": nasty}
    for route in ("appeal_vote", "ruling_revoke"):
        assert phone.post(reverse(route, args=[here[0], 1]), said).status_code < 500
    assert phone.get(reverse("claim", args=here), {"throw": nasty}).status_code < 500


def test_a_ruling_that_rests_on_a_reading_says_so_and_leads_to_it(phone, evening, signed):
    page = phone.get(reverse("ruling", args=[evening.tournament.public_id, signed.claim.number]))
    assert "By the other reading (A missed capture sends back:" in words(page)
    assert f'href="{reverse("readings")}?t={evening.tournament.public_id}#reading-3"' in page.content.decode()


def test_a_claim_judged_on_the_page_says_on_which_reading_it_rests(phone, here, fields):
    answer = phone.post(reverse("judge", args=here), fields).json()
    assert [reading["option"] for reading in answer["readings"]] == ["missed_capture"]
    assert answer["words"]["de"][-1].startswith("Nach der anderen Lesart (")


def test_a_referee_of_several_signs_in_onto_the_floor_of_the_one_in_play(gero, evening, club):
    from tests.tournament.evening import Evening
    from tournament.models import Grant
    from tournament.people.signing_in import begins_at

    other = Evening(club, "village", by=evening.by)
    Grant.objects.create(account=gero, club=club, tournament=other.tournament, role="referee")
    assert begins_at(gero) == reverse("referee", args=[evening.tournament.public_id])
    other.come(8)
    other.publish(other.draw(1)[0])
    assert begins_at(gero) == "desk"  # both are played


def test_a_referee_of_one_tournament_signs_in_onto_its_floor(gero, evening, account, client):
    from tournament.models import Grant

    floor = reverse("referee", args=[evening.tournament.public_id])
    signing = {"login": "gero", "password": "sechs mal sechs"}
    gero.set_password(signing["password"])
    gero.save()
    assert client.post(reverse("login"), signing).url == floor
    Grant.objects.create(account=gero, club=evening.tournament.club, tournament=evening.tournament, role="desk")
    assert Client().post(reverse("login"), signing).url == reverse("desk")


def test_the_floor_says_what_is_recorded_and_by_whom(phone, evening, table, gero):
    from games.models import Game
    from games.recording.actions import add_line, open_game

    game = open_game(evening.tournament, by=Actor(gero), table_id=table.public_id).receipt["game"]
    add_line(Game.objects.get(public_id=game), by=Actor(gero), kind="begins", colour="Y")
    page = phone.get(reverse("referee", args=[evening.tournament.public_id]))
    assert reverse("recorder", args=[evening.tournament.public_id, game]) in page.content.decode()
    assert re.search(r"Being recorded.*gero", words(page))
