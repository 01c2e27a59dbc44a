"""What the organisers choose for the hall screens."""

from collections.abc import Iterable, Mapping, Sequence, Set

from django.db.models import F, Max
from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.hall.screen.ceremony import steps_of
from tournament.hall.screen.panels import LEAST_SECONDS, MOST_SECONDS, every_panel
from tournament.hall.screen.phases import USUAL, Phase
from tournament.models import Notice, Screen, Tournament

MOST_SCREENS, MOST_NOTICES = 6, 20


def _screen(tournament: Tournament, number: int) -> Screen:
    """The first one is made when it is needed."""
    found = Screen.objects.filter(tournament=tournament, number=number).first()
    if found is None and number == 1:
        return Screen.objects.create(tournament=tournament)
    if found is None:
        raise Refused("no_screen", _("There is no such screen any more."))
    return found


@action("screen.set", needs="screen.steer", answers=("version",))
def set_screen(
    write: Write,
    tournament: Tournament,
    *,
    shows: Sequence[str],
    seconds: int,
    words: str = "",
    is_night: bool = False,
    number: int = 1,
    version: int | None = None,
) -> Screen:
    """`shows`: codes of panels, in turn, whatever the moment is; none: the programme of the moment."""
    screen = _screen(tournament, number)
    write.same_version(screen, version)
    screen.shows = _known(tournament, shows)
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise Refused(
            "seconds",
            _("Between %(least)d and %(most)d seconds, please.") % {"least": LEAST_SECONDS, "most": MOST_SECONDS},
        )
    screen.seconds, screen.words, screen.is_night = seconds, words.strip(), is_night
    screen.version += 1
    screen.save(update_fields=["shows", "seconds", "words", "is_night", "version"])
    texts = {"words": screen.words} if words else None
    write.log(screen=number, shows=screen.shows, seconds=seconds, is_night=is_night, texts=texts)
    write.answer(version=screen.version)
    return screen


def _known(tournament: Tournament, shows: Sequence[str]) -> list[str]:
    """In the order in which they are shown."""
    known = [panel.code for panel in every_panel(tournament)]
    _are_among(shows, set(known))
    return [code for code in known if code in shows]


def _are_among(asked: Iterable[str], known: Set[str]) -> None:
    if not set(asked) <= known:
        raise Refused("panel", _("The screen cannot show this."))


@action("screen.programmed", needs="screen.steer", answers=("version",))
def set_programme(
    write: Write,
    tournament: Tournament,
    *,
    programme: Mapping[str, Sequence[str]],
    number: int = 1,
    version: int | None = None,
) -> Screen:
    """Codes of panels by phase. A phase without any, and one with exactly its usual ones, follows the moment by itself."""
    screen = _screen(tournament, number)
    write.same_version(screen, version)
    _are_among(programme, set(Phase))
    chosen = {Phase(phase): _known(tournament, shows) for phase, shows in programme.items()}
    own = {phase: shows for phase, shows in chosen.items() if shows and set(shows) != set(USUAL[phase])}
    screen.programme = {str(phase): own[phase] for phase in Phase if phase in own}
    screen.version += 1
    screen.save(update_fields=["programme", "version"])
    write.log(screen=number, programme=screen.programme)
    write.answer(version=screen.version)
    return screen


@action("screen.added", needs="screen.steer", answers=("number",))
def add_screen(write: Write, tournament: Tournament, *, name: str) -> Screen:
    """One more in the hall, with an address of its own; a ceremony that is held is on it too."""
    first = _screen(tournament, 1)
    kept = Screen.objects.filter(tournament=tournament)
    if kept.count() >= MOST_SCREENS:
        raise Refused("most_screens", _("More than %(n)d screens cannot be steered.") % {"n": MOST_SCREENS})
    number = kept.aggregate(most=Max("number"))["most"] + 1
    screen = Screen.objects.create(tournament=tournament, number=number, name=name.strip(), step=first.step)
    write.log(screen=number, texts={"name": screen.name})
    write.answer(number=number)
    return screen


@action("screen.removed", needs="screen.steer")
def drop_screen(write: Write, tournament: Tournament, *, number: int) -> None:
    """Its address shows what the first one shows from then on."""
    if number == 1:
        raise Refused("first_screen", _("The first screen stays."))
    _screen(tournament, number).delete()
    write.log(screen=number)


@action("screen.called_up", needs="screen.steer", answers=("version",))
def call_up(write: Write, tournament: Tournament, *, step: int) -> Screen:
    """The ceremony, on every screen: which step of it is shown now; 0: none is held, or it is over. Asked twice, it is one."""
    steps = steps_of(tournament)
    if step and not steps:
        raise Refused("no_end_yet", _("The ceremony begins when the end result is there."))
    if not 0 <= step <= len(steps):
        raise Refused("step", _("The ceremony has no such step."))
    _screen(tournament, 1)
    Screen.objects.filter(tournament=tournament).update(step=step, is_night=False, version=F("version") + 1)
    screen = _screen(tournament, 1)
    write.log(step=step)
    write.answer(version=screen.version)
    return screen


@action("notice.set", needs="screen.steer", answers=("number", "version"))
def set_notice(
    write: Write,
    tournament: Tournament,
    *,
    title: str,
    words: str = "",
    picture: str | None = None,
    number: int = 0,
    version: int | None = None,
) -> Notice:
    """`number` 0: a new one. `picture`: the name of a kept file, empty to take it away, None to leave it as it is."""
    notice = _notice(tournament, number) if number else _new_notice(tournament)
    write.same_version(notice, version if number else None)
    notice.title, notice.words = title.strip(), words.strip()
    notice.picture = notice.picture if picture is None else picture
    notice.version += 1
    notice.save()
    write.log(notice=notice.number, picture=notice.picture, texts={"title": notice.title, "words": notice.words})
    write.answer(number=notice.number, version=notice.version)
    return notice


@action("notice.removed", needs="screen.steer")
def drop_notice(write: Write, tournament: Tournament, *, number: int) -> None:
    """Screens that show it go on without it; another one may get its number."""
    _notice(tournament, number).delete()
    code = f"notice-{number}"
    for screen in Screen.objects.filter(tournament=tournament):
        left = {phase: [each for each in codes if each != code] for phase, codes in screen.programme.items()}
        screen.shows = [each for each in screen.shows if each != code]
        screen.programme = {phase: codes for phase, codes in left.items() if codes}
        screen.save(update_fields=["shows", "programme"])
    write.log(notice=number)


def _notice(tournament: Tournament, number: int) -> Notice:
    found = Notice.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise Refused("no_notice", _("There is no such notice any more."))
    return found


def _new_notice(tournament: Tournament) -> Notice:
    kept = Notice.objects.filter(tournament=tournament)
    if kept.count() >= MOST_NOTICES:
        raise Refused("most_notices", _("There can be at most %(n)d notices.") % {"n": MOST_NOTICES})
    number = (kept.aggregate(most=Max("number"))["most"] or 0) + 1
    return Notice(tournament=tournament, number=number, version=0)
