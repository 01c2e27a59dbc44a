"""Changes the state of a round: publish, unpublish, close, reopen; and finds rounds and tables for other actions."""

from collections.abc import Callable

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Declared, Refused, Stale
from tournament.core.refusals import ALREADY_PLAYED, BUILT_ON, NOT_SETTLED
from tournament.models import Report, Result, Round, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.rounds.queries import disputed, draft_problems
from tournament.stages.options import played_by

AT_THE_END: list[Callable[[], object]] = []  # called when a round is closed


@action("round.published", needs="rounds.draw", undoable=True, answers=("round", "version"))
def publish_round(
    write: Write, tournament: Tournament, *, round_id: int, version: int | None = None, anyway: bool = False
) -> Round:
    """Everybody may see where they sit. Only the next one of its stage, and only if it still fits who is there."""
    round_ = round_in(write, tournament, round_id, version, RoundState.DRAFT)
    if round_.stage.rounds.drafts().filter(number__lt=round_.number).exists():
        raise Refused("not_next", _("An earlier round comes first."))
    gone, unseated = draft_problems(round_)
    if (gone or unseated) and not anyway:
        raise Stale(
            "draft_outdated",
            _("Since this was drawn, somebody has come or gone. Draw again, or publish it as it is."),
            gone=gone,
            unseated=unseated,
        )
    write.log(anyway=anyway, gone=gone, unseated=unseated)
    round_.options = played_by(round_.stage).every
    return _set_state(write, round_, RoundState.PUBLISHED, "options")


@action("round.unpublished", needs="rounds.draw", undoable=True, answers=("round", "version"))
def unpublish_round(write: Write, tournament: Tournament, *, round_id: int, version: int | None = None) -> Round:
    """Back to a draft, while nothing is played."""
    round_ = round_in(write, tournament, round_id, version, RoundState.PUBLISHED)
    if round_.started_at or round_.is_played:
        raise ALREADY_PLAYED()
    _require_last(round_)
    round_.options = {}
    return _set_state(write, round_, RoundState.DRAFT, "options")


@action("round.closed", needs="rounds.close", undoable=True, answers=("round", "version"))
def close_round(
    write: Write, tournament: Tournament, *, round_id: int, reason: str = "", version: int | None = None
) -> Round:
    """When every table has its result, or with a reason why not. Whoever sat out this round is there again."""
    round_ = round_in(write, tournament, round_id, version, RoundState.PUBLISHED)
    reason = reason.strip()
    missing = list(round_.tables.unconfirmed().values_list("number", flat=True))
    differing = disputed(round_)
    _require_settled(round_)
    if (missing or differing) and not reason:
        raise NOT_SETTLED(
            {"tables": ", ".join(map(str, sorted({*missing, *differing})))}, tables=missing, disputed=differing
        )
    round_.closed_at = clock.now()
    away = tournament.entries.filter(state=EntryState.ABSENT)
    back = list(away.values_list("number", flat=True))
    away.update(state=EntryState.PRESENT, version=F("version") + 1)
    write.log(missing=missing, disputed=differing, back=back, texts={"reason": reason} if reason else None)
    for follow_up in AT_THE_END:
        follow_up()
    return _set_state(write, round_, RoundState.CLOSED, "closed_at")


def _require_settled(round_: Round) -> None:
    wrong = list(round_.tables.exclude(problem="").values_list("number", flat=True))
    if wrong:
        raise Refused(
            "problem",
            _("Something is wrong at tables %(tables)s: look at it first.") % {"tables": ", ".join(map(str, wrong))},
            tables=wrong,
        )


@action("round.reopened", needs="rounds.close", undoable=True, answers=("round", "version"))
def reopen_round(write: Write, tournament: Tournament, *, round_id: int, version: int | None = None) -> Round:
    """A closed round takes results again, as long as nothing was built on it."""
    round_ = round_in(write, tournament, round_id, version, RoundState.CLOSED)
    _require_last(round_)
    if Round.objects.public().filter(stage__tournament=tournament, stage__position__gt=round_.stage.position).exists():
        raise BUILT_ON()
    round_.closed_at = None
    return _set_state(write, round_, RoundState.PUBLISHED, "closed_at")


def _require_last(round_: Round) -> None:
    if round_.stage.rounds.public().filter(number__gt=round_.number).exists():
        raise Refused("not_last", _("A later round was published already."))


def round_in(write: Write, tournament: Tournament, round_id: int, version: int | None, *states: RoundState) -> Round:
    """The round, refused unless it is in one of the states and has this version."""
    round_ = Round.objects.select_related("stage").filter(pk=round_id, stage__tournament=tournament).first()
    if round_ is None:
        raise Refused("no_such_round", _("This round is gone."))
    require_state(round_, *states)
    write.same_version(round_, version)
    return round_


def require_state(round_: Round, *states: RoundState) -> None:
    if round_.state not in states:
        raise _WRONG_STATE[RoundState(round_.state)](state=round_.state)


_IS_DRAFT = Declared("round_state", gettext_lazy("This round is not published yet."), Stale)
_WRONG_STATE = {
    RoundState.DRAFT: _IS_DRAFT,
    RoundState.PUBLISHED: _IS_DRAFT.also(gettext_lazy("This round is published already.")),
    RoundState.CLOSED: _IS_DRAFT.also(gettext_lazy("This round is closed already.")),
}


_WITH_IT = {
    "witnesses": F("round__stage__tournament__witnesses"),
    "has_result": Exists(Result.objects.counting().filter(table=OuterRef("pk"))),
    "has_reports": Exists(Report.objects.filter(table=OuterRef("pk"), set_aside_at=None)),
}


def table_in(write: Write, tournament: Tournament, table_id: str, version: int | None, *states: RoundState) -> Table:
    """The table, refused unless its round is in one of the states (published by default). Annotated with `witnesses`,
    `has_result` and `has_reports`, because separate queries would hold the lock longer and delay the whole hall."""
    tables = Table.objects.of(tournament).select_related("round__stage", "board")
    table = tables.filter(public_id=table_id).annotate(**_WITH_IT).first()
    if table is None:
        raise Refused("no_such_table", _("This table is gone."))
    require_state(table.round, *(states or (RoundState.PUBLISHED,)))
    write.same_version(table, version)
    return table


def _set_state(write: Write, round_: Round, state: RoundState, *fields: str) -> Round:
    round_.state = state
    return saved(write, round_, "state", *fields)


def saved(write: Write, round_: Round, *fields: str) -> Round:
    round_.version += 1
    round_.save(update_fields=[*fields, "version"])
    write.log(stage=round_.stage.position, round=round_.number)
    write.answer(round=round_.pk, version=round_.version)
    return round_
