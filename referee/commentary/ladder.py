"""The order of duties as one picture: a stair, the strongest duty at the top, with what missing each costs.

Decided here: where each step lies. Left out: the order itself (`book.duties`), and what a duty is.
"""

from games.engine.drawing.svg import centred, lines, safe
from games.engine.rules.speech import Language
from referee.commentary.book import Step, duties, in_language

WIDTH, STEP, IN = 1000, 140, 50
TITLE, COSTS, NUMBER = 30, 25, 32
WIDE = 1.25  # bold letters are wider than those that `lines` reckons with
INK = 'fill="currentColor" font-family="Nunito, sans-serif"'
EDGE = 'fill="none" stroke="currentColor" stroke-width="4"'


def ladder(book: str, language: Language, heading: str) -> str:
    """`heading` names the picture for those who do not see it."""
    steps = duties(book)
    parts = [_step(n, step, language) for n, step in enumerate(steps)]
    height = STEP * len(steps)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ladder" role="img" lang="{language}" aria-label="{safe(heading)}"'
        f' viewBox="0 0 {WIDTH} {height}"><title>{safe(heading)}</title>{"".join(parts)}</svg>'
    )


def _step(n: int, step: Step, language: Language) -> str:
    left, top = n * IN, n * STEP
    title, costs = in_language(step.title, language), in_language(step.costs, language)
    first, *others = map(str, step.rules)
    numbers = f"{first} + {'/'.join(others)}" if len(others) > 1 else " / ".join([first, *others])
    box = f'<rect {EDGE} x="{left + 4}" y="{top + 6}" width="{WIDTH - left - 8}" height="{STEP - 18}" rx="14"/>'
    seen = centred(
        safe(numbers), left + 105, top + STEP // 2 - 3, NUMBER, f'{INK} font-weight="700" text-anchor="middle"'
    )
    room = round((WIDTH - left - 240) / WIDE)
    texts = [(line, TITLE, 'font-weight="700"') for line in lines(title, room, TITLE)]
    texts += [(line, COSTS, "") for line in lines(costs, room, COSTS)]
    y, rows = top + (STEP - sum(round(1.2 * size) for _line, size, _bold in texts)) // 2 - 6, []
    for line, size, bold in texts:
        y += round(1.2 * size)
        rows.append(f'<text {INK} {bold} x="{left + 215}" y="{y}" font-size="{size}">{safe(line)}</text>')
    return f'{box}<line {EDGE} x1="{left + 195}" y1="{top + 20}" x2="{left + 195}" y2="{top + STEP - 26}"/>{seen}{"".join(rows)}'
