"""The forms of a stage and of the boards."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.rules.registry import RULE_SETS
from tournament.core.forms import NameField, field_of
from tournament.core.languages import rules_name
from tournament.core.whole_numbers import whole_number
from tournament.models import Stage
from tournament.models.stages import StageKind
from tournament.stages import schemes
from tournament.stages.actions import MOST_BOARDS
from tournament.stages.options import Chosen, carried_over
from tournament.stages.options_form import NO_BOARDS, OptionsForm
from tournament.stages.own_boards.queries import with_own_board
from tournament.standings.ranking import wording
from tournament.standings.ranking.breaks import BREAKS

MINUTES_HELP = _("One number for all rounds, or one for each: 40, 35, 30. The last one holds for all further rounds.")


UNFINISHED = {
    "": _("not at all: the table says who is where"),
    "fields": _("fields walked: start field 10, each further one 1 more, home 75"),
    "steps": _("steps that all pieces still need, fewest first"),
    "home": _("pieces home, then the steps still needed"),
}


class Number(forms.IntegerField):
    """A whole number; an empty field means the initial value."""

    def __init__(self, label: Any, least: int, most: int, initial: int = 0, **more: Any) -> None:
        super().__init__(label=label, min_value=least, max_value=most, initial=initial, required=False, **more)
        self.widget.attrs["inputmode"] = "numeric"

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return self.initial if number is None else number


class Minutes(forms.CharField):
    """Minutes for all rounds, or for each: "40, 35, 30". The last number holds for all further rounds."""

    def __init__(self, label: Any, initial: str = "0", **more: Any) -> None:
        super().__init__(label=label, initial=initial, required=False, max_length=250, **more)

    def clean(self, value: Any) -> Any:
        words = str(super().clean(value) or self.initial).replace(",", " ").replace(";", " ").split()
        minutes = [whole_number(word, schemes.MOST_MINUTES) for word in words]
        if None in minutes:
            raise ValidationError(
                _("Minutes are whole numbers up to %(most)d: 30, or 40, 35, 30.") % {"most": schemes.MOST_MINUTES}
            )
        if len(words) > schemes.MOST_ROUNDS:
            raise ValidationError(_("No more than %(most)d rounds.") % {"most": schemes.MOST_ROUNDS})
        return tuple(minutes) or (0,)


def minutes_text(lengths: Sequence[int], minutes: int) -> str:
    return ", ".join(map(str, (*lengths, minutes)))


def length_fields(given: Sequence[int]) -> dict[str, Any]:
    """The minutes as fields of a stage."""
    return {"minutes": given[-1], "lengths": list(given[:-1])}


class BoardsForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fours"] = Number(_("Boards for four"), 0, MOST_BOARDS)
        self.fields["sixes"] = Number(_("Six-sided boards, for tables of three"), 0, MOST_BOARDS)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("fours", 0) + given.get("sixes", 0) > MOST_BOARDS:
            self.add_error("fours", _("Between 0 and %(most)d boards, please.") % {"most": MOST_BOARDS})
        return given


def _break_choices() -> list[tuple[str, str]]:
    names = [(code, wording.name(code, gettext)) for code in BREAKS]
    return [("", "–"), *((code, name[:1].upper() + name[1:]) for code, name in names)]


# The form field that shows each problem of the scheme.
_BESIDE = {
    "team_final_size": "size",
    "count_backwards": "unfinished",
    "scheme_points_missing": "four_1",
    "scheme_points_order": "four_1",
    "scheme_breaks_twice": "break_1",
    "scheme_breaks": "break_1",
    "scheme_best": "best",
}


class StageForm(forms.Form):
    """All fields of a stage. Once something is drawn, those that the draw depends on are disabled."""

    name = NameField(label=_("Name"), max_length=80)
    kind = forms.ChoiceField(label=_("How it is drawn"), choices=StageKind.choices)
    rules = forms.ChoiceField(label=_("Rules"))
    threes_first = forms.BooleanField(
        label=_("everybody sits at a table of three once before anybody twice"), required=False
    )
    by_count = forms.BooleanField(label=_("the counted board is the score; places give no points"), required=False)
    unfinished = forms.ChoiceField(
        label=_("How a board is counted that the clock ended"), required=False, choices=list(UNFINISHED.items())
    )
    is_in_play = False  # other options were refused until it is looked at what they touch
    fixed_by_draw = ("kind", "rules", "size", "going_on")

    def __init__(
        self,
        *args: Any,
        is_drawn: bool = False,
        options: Chosen | None = None,
        boards: Mapping[str, str] = NO_BOARDS,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.boards, self.is_new = boards, options is None
        self.hows = {rules: self._how(rules, options or {}) for rules in RULE_SETS}
        field_of(self, "rules", forms.ChoiceField).choices = [(rules, rules_name(rules)) for rules in RULE_SETS]
        self.fields["planned_rounds"] = Number(_("Rounds"), 1, schemes.MOST_ROUNDS, 1)
        self.fields["minutes"] = Minutes(_("Minutes a round; 0: without a clock"), help_text=MINUTES_HELP)
        self.fields["size"] = Number(_("How many come into it, or how many teams; 0: everybody"), 0, 1000)
        self.fields["going_on"] = Number(_("In a knock-out: how many of each table go on"), 0, 2)
        self.fields["best"] = Number(_("How many results count; 0: all"), 0, 50)
        for number in range(1, 5):
            self.fields[f"four_{number}"] = self._points(number, schemes.USUAL.four)
        for number in range(1, 4):
            self.fields[f"three_{number}"] = self._points(number, schemes.USUAL.three)
        for number in range(1, len(BREAKS) + 1):
            self.fields[f"break_{number}"] = forms.ChoiceField(
                label=format_lazy("{}.", number), required=False, choices=_break_choices
            )
        for name in self.fixed_by_draw if is_drawn else ():
            self.fields[name].disabled = True

    def _how(self, rules: str, options: Chosen) -> OptionsForm:
        """The options of these rules; those that the stage has already where it is played by others."""
        answers = self.data if self.is_bound else None
        chosen = carried_over(rules, options)
        chosen = with_own_board(rules, chosen, self.boards) if self.is_new else chosen
        return OptionsForm(answers, rules=rules, chosen=chosen, prefix=rules, boards=self.boards)

    @property
    def shown_rules(self) -> str:
        return str(self["rules"].value() or next(iter(RULE_SETS)))

    @staticmethod
    def _points(place: int, usual: tuple[int, ...]) -> Number:
        label = format_lazy("{} {}", _("Place"), place)
        return Number(label, -schemes.MOST, schemes.MOST, usual[place - 1])

    def group(self, start: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(start)]

    @property
    def four(self) -> list[forms.BoundField]:
        return self.group("four_")

    @property
    def three(self) -> list[forms.BoundField]:
        return self.group("three_")

    @property
    def breaks(self) -> list[forms.BoundField]:
        return self.group("break_")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if wrong := self.hows[given["rules"]].wrong if "rules" in given else None:
            self.add_error("rules", wrong)
        if not self.errors and (problem := schemes.problem_of(self.stage_fields())):
            self.add_error(_BESIDE.get(problem), schemes.refusal(problem).sentence)
        return given

    def stage_fields(self) -> dict[str, Any]:
        """The cleaned data as the actions take it."""
        given = self.cleaned_data
        plain = ("name", "kind", "rules", "planned_rounds", "size", "going_on", "unfinished", "threes_first")
        more = {"scheme": self._scheme(), "options": self.hows[given["rules"]].options}
        return {**{name: given[name] for name in plain}, **length_fields(given["minutes"]), **more}

    def _scheme(self) -> dict[str, Any]:
        given = self.cleaned_data
        breaks = [given[f"break_{number}"] for number in range(1, len(BREAKS) + 1)]
        return {
            "four": [given[f"four_{number}"] for number in range(1, 5)],
            "three": [given[f"three_{number}"] for number in range(1, 4)],
            "by_count": given["by_count"],
            "best": given["best"],
            "breaks": [one for one in breaks if one],
        }


def of_stage(stage: Stage) -> Mapping[str, Any]:
    """The initial values of the form of a stage."""
    scheme = stage.scheme
    initial = {name: getattr(stage, name) for name in ("name", "kind", "rules", "planned_rounds", "size")}
    initial |= {name: getattr(stage, name) for name in ("going_on", "unfinished", "threes_first")}
    initial["minutes"] = minutes_text(stage.lengths, stage.minutes)
    initial |= {"by_count": scheme["by_count"], "best": scheme["best"]}
    initial |= {f"four_{n}": value for n, value in enumerate(scheme["four"], 1)}
    initial |= {f"three_{n}": value for n, value in enumerate(scheme["three"], 1)}
    return initial | {f"break_{n}": code for n, code in enumerate(scheme["breaks"], 1)}
