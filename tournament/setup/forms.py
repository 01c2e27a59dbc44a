"""Forms for setting up: the steps of the wizard, and what makes a result count."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.rules.registry import RULE_SETS, rule_class
from tournament.entries.actions import MOST_ENTRIES
from tournament.models.events import Witnesses
from tournament.models.stages import StageKind, called
from tournament.setup import planning
from tournament.setup.actions import MOST_QUIET
from tournament.stages.actions import MOST_BOARDS
from tournament.stages.forms import Minutes, Number, length_fields, minutes_text
from tournament.stages.options import FOUR, SIX, carried_over
from tournament.stages.options_form import OptionsForm
from tournament.stages.presets import NEUTRAL_AT_THREES, Preset, StagePlan

BOOK = "book"
OWN = "own"  # no preset: the organiser adds the stages one by one
PLACES_HELP = _(
    "0: as many as come. When all are given, further ones come onto the waiting list and move up by themselves."
)


def _players() -> Number:
    return Number(_("Players you expect"), 1, MOST_ENTRIES, planning.EXPECTED)


class PresetForm(forms.Form):
    """The kind of tournament, and how it is played."""

    def __init__(self, answers: Mapping[str, Any] | None = None, *, presets: Sequence[Preset], **more: Any) -> None:
        super().__init__(answers, **more)
        ids = [*(one.id for one in presets), OWN]
        self.fields["preset"] = forms.ChoiceField(required=False, choices=[(one, one) for one in ids])
        kind = next((one for one in presets if one.id == self.chosen), None)
        if kind:
            self.fields[book_field(kind)] = forms.ChoiceField(required=False, choices=[(one, one) for one in RULE_SETS])
        self.preset = by_chosen_book(kind, answers) if kind else None
        self.how = options_of(self.preset, answers) if self.preset else None

    @property
    def chosen(self) -> str:
        return str(self["preset"].value() or "")

    @property
    def names(self) -> list[str]:
        return [*self.fields, *(self.how.names if self.how else ())]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.how and (wrong := self.how.wrong):
            self.add_error(None, wrong)
        return given


def book_field(preset: Preset) -> str:
    return f"{preset.id}-{BOOK}"


def by_chosen_book(preset: Preset, answers: Mapping[str, Any] | None) -> Preset:
    """Of the kind's own options the other book keeps those that it has too."""
    book = (answers or {}).get(book_field(preset)) or preset.rules
    if book == preset.rules or book not in RULE_SETS:
        return preset
    rules = rule_class(book)
    usual = NEUTRAL_AT_THREES if SIX not in rules.boards and FOUR in rules.boards else {}
    return preset.by_book(book, {**usual, **carried_over(book, preset.options)})


def options_of(preset: Preset, answers: Mapping[str, Any] | None) -> OptionsForm:
    """Each book of a kind has switches of its own."""
    prefix = f"{preset.id}-{preset.rules}" if preset.is_exchanged else preset.id
    return OptionsForm(answers, rules=preset.rules, chosen=preset.options, prefix=prefix)


class HallForm(forms.Form):
    """Boards and minutes. Each stage of the preset has its own fields for rounds and minutes, named after its position."""

    def __init__(self, *args: Any, preset: Preset | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preset = preset
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
            title = called(str(stage.name))
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
        """The changes to the preset, by the position of the stage."""
        changes: dict[int, dict[str, Any]] = {}
        for position, stage in self.numbered:
            given = {"planned_rounds": self._rounds(position, stage), **length_fields(self._minutes(position, stage))}
            usual = {"planned_rounds": stage.rounds, "minutes": stage.minutes, "lengths": list(stage.lengths)}
            if changed := {name: value for name, value in given.items() if value != usual[name]}:
                changes[position] = changed
        return changes

    def _rounds(self, position: int, stage: StagePlan) -> int:
        return int(self.cleaned_data.get(f"{self._prefix}{position}-rounds", stage.rounds))

    def _minutes(self, position: int, stage: StagePlan) -> tuple[int, ...]:
        usual = (*stage.lengths, stage.minutes)
        return tuple(self.cleaned_data.get(f"{self._prefix}{position}-minutes", usual))

    def parts(self, chosen: Mapping[str, Any] | None = None) -> list[planning.Part]:
        """`chosen`: the options of the wizard."""
        preset = self.preset
        if preset is None:
            return []
        return [
            planning.Part(
                stage.kind,
                called(str(stage.name)),
                preset.plays(stage)[0],
                self._rounds(position, stage),
                self._minutes(position, stage)[-1],
                stage.size,
                stage.going_on,
                self._minutes(position, stage)[:-1],
                preset.chosen_for(stage, chosen),
            )
            for position, stage in self.numbered
        ]


class WayInForm(forms.Form):
    """Whether people can enter by themselves, and how many places there are."""

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


class WitnessesForm(forms.Form):
    """What is enough for a result."""

    witnesses = forms.ChoiceField(label=_("A result counts by"), choices=Witnesses.choices)
    quiet_minutes = forms.IntegerField(
        label=_("Minutes in which somebody at the table can contradict"),
        min_value=1,
        max_value=MOST_QUIET,
        help_text=_("They begin anew when you change this: what stands already does not count before."),
    )
