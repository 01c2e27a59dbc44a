"""Ready-made evenings: the kinds of tournament that clubs play, with every number to be changed afterwards.

PURE data. A preset says the rules, the stages in order, how boards are counted that the clock ends, and who goes on.
"""

from dataclasses import dataclass, field

from tournament.standings.model import Scheme

Words = dict[str, str]
USUAL = ("wins", "seconds", "thirds", "share", "direct", "lot")
BY_THROW = ("wins", "seconds", "thirds", "share", "throw_off")  # no lot behind it: a tie stays until it is thrown off


@dataclass(frozen=True)
class StagePlan:
    kind: str
    name: Words
    rounds: int = 1
    minutes: int = 0  # 0: no clock
    scheme: Scheme = field(default_factory=Scheme)
    unfinished: str = ""
    size: int = 0  # how many come into it; 0: everybody
    going_on: int = 0  # of each table, in a knock-out
    lengths: tuple[int, ...] = ()  # minutes of the first rounds, where each has its own


@dataclass(frozen=True)
class Preset:
    id: str
    name: Words
    about: Words
    rules: str
    stages: tuple[StagePlan, ...]


ROUNDS = {"de": "Vorrunde", "en": "Preliminary rounds"}
FINAL = {"de": "Finale", "en": "Final"}
SMALL_FINAL = {"de": "Kleines Finale", "en": "Small final"}
KNOCKOUT = {"de": "Ausscheidung", "en": "Knock-out"}


def _final(size: int, scheme: Scheme, minutes: int = 0, unfinished: str = "", kind: str = "final") -> StagePlan:
    name = SMALL_FINAL if kind == "small_final" else FINAL
    return StagePlan(kind, name, 1, minutes, scheme, unfinished, size)


def _knockout(size: int, scheme: Scheme, minutes: int, unfinished: str) -> StagePlan:
    return StagePlan("knockout", KNOCKOUT, 1, minutes, scheme, unfinished, size, going_on=2)


CHAMPIONSHIP = Scheme((5, 3, 1, 0), (5, 3, 1), breaks=BY_THROW)
OPEN = Scheme((5, 3, 2, 1), (5, 3, 1), breaks=USUAL)
OPEN_KNOCKOUT = Scheme((5, 3, 2, 1), (5, 3, 1), breaks=BY_THROW)
VILLAGE = Scheme((55, 30, 10, 0), (55, 30, 10), breaks=BY_THROW)
COUNTED = Scheme(by_count=True, breaks=("best", "wins", "share", "direct", "lot"))
CHILDREN = Scheme((4, 3, 2, 1), (4, 3, 2), breaks=("wins", "seconds", "best", "lot"))

PRESETS: tuple[Preset, ...] = (
    Preset(
        "championship",
        {"de": "Meisterschaft mit Schlagpflicht", "en": "Schlagpflicht championship"},
        {
            "de": "Drei Runden nach den Turnierregeln, die besten vier ins Finale.",
            "en": "Three rounds by the tournament rules, the best four into the final.",
        },
        "turnier",
        (StagePlan("all", ROUNDS, 3, 50, CHAMPIONSHIP, "fields"), _final(4, CHAMPIONSHIP, 60, "fields")),
    ),
    Preset(
        "open",
        {"de": "Offenes Turnier", "en": "Open, original rules"},
        {
            "de": "Vier kurze Runden nach den Familienregeln, acht kommen weiter, vier ins Finale.",
            "en": "Four short rounds by the family rules, eight go on, four reach the final.",
        },
        "classic",
        (
            StagePlan("all", ROUNDS, 4, 25, OPEN, "steps"),
            _knockout(8, OPEN_KNOCKOUT, 25, "steps"),
            _final(4, OPEN, 25, "steps"),
        ),
    ),
    Preset(
        "open_long",
        {"de": "Offenes Turnier, lang", "en": "Open, long"},
        {"de": "Fünf Runden, dann das Finale der besten vier.", "en": "Five rounds, then the final of the best four."},
        "classic",
        (StagePlan("all", ROUNDS, 5, 25, OPEN, "steps"), _final(4, OPEN, 25, "steps")),
    ),
    Preset(
        "village",
        {"de": "Dorfabend", "en": "Village evening"},
        {
            "de": "Drei Runden ohne Uhr, dann das große und das kleine Finale.",
            "en": "Three rounds without a clock, then the big and the small final.",
        },
        "classic",
        (
            StagePlan("all", ROUNDS, 3, 0, VILLAGE),
            _final(4, VILLAGE),
            _final(8, VILLAGE, kind="small_final"),
        ),
    ),
    Preset(
        "counted",
        {"de": "Gezählt wird, was steht", "en": "Counted"},
        {
            "de": "Vier Runden bis zum Pfiff, jede so lang wie angesagt; gezählt wird das Brett selbst.",
            "en": "Four rounds to the whistle, each as long as announced; the board itself is counted.",
        },
        "classic",
        (StagePlan("all", ROUNDS, 4, 30, COUNTED, "fields", lengths=(30, 30, 30)),),
    ),
    Preset(
        "knockout",
        {"de": "Ausscheidung", "en": "Knock-out"},
        {
            "de": "Die besten zwei jedes Tisches kommen weiter, aufgefüllt mit ausgelosten Verlierern, bis zum letzten Tisch.",
            "en": "The best two of each table go on, filled up with drawn losers, to the last table.",
        },
        "classic",
        (_knockout(0, OPEN_KNOCKOUT, 45, "steps"), _final(4, OPEN, 45, "steps")),
    ),
    Preset(
        "children",
        {"de": "Kinderturnier", "en": "Children"},
        {
            "de": "Zwei kurze Runden, ein Finale, eine Urkunde für alle.",
            "en": "Two short rounds, a final, a certificate for everybody.",
        },
        "verboten",
        (StagePlan("all", ROUNDS, 2, 20, CHILDREN, "home"), _final(4, CHILDREN, 20, "home")),
    ),
)
BY_ID = {preset.id: preset for preset in PRESETS}
