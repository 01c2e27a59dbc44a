"""A certificate while it is drawn: pictures as SVG, words as lines with a fixed base line, all in mm.

Decided here: how a name and a sentence are fitted into their room. Left out: what any design looks like.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from tournament.finals.bracket.letters import width as width_of

INK = "#1c1c1e"
BASE = 1.027  # from the top of a line of height 1.3 to its base line, in em: the font's own measures
BLANK = 0.26
SIGNATURE = 15.0
SMALLEST = 0.68  # a name is set in two lines before it gets smaller than this


@dataclass(frozen=True)
class Facts:
    """What stands on one certificate. In `words`, **so** is set in bold. Without a place it is for something else than a rank."""

    name: str
    words: str
    heading: str
    place: int | None = None
    place_text: str = ""  # the place as a language writes it alone
    place_word: str = ""
    colour: str = "R"
    club: str = ""
    above: str = ""  # over the name: that it is a team, or what it is given for
    day: str = ""
    day_label: str = ""
    signed_by: str = ""
    members: tuple[str, ...] = ()
    is_landscape: bool = False
    has_logo: bool = False
    has_background: bool = False
    has_signature: bool = False


@dataclass
class Sheet:
    wide: float
    high: float
    pictures: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)

    @property
    def is_landscape(self) -> bool:
        return self.wide > self.high

    def draw(self, *pictures: str) -> None:
        self.pictures += pictures

    def svg(self) -> str:
        size = f'width="{self.wide:g}mm" height="{self.high:g}mm" viewBox="0 0 {self.wide:g} {self.high:g}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" {size}>{"".join(self.pictures)}</svg>'

    def html(self) -> str:
        """What is drawn beside the words, such as a number in a medal, is read after them."""
        return "".join([*self.lines, *self.beside])

    def emblem(self, x: float, y: float, wide: float, high: float, facts: Facts) -> None:
        """The club's logo, as large as this room permits."""
        if facts.has_logo:
            place = f"left:{x:.2f}mm;top:{y:.2f}mm;width:{wide:.2f}mm;height:{high:.2f}mm"
            logo = f'<img class="emblem" src="augengenau:logo.png" alt="{escape(facts.club)}" style="{place}">'
            self.beside.append(logo)

    def _signature(self, x: float, long: float, y: float) -> None:
        """On the line, as large as there is room for."""
        place = f"left:{x:.2f}mm;top:{y - SIGNATURE + 2:.2f}mm;width:{long:.2f}mm;height:{SIGNATURE:.2f}mm"
        self.beside.append(f'<img class="emblem" src="augengenau:signature.png" alt="" style="{place}">')

    def write(
        self,
        at: tuple[float, float],
        size: float,
        text: str,
        *,
        look: str = "",
        anchor: str = "middle",
        tag: str = "p",
        is_beside: bool = False,
    ) -> None:
        """One line of text (markup inside is kept) with its base line there."""
        x, y = at
        left, room = {"start": (x, self.wide - x), "middle": (x - 200, 400), "end": (x - 400, 400)}[anchor]
        side = {"start": "left", "middle": "center", "end": "right"}[anchor]
        place = (
            f"left:{left:.2f}mm;top:{y - BASE * size:.2f}mm;width:{room:.2f}mm;font-size:{size:.2f}mm;text-align:{side}"
        )
        lines = self.beside if is_beside else self.lines
        lines.append(f'<{tag} class="line" style="{place};{look}">{text}</{tag}>')

    def name(
        self, at: tuple[float, float], size: float, room: float, name: str, *, look: str = "", anchor: str = "middle"
    ) -> float:
        """As large as it may be, in two lines before it gets small. Returns the last base line."""
        x, y = at
        bold = f"font-weight:700;{look}"
        scale = min(1.0, room / (_bold(name) * size))
        parts = _halves(name)
        if scale >= SMALLEST or parts is None:
            self.write((x, y), size * scale, escape(name), look=bold, anchor=anchor, tag="h2")
            return y
        scale = min(SMALLEST, room / (max(map(_bold, parts)) * size))
        first = y - SMALLEST * size * 0.4
        both = "<br>".join(map(escape, parts))
        self.write((x, first), size * scale, both, look=bold, anchor=anchor, tag="h2")
        return first + 1.3 * size * scale

    def words(
        self, at: tuple[float, float], size: float, room: float, text: str, *, depth: float = 60, anchor: str = "middle"
    ) -> float:
        """Sentences in lines of about one length, smaller where they would go deeper. Returns the base line of the last one."""
        x, y = at
        while size > 3.2 and len(lines := _all_lines(text, room / size)) * size * 1.38 > depth:
            size *= 0.94
        lines = _all_lines(text, room / size)
        for number, line in enumerate(lines):
            said = "".join(_spelled(line))
            self.write((x, y + number * size * 1.38), size, said, anchor=anchor)
        return y + (len(lines) - 1) * size * 1.38

    def signatures(
        self, left: float, right: float, y: float, facts: Facts, *, gap: float = 0.12, size: float = 3.8
    ) -> None:
        long = (right - left) * (1 - gap) / 2
        for x, label, said in ((left, facts.day_label, facts.day), (right - long, facts.signed_by, "")):
            self.draw(f'<path d="M{x:.2f} {y:.2f}h{long:.2f}" stroke="{INK}" stroke-width=".35"/>')
            self.write((x + long / 2, y + size * 1.4), size, escape(label))
            if label == facts.signed_by and facts.has_signature:
                self._signature(x, long, y)
            if said:
                fits = min(size * 1.3, long / (width_of(said) or 1) * 0.98)
                self.write((x + long / 2, y - 1.7), fits, escape(said))


def fitted(text: str, size: float, room: float, *, is_bold: bool = True) -> float:
    """The size at which it fits, at most this one."""
    return min(size, room / (width_of(text, is_bold=is_bold) or 1))


def _bold(text: str) -> float:
    return width_of(text, is_bold=True) or 1


def _halves(name: str) -> list[str] | None:
    words = name.split(" ")
    if len(words) < 2:
        return None
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(cuts, key=lambda both: max(map(_bold, both))))


Word = tuple[str, bool]


def _all_lines(text: str, room: float) -> list[list[Word]]:
    return [line for part in text.splitlines() for line in (_balanced(_words(part), room) or [[]])]


def _words(text: str) -> list[Word]:
    """A word that stands against the one before it, such as a full stop after a bold word, stays with it."""
    found: list[Word] = []
    for number, part in enumerate(text.split("**")):
        found += [(word, number % 2 == 1) for word in part.split(" ") if word]
    return found


def _balanced(words: list[Word], room: float) -> list[list[Word]]:
    lines = _wrapped(words, room)
    while room > 4 and len(narrower := _wrapped(words, room * 0.97)) == len(lines) and _fits(narrower, room * 0.97):
        room, lines = room * 0.97, narrower
    return lines


def _fits(lines: list[list[Word]], room: float) -> bool:
    return all(sum(_wide(word) for word in line) + BLANK * (len(line) - 1) <= room for line in lines)


def _wrapped(words: list[Word], room: float) -> list[list[Word]]:
    lines: list[list[Word]] = []
    used = 0.0
    for word in words:
        wide = _wide(word)
        if lines and (word[0] in ",.!" or used + BLANK + wide <= room):
            lines[-1].append(word)
            used += BLANK + wide
        else:
            lines.append([word])
            used = wide
    return lines


def _wide(word: Word) -> float:
    return width_of(word[0], is_bold=word[1])


def _spelled(line: list[Word]) -> Iterator[str]:
    for number, (word, is_bold) in enumerate(line):
        said = f"<strong>{escape(word)}</strong>" if is_bold else escape(word)
        yield said if not number or word in ",.!" else f" {said}"
