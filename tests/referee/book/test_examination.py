"""The examination as somebody takes it: right answers pass, wrong ones are explained and asked again."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from referee.book.examination import ENOUGH, QUESTIONS
from referee.commentary.questions import question

HERE = {"book": "turnier", "level": "table", "seed": "abc"}


@pytest.fixture
def browser(db):
    return Client(headers={"accept-language": "en"})


def answers(*, wrong: int = 0) -> dict[str, str]:
    said = {}
    for number in range(1, QUESTIONS + 1):
        for name, value in question(**HERE, number=number).right.items():
            said[f"{name}{number}"] = "" if number <= wrong and name == "verdict" else value
    return {**HERE, **said, "done": "1"}


def test_it_is_chosen_by_book_and_level(browser):
    page = browser.get(reverse("examination")).content.decode()
    assert all(f'value="{value}"' in page for value in ("turnier", "mauer", "player", "table", "head"))
    assert reverse("examination") in browser.get(reverse("rules_explained")).content.decode()


def test_ten_throws_are_asked_and_nothing_is_given_away(browser):
    page = browser.get(reverse("examination"), HERE).content.decode()
    assert page.count("ag-board") >= QUESTIONS and "case" not in re.findall(r'href="/rules/cases/T', page)
    numbers = {int(number) for number in re.findall(r'name="verdict(\d+)"', page)}
    assert numbers == set(range(1, QUESTIONS + 1))
    assert not any(sentence in page for sentence in question(**HERE, number=1).words("en"))


def test_all_right_passes_with_every_explanation(browser):
    answer = browser.get(reverse("examination"), answers())
    page = answer.content.decode()
    assert answer.context["right"] == QUESTIONS and "Passed!" in page and "only the wrong ones" not in page
    assert len(re.findall(r'href="/rules/cases/T', page)) == QUESTIONS


@pytest.mark.parametrize(("wrong", "passes"), [(QUESTIONS - ENOUGH, True), (QUESTIONS - ENOUGH + 1, False)])
def test_as_many_as_are_needed(browser, wrong, passes):
    answer = browser.get(reverse("examination"), answers(wrong=wrong))
    assert answer.context["is_passed"] is passes


def test_what_was_wrong_is_asked_again_alone(browser):
    page = browser.get(reverse("examination"), answers(wrong=3)).content.decode()
    again = re.search(r'class="button main" href="(\?[^"]+)"', page)
    assert again
    query = {name: value[0] for name, value in parse_qs(urlsplit(again[1].replace("&amp;", "&")).query).items()}
    assert query == {**HERE, "only": "1,2,3"}
    asked = browser.get(reverse("examination"), query)
    assert [one.number for one in asked.context["asked"]] == [1, 2, 3]
    done = browser.get(reverse("examination"), {**answers(), **query})
    assert done.context["right"] == 3 and not done.context["is_passed"]


@pytest.mark.parametrize("bad", [{"book": "chess"}, {"level": "king"}, {"seed": "a b"}, {"seed": "ä"}])
def test_what_cannot_be_asked_is_not_found(browser, bad):
    assert browser.get(reverse("examination"), {**HERE, **bad}).status_code == 404
