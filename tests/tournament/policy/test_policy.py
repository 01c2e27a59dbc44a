"""Every column of every model has a policy."""

import pytest
from django.apps import apps
from django.db import models
from django.test.utils import isolate_apps

from tournament.core.action import Write
from tournament.models import Account, Contact
from tournament.policy import columns, play, table
from tournament.policy import parts as shape
from tournament.policy.columns import STAFF, Column, Erased, Instead, Log, Seen


def known() -> list[type[models.Model]]:
    return list(apps.get_models(include_auto_created=True))


def test_every_column_of_every_model_has_a_policy():
    assert list(table.undeclared(known())) == []


@isolate_apps("tournament")
def test_control_a_model_without_a_policy_is_named():
    class Hobby(models.Model):
        name = models.CharField(max_length=20)

        class Meta:
            app_label = "tournament"

        def __str__(self) -> str:
            return self.name

    assert list(table.undeclared([Hobby])) == [
        "tournament.Hobby has no policy: declare a table for it beside its likes (tournament/policy, games, referee)."
    ]


def test_control_a_column_without_a_policy_is_named_and_one_that_is_gone(monkeypatch):
    less = {name: column for name, column in table.of(Contact).columns.items() if name != "email"}
    monkeypatch.setitem(table._TABLES, Contact, columns.Table(Contact, {**less, "shoe_size": STAFF}))
    lacks, gone = table.undeclared([Contact])
    assert lacks.startswith(
        "tournament.Contact.email has no policy: put it into the table of Contact, under who may see it"
    )
    assert gone == "tournament.Contact has no column shoe_size any more: take it out of its table."


def test_a_column_cannot_have_two_policies():
    with pytest.raises(ValueError, match="email"):
        columns.table(Contact, {"id email": STAFF, "email": play.CONTACT})


def test_no_private_word_can_be_logged_where_it_cannot_be_erased(tournament, as_yara):
    write = Write(as_yara, "admin", tournament.stream, "entry.added")
    for name in ("given_name", "note", "email", "guardian", "family", "problem"):
        with pytest.raises(TypeError, match=name):
            write.log(**{name: "Wanda"})
    write.log(number=1, texts={"name": "Wanda"})
    assert write.data == {"number": 1}


def test_what_is_written_about_people_is_neither_published_nor_kept():
    travelling = [part.policy for part in shape.parts() if part.model is not Account]
    found = [(each, name) for each in travelling for name in each.columns if is_private_word(each.columns[name])]
    assert len(found) > 10
    for each, name in found:
        column = each.columns[name]
        assert each.is_private or column.without_names is not Instead.AS_IT_IS, (each.model, name)
        assert each.goes_with or column.erased is not Erased.KEPT, (each.model, name)


def is_private_word(column: Column) -> bool:
    return column.log is not Log.DATA and column.seen is not Seen.EVERYBODY
