"""What was measured, as lines of a table, and whether the gates were met."""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from tests.bench.asking import Asked


@dataclass
class Figures:
    """Of several turns."""

    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)  # seconds of processor time for one answer
    waits: list[float] = field(default_factory=list)

    def add(self, asked: Asked) -> None:
        self.rates.append(asked.rate)
        self.costs.append(asked.processor / len(asked.waits))
        self.waits += asked.waits

    @property
    def rate(self) -> float:
        return median(self.rates)

    def beside(self, other: "Figures") -> float:
        """The share of the other's rate, turn by turn."""
        return median(mine / its for mine, its in zip(self.rates, other.rates, strict=True))

    def __str__(self) -> str:
        half, late, cost = map(_ms, (median(self.waits), quantiles(self.waits, n=20)[-1], median(self.costs)))
        return f"{self.rate:,.0f} a second; half within {half}, 95 of 100 within {late}; {cost} of processor time each"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2g} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"


def in_turns(measured: dict[str, Callable[[], Asked]], turns: int) -> dict[str, Figures]:
    """All of them in every turn, there and back: a machine that is slower for a while is slower for all."""
    figures = {name: Figures() for name in measured}
    for turn in range(turns):
        for name in list(measured)[:: -1 if turn % 2 else 1]:
            figures[name].add(measured[name]())
    return figures


@dataclass
class Report:
    missed: list[str] = field(default_factory=list)

    def say(self, what: str, figure: Any, gate: str = "", *, is_good: bool = True) -> None:
        print(f"| {what} | {figure} | {gate} |", flush=True)
        if not is_good:
            self.missed.append(f"{what}: {figure}, not {gate}")

    def rates(self, figures: dict[str, Figures], least: float) -> None:
        for name, found in figures.items():
            self.say(name, found, f"at least {least:,}", is_good=found.rate >= least)

    def share(self, what: str, mine: Figures, its: Figures, least: float) -> None:
        found = mine.beside(its)
        self.say(what, f"{found:.0%}", f"at least {least:.0%}", is_good=found >= least)
