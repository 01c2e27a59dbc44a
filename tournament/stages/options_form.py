"""The options of a rule set as a form, made of their declarations: each a switch or a choice with its sentence and picture."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.engine.examples import example
from games.engine.rules.options import Option
from games.engine.rules.own_board import NAME as BOARD
from games.engine.rules.own_board import BoardOption
from games.engine.strip import strip
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.stages.options import (
    NEUTRAL,
    Chosen,
    Played,
    book_name,
    declared,
    differing,
    how_played,
    offered,
    option_in_words,
    require_known,
    require_playable,
)
from tournament.stages.own_boards.queries import board_option

NO_BOARDS: Mapping[str, str] = {}
SHOWN = "options"  # sent along: a switch that is off sends nothing


class Row(NamedTuple):
    """An option as a page shows it."""

    bound: BoundField
    decides: str
    picture: SafeString
    is_switch: bool
    reading: int | None  # its number in the register


class OptionsForm(forms.Form):
    """Without answers it is as the stage or the preset has it. `at_tables`: only what those who sit at the tables of a stage
    can play; else every option of the rules. `without`: options that are chosen elsewhere."""

    def __init__(
        self,
        answers: Mapping[str, Any] | None = None,
        *,
        rules: str,
        chosen: Chosen,
        prefix: str = "",
        at_tables: bool = True,
        without: tuple[str, ...] = (),
        boards: Mapping[str, str] = NO_BOARDS,
    ) -> None:
        self.rules, self.chosen = rules, chosen
        self.check = require_playable if at_tables else require_known
        is_answered = answers is not None and (f"{prefix}-{SHOWN}" if prefix else SHOWN) in answers
        super().__init__(answers if is_answered else None, prefix=prefix or None)
        every = Played(rules, chosen).every
        own = board_option(rules)
        lines = [line for line in (own and boards.get(own.kind), every.get(BOARD)) if isinstance(line, str)]
        all_of_them = [
            *(option for option in (offered(rules) if at_tables else declared(rules)) if option.name not in without),
            *([own] if own and at_tables and lines else []),
        ]
        self.declared = {option.name: option for option in all_of_them}
        for name, option in self.declared.items():
            is_board = isinstance(option, BoardOption)
            self.fields[name] = _board_field(option, every[name], lines) if is_board else _field(option, every[name])
        self.fields[SHOWN] = forms.CharField(required=False, initial="1", widget=forms.HiddenInput)

    @property
    def wrong(self) -> ValidationError | None:
        """Why it cannot be played so."""
        if not self.is_bound or self.is_valid():
            return None
        return ValidationError([*self.non_field_errors()] or [gettext("Choose one of the values.")])

    @property
    def names(self) -> list[str]:
        """As they are sent."""
        return [self.add_prefix(name) for name in self.fields]

    @property
    def rows(self) -> Iterator[Row]:
        for name, option in self.declared.items():
            if self[name].is_hidden:
                continue
            decides = option.decides.said(spoken())
            if name == NEUTRAL and self.check is require_playable:
                decides = " ".join([decides, gettext("Tables of three then sit at boards for four.")])
            is_switch = isinstance(option.default, bool)
            yield Row(self[name], decides, picture(self.rules, option, self.chosen.get(name)), is_switch, option.number)

    @property
    def book(self) -> str:
        return book_name(self.rules)

    @property
    def settled(self) -> str:
        """What was chosen elsewhere, as the line says it."""
        return ", ".join(
            option_in_words(option, value, spoken())
            for option, value in differing(Played(self.rules, self.chosen))
            if option.name not in self.declared
        )

    @property
    def line(self) -> str:
        return how_played(Played(self.rules, self.options))

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors:
            try:
                self.chosen = self.check(self.rules, self._chosen(given))
            except Refused as refusal:
                self.add_error(None, str(refusal))
        return given

    @property
    def options(self) -> Chosen:
        """What was chosen; what was there before where nothing was answered."""
        if self.is_bound:
            self.is_valid()
        return self.chosen

    def _chosen(self, given: Mapping[str, Any]) -> dict[str, Any]:
        kept = {name: value for name, value in self.chosen.items() if name not in self.declared}
        return kept | {name: _value(option, given[name]) for name, option in self.declared.items()}


def picture(rules: str, option: Option, chosen: object = None) -> SafeString:
    """A throw at which this option makes a difference, as it is chosen or else with its first value; none if only a judge or the
    table makes one."""
    if option.is_judged or option.is_of_table:
        return SafeString("")
    others = [chosen] if chosen not in (None, option.default) else [v for v in option.values if v != option.default]
    examples = (example(rules, option.name, value) for value in others)
    return mark_safe(strip(next(filter(None, examples), None)))  # noqa: S308  (our drawing)


def _field(option: Option, value: object) -> forms.Field:
    title = option.title.said(spoken())
    if isinstance(option.default, bool):
        return forms.BooleanField(label=title, required=False, initial=value)
    words = {str(known): said.said(spoken()) for known, said in option.values.items()}
    first = [] if option.default in [*option.values] else [("", "–")]
    return forms.ChoiceField(
        label=title,
        required=False,  # what an address does not name is as the book has it
        choices=[*first, *words.items()],
        initial="" if value is None else str(value),
        widget=forms.RadioSelect,
    )


def _board_field(option: Option, value: object, lines: list[str]) -> forms.Field:
    """Ours, the club's own, or the one that was chosen before. Where nobody owns one, what an address names."""
    if not lines:
        return forms.CharField(required=False, widget=forms.HiddenInput)
    words = {"": option.worded(None).said(spoken()), **{line: option.worded(line).said(spoken()) for line in lines}}
    if len(words) > 2:
        words[lines[-1]] = gettext("another one, chosen before")
    return forms.ChoiceField(
        label=option.title.said(spoken()),
        required=False,
        choices=[*words.items()],
        initial=value or "",
        widget=forms.RadioSelect,
    )


def _value(option: Option, given: object) -> object:
    if isinstance(option, BoardOption):
        return given or None
    if isinstance(option.default, bool):
        return bool(given)
    return next((known for known in option.values if str(known) == given), option.default)
