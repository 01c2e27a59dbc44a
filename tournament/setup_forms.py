"""The forms of setting up: the wizard's steps, a stage with all its numbers, the boards of the hall."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.rules.registry import RULE_SETS, rule_class
from tournament import planning, schemes
from tournament.actions.entries import MOST_ENTRIES
from tournament.actions.setup import MOST_BOARDS
from tournament.forms import NameField
from tournament.models import Stage
from tournament.models.stages import StageKind
from tournament.presets import BY_ID, PRESETS, StagePlan
from tournament.standings import wording
from tournament.standings.breaks import BREAKS

OWN = "own"  # no preset: put together by hand
PLACES_HELP = _(
    "0: as many as come. When all are given, further ones come onto the waiting list and move up by themselves."
)
MINUTES_HELP = _("One number for all rounds, or one for each: 40, 35, 30. The last one holds for all further rounds.")
UNFINISHED = {
    "": _("not at all: the table says who is where"),
    "fields": _("fields walked: start field 10, each further one 1 more, home 75"),
    "steps": _("steps that all pieces still need, fewest first"),
    "home": _("pieces home, then the steps still needed"),
}


def language() -> wording.Language:
    return "en" if get_language() == "en" else "de"


def rules_name(rules: str) -> str:
    return rule_class(rules).names[language()]


class Number(forms.IntegerField):
    """Whole numbers; an empty field means what it began with."""

    def __init__(self, label: Any, least: int, most: int, initial: int = 0, **more: Any) -> None:
        super().__init__(label=label, min_value=least, max_value=most, initial=initial, required=False, **more)
        self.widget.attrs["inputmode"] = "numeric"

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        return self.initial if found is None else found


class Minutes(forms.CharField):
    """One number for all rounds, or one for each, of which the last holds for the rest: "40, 35, 30"."""

    def __init__(self, label: Any, initial: str = "0", **more: Any) -> None:
        super().__init__(label=label, initial=initial, required=False, max_length=250, **more)

    def clean(self, value: Any) -> Any:
        words = str(super().clean(value) or self.initial).replace(",", " ").replace(";", " ").split()
        if not all(word.isascii() and word.isdigit() and int(word[:9]) <= schemes.MOST_MINUTES for word in words):
            raise ValidationError(
                _("Minutes are whole numbers up to %(most)d: 30, or 40, 35, 30.") % {"most": schemes.MOST_MINUTES}
            )
        if len(words) > schemes.MOST_ROUNDS:
            raise ValidationError(_("No more than %(most)d rounds.") % {"most": schemes.MOST_ROUNDS})
        return tuple(map(int, words)) or (0,)


def minutes_text(lengths: Sequence[int], minutes: int) -> str:
    return ", ".join(map(str, (*lengths, minutes)))


def _lengths(given: Sequence[int]) -> dict[str, Any]:
    """As a stage keeps them."""
    return {"minutes": given[-1], "lengths": list(given[:-1])}


def _players() -> Number:
    return Number(_("Players you expect"), 1, MOST_ENTRIES, planning.EXPECTED)


class PresetForm(forms.Form):
    preset = forms.ChoiceField(required=False, choices=[(one.id, one.id) for one in PRESETS] + [(OWN, OWN)])

    @property
    def chosen(self) -> str:
        return str(self["preset"].value() or "")


class HallForm(forms.Form):
    """Boards and minutes; rounds and minutes of each stage of the preset under names of their own."""

    def __init__(self, *args: Any, preset: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preset = BY_ID.get(preset)
        self.fields["players"] = _players()
        self.fields["fours"] = Number(_("Boards for four"), 0, MOST_BOARDS)
        self.fields["sixes"] = Number(_("Six-sided boards, for tables of three"), 0, MOST_BOARDS)
        self.fields["pause"] = Number(_("Minutes between two rounds"), 0, 120, planning.PAUSE)
        if any(not stage.minutes for _position, stage in self.numbered):
            self.fields["seconds"] = Number(_("Seconds a throw, where there is no clock"), 1, 60, planning.SECONDS)
        for name, field in self._of_stages():
            self.fields[name] = field

    def _of_stages(self) -> Iterator[tuple[str, forms.Field]]:
        for position, stage in self.numbered:
            title = stage.name[language()]
            if stage.kind in (StageKind.ALL, StageKind.NEXT, StageKind.SWISS):
                yield (
                    f"{self._prefix}{position}-rounds",
                    Number(format_lazy("{}: {}", title, _("rounds")), 1, 50, stage.rounds),
                )
            label = format_lazy("{}: {}", title, _("minutes a round"))
            yield f"{self._prefix}{position}-minutes", Minutes(label, minutes_text(stage.lengths, stage.minutes))

    @property
    def _prefix(self) -> str:
        return f"{self.preset.id}-" if self.preset else ""

    @property
    def numbered(self) -> list[tuple[int, StagePlan]]:
        return list(enumerate(self.preset.stages, 1)) if self.preset else []

    @property
    def of_hall(self) -> list[forms.BoundField]:
        return [self[name] for name in ("players", "fours", "sixes")]

    @property
    def of_time(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in ("players", "fours", "sixes")]

    def stages(self) -> dict[int, dict[str, Any]]:
        """What differs from the preset, by position."""
        found: dict[int, dict[str, Any]] = {}
        for position, stage in self.numbered:
            asked = {"planned_rounds": self._rounds(position, stage), **_lengths(self._minutes(position, stage))}
            usual = {"planned_rounds": stage.rounds, "minutes": stage.minutes, "lengths": list(stage.lengths)}
            if changed := {name: value for name, value in asked.items() if value != usual[name]}:
                found[position] = changed
        return found

    def _rounds(self, position: int, stage: StagePlan) -> int:
        return int(self.cleaned_data.get(f"{self._prefix}{position}-rounds", stage.rounds))

    def _minutes(self, position: int, stage: StagePlan) -> tuple[int, ...]:
        found: tuple[int, ...] = self.cleaned_data.get(
            f"{self._prefix}{position}-minutes", (*stage.lengths, stage.minutes)
        )
        return found

    def parts(self) -> list[planning.Part]:
        rules = self.preset.rules if self.preset else ""
        return [
            planning.Part(
                stage.kind,
                stage.name[language()],
                rules,
                self._rounds(position, stage),
                self._minutes(position, stage)[-1],
                stage.size,
                stage.going_on,
                self._minutes(position, stage)[:-1],
            )
            for position, stage in self.numbered
        ]


class WayInForm(forms.Form):
    """How people get into the tournament."""

    takes_entries = forms.BooleanField(
        label=_("Everybody can enter by themselves"),
        required=False,
        help_text=_(
            "On a page of its own, by link or QR code, from now until check-in is closed. It can be closed at any time."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["places"] = Number(_("Places"), 0, MOST_ENTRIES, help_text=PLACES_HELP)


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
    names = [(code, wording.name(code, language())) for code in BREAKS]
    return [("", "–"), *((code, name[:1].upper() + name[1:]) for code, name in names)]


# Which field of the form an error of the scheme belongs to.
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
    """Every number of a stage. What rests on a draw that was made is shown, and stays."""

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
    fixed_by_draw = ("kind", "rules", "size", "going_on")

    def __init__(self, *args: Any, is_drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rules"].choices = [(rules, rules_name(rules)) for rules in RULE_SETS]  # type: ignore[attr-defined]
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
        if not self.errors and (problem := schemes.problem_of(self.stage_fields())):
            self.add_error(_BESIDE.get(problem), schemes.sentence(problem))
        return given

    def stage_fields(self) -> dict[str, Any]:
        """As the actions take them."""
        given = self.cleaned_data
        plain = ("name", "kind", "rules", "planned_rounds", "size", "going_on", "unfinished", "threes_first")
        return {**{name: given[name] for name in plain}, **_lengths(given["minutes"]), "scheme": self._scheme()}

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
    """A stage as its form shows it."""
    scheme = stage.scheme
    shown = {name: getattr(stage, name) for name in ("name", "kind", "rules", "planned_rounds", "size")}
    shown |= {name: getattr(stage, name) for name in ("going_on", "unfinished", "threes_first")}
    shown["minutes"] = minutes_text(stage.lengths, stage.minutes)
    shown |= {"by_count": scheme["by_count"], "best": scheme["best"]}
    shown |= {f"four_{n}": value for n, value in enumerate(scheme["four"], 1)}
    shown |= {f"three_{n}": value for n, value in enumerate(scheme["three"], 1)}
    return shown | {f"break_{n}": code for n, code in enumerate(scheme["breaks"], 1)}
