"""The pages of the book: every rule and every case has one, and they lead to each other."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.engine.rules import registry
from referee.commentary.book import CASES, cases, rules, rules_of
from referee.commentary.card import position_of

LANGUAGES = ("de", "en")


@pytest.fixture(params=LANGUAGES)
def browser(request, db):
    return Client(headers={"accept-language": request.param})


def page_of(browser: Client, name: str, *args: object, **query: str) -> str:
    answer = browser.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_rules_lead_to_all_five_books_and_to_the_cases(browser):
    page = page_of(browser, "rules_explained")
    assert all(reverse("rules_of_book", args=[book]) in page for book in registry.RULE_SETS)
    assert reverse("cases") in page and reverse("rule_of_book", args=["turnier", 12]) in page


@pytest.mark.parametrize("book", registry.RULE_SETS)
def test_a_book_has_all_its_rules_and_the_order_of_duties(browser, book):
    page = page_of(browser, "rules_of_book", book)
    for rule in rules_of(book):
        assert reverse("rule_of_book", args=[book, rule.place]) in page
    assert page.count('class="ladder"') == 1


def test_every_rule_has_a_page_with_its_picture_and_its_cases(db):
    browser = Client(headers={"accept-language": "de"})
    for rule in rules().values():
        page = page_of(browser, "rule_of_book", rule.book, rule.place)
        assert all(escape(text["de"]) in page for text in (rule.says, rule.breaks, rule.follows))
        own = [case for case in cases().values() if case.rule == rule.number]
        assert all(reverse("case", args=[case.slug]) in page for case in own)
        assert page.count("ag-board") >= 1 + len(own)
        assert f"{reverse('learn')}?rules={rule.book}" in page


def test_every_case_has_a_page(db):
    browser = Client(headers={"accept-language": "en"})
    for case in cases().values():
        page = page_of(browser, "case", case.slug)
        assert case.number in page and "data:image/svg+xml" in page
        assert page.count("ag-board") >= (1 if "begins" in case.ruling or case.number == "T 15 c" else 2)


def test_a_case_says_what_was_done_what_was_ruled_and_who_throws_next():
    browser = Client(headers={"accept-language": "en"})
    page = re.sub(r"<[^>]+>", " ", page_of(browser, "case", "T5a"))
    page = " ".join(page.split())
    assert "threw 3" in page and "moved 12 – 15" in page
    assert "Void · rules 5, 13" in page and "Green throws next." in page and "goes back from 1." in page
    again = " ".join(re.sub(r"<[^>]+>", " ", page_of(browser, "case", "F6c")).split())
    assert "Yellow plays the same throw again." in again
    lapsed = " ".join(re.sub(r"<[^>]+>", " ", page_of(browser, "case", "F12a")).split())
    assert "Green throws next." in lapsed
    assert "Green begins." in " ".join(re.sub(r"<[^>]+>", " ", page_of(browser, "case", "F1a")).split())


def test_a_position_is_set_up_where_one_may_try(db):
    browser = Client(headers={"accept-language": "en"})
    for slug in ("T5a", "F14b", "Z13a", "M6c", "F16c"):
        page = page_of(browser, "case", slug)
        there = re.search(r'href="(/learn/\?[^"]+)"', page)
        assert there
        answer = browser.get(there[1].replace("&amp;", "&"))
        case = cases()[slug[0] + " " + slug[1:-1] + " " + slug[-1]]
        assert answer.context["position"] == case.ask["position"] and "trouble" not in answer.context
        assert answer.context["rules"].id == case.book
        assert all(answer.context["rules"].options[name] == value for name, value in case.options.items())


def test_a_number_leads_to_its_case_however_it_is_written(db):
    browser = Client()
    for written in ("T 11 c", "t11c", "T11C"):
        assert browser.get(reverse("cases"), {"q": written}).headers["Location"] == reverse("case", args=["T11c"])
    assert browser.get(reverse("case", args=["t11C"])).headers["Location"] == reverse("case", args=["T11c"])
    assert browser.get(reverse("case", args=["T99z"])).status_code == 404
    assert browser.get(reverse("rules_of_book", args=["chess"])).status_code == 404
    assert browser.get(reverse("rule_of_book", args=["turnier", 17])).status_code == 404


def test_cases_are_searched(db):
    browser = Client(headers={"accept-language": "de"})
    assert reverse("case", args=["T5a"]) in page_of(browser, "cases", q="räumen", book="turnier")
    found = page_of(browser, "cases", option="barriers", verdict="void", book="verboten")
    assert re.findall(r'class="citable" href="([^"]+)"', found) == [reverse("case", args=["V14b"])]
    assert "Kein Fall hat das alles" in page_of(browser, "cases", q="xyzzy")


def test_all_cases_are_one_file(db):
    answer = Client().get(reverse("cases_data"))
    assert json.loads(answer.content) == json.loads(CASES.read_text(encoding="utf-8"))
    assert answer["Content-Type"] == "application/json"


def test_the_pages_ask_the_database_no_more_than_any_page(db, django_assert_max_num_queries):
    browser = Client()
    for address in (reverse("rule_of_book", args=["turnier", 10]), reverse("case", args=["T11c"]), reverse("cases")):
        with django_assert_max_num_queries(8):
            browser.get(address)


def test_a_phone_without_python_asks_the_server_what_is_alike(db):
    asked = {"rules": "turnier", "position": "4 Y:B,B,1,12 G:B,B,B,B Y 0", "roll": 3, "played": "12-15"}
    found = Client().get(reverse("cases_alike"), {"asked": json.dumps(asked)})
    assert found.json()["cases"][0]["number"] == "T 5 a"
    for bad in ("", "[1]", "{", json.dumps({**asked, "played": "13-15"}), json.dumps({**asked, "id": None, "more": 1})):
        assert Client().get(reverse("cases_alike"), {"asked": bad}).status_code == 422


def test_what_no_phone_sends_is_refused_and_no_fault_of_ours(db, capsys):
    asked = {"rules": "turnier", "position": "4 Y:B,B,1,12 G:B,B,B,B Y 0", "roll": 3, "played": "12-15"}
    wrong = [json.dumps({**asked, name: value}) for name in ("touched", "choice") for value in (1, True, [], {}, 1.5)]
    for bad in ("[" * 1990, '{"touched":' + "[" * 980 + "]" * 980 + "}", *wrong):
        answer = Client().get(reverse("cases_alike"), {"asked": bad})
        assert answer.status_code == 422 and answer.json()["error"]["code"] == "bad_request", bad[:80]
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("board", ["4", "6", "M"])
def test_where_a_board_is_a_reconstruction_rule_and_case_say_so(db, board):
    case = next(case for case in cases().values() if position_of(case).startswith(f"{board} "))
    browser = Client(headers={"accept-language": "de"})
    rule = page_of(browser, "rule_of_book", *case_rule(case))
    for page in (page_of(browser, "case", case.slug), rule):
        assert ("ekonstruktion" in re.sub("<svg.*?</svg>", "", page, flags=re.DOTALL)) == (board != "4")


def case_rule(case) -> tuple[str, int]:
    return next((rule.book, rule.place) for rule in rules().values() if rule.number == case.rule)
