"""Refusals that several places raise: each code once, with its sentence. One that a single place raises stands there."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.core.errors import Declared, NotAllowed, Refused, Stale
from tournament.draw.seating.model import SeatingError

ABSENT = Declared("absent", _("Not here: numbers %(numbers)s. Check them in, or note that they decline."))
TEAM_ABSENT = ABSENT.also(
    _("%(teams)s: fewer than %(boards)d members are here. Check in numbers %(numbers)s, or note that they decline.")
)
ALREADY_PUBLISHED = Declared("already_drawn", _("A round is published already. Take it back first."))
ALREADY_DRAWN = ALREADY_PUBLISHED.also(_("A round is drawn already. Take it back first."))
DRAWN_PART_STAYS = ALREADY_PUBLISHED.also(_("A part of which a round is drawn stays where it is."))
ALREADY_SEATED = Declared("already_seated", _("Number %(number)d has a seat already."))
BAD_KEY = Declared("bad_key", _("An Idempotency-Key has 1 to 64 visible ASCII characters."))
SHORT_KEY = BAD_KEY.also(_("This Idempotency-Key is too short: the private link comes again by it."))
BUILT_ON = Declared("built_on", _("A later stage was published already."))
CLOCK = Declared("clock", _("The clock cannot do this now."))
CONFIRMED_ALREADY = Declared("confirmed_already", _("This table has a result already: correct it."), Stale)
TABLE_CONFIRMED_ALREADY = CONFIRMED_ALREADY.also(_("Table %(table)d has a result already."), Refused)
COLOUR = Declared("colour", _("This colour is not at the table."))
DRAW_OUTDATED = Declared("draw_outdated", _("Something has changed since this was drawn. Draw again."), Stale)
ENTRY_IS_OUT = Declared("entry_state", _("Number %(number)d is out: restore it first."))
ENTRY_HAS_CHANGED = ENTRY_IS_OUT.also(_("Number %(number)d is %(state)s by now."), Stale)
FIRST_STATE = Declared("first_state", _("Nobody can be entered like this."))
FORM = Declared("form", _("Please check what is written beside the fields."))
FULL = Declared("full", _("No more than %(most)d players can be entered."))
LINK_ENDED = Declared("link_ended", _("This link has been used or has ended. Ask for a new one."))
LINK_USED = LINK_ENDED.also(_("This link has been used. If that was you, sign in with your name and password."))
LOGIN_TAKEN = Declared("login_taken", _("Somebody signs in by this name already. Choose another."))
MINUTES = Declared("minutes", _("Between 0 and %(most)d minutes, please."))
LENGTH_OF_APPEAL = MINUTES.also(_("An appeal is possible for 1 to 1440 minutes."))
NEWER_BACKUP = Declared("newer", _("This backup was made by a newer version of the program: update this one first."))
NEWER_FILE = NEWER_BACKUP.also(_("This file is of a newer version of the program: update this one first."))
NO_SUCH_ACT = Declared("no_such_act", _("There is no such button."))
NO_SUCH_ENTRY = Declared("no_such_entry", _("This player is not entered."))
NO_SUCH_GROUP = Declared("no_such_group", _("There is no such team or category."))
NO_SUCH_OFFENCE = Declared("no_such_offence", _("There is no such offence."))
NO_SUCH_PERSON = Declared("no_such_person", _("There is nobody like this in the address book."))
NO_SUCH_SEAT = Declared("no_such_seat", _("There is no such seat at this table."))
NOBODY_TICKED = Declared("nobody", _("Tick at least one player."))
NOBODY_LISTED = NOBODY_TICKED.also(_("There is nobody in this list to be entered."))
NOT_ALLOWED = Declared("not_allowed", _("You are not permitted to do this."), NotAllowed)
NOT_KNOWN = Declared("not_known", _("Whoever this was is entered already, or no longer in the address book."))
NOT_KNOWN_ANY_MORE = NOT_KNOWN.also(
    _("Somebody in this list was entered or removed in the meantime. Look at it again.")
)
NOT_PRESENT = Declared("not_present", _("Number %(number)d is not checked in."))
NOT_SAME = Declared("not_same", _("What was restored is not what was backed up."))
NOT_AT_THIS_TABLE = Declared("not_at_this_table", _("This player does not sit at this table."))
NOT_THIS_TABLE = Declared("not_this_table", _("You cannot report for this."), NotAllowed)
NUMBER = Declared("number", _("A start number is between 1 and %(most)d."))
NUMBER_NOT_WHOLE = NUMBER.also(_("A start number is a whole number."))
NUMBER_TAKEN = Declared("number_taken", _("Start number %(number)d is given already."))
OTHER_TEAM = Declared("other_team", _("In a team final only somebody of the team that is missing can join this table."))
SEAT_OF_OTHER_TEAM = OTHER_TEAM.also(_("In a team final only somebody of the same team can take this seat."))
PICTURE_BYTES = Declared("picture_size", _("The picture is larger than %(most)d MB."))
PICTURE_PIXELS = PICTURE_BYTES.also(_("The picture has more than 24 million points."))
NUMBERS_STAY = Declared("played", _("Numbers stay as they are once a round is published; single ones can be changed."))
ALREADY_PLAYED = NUMBERS_STAY.also(_("Something is played already in this round."))
POINTS_RANGE = Declared("points", _("Between 1 and %(most)d points, please."))
POINTS_MISSING = POINTS_RANGE.also(_("How many points?"))
REASON_MISSING = Declared("reason_missing", _("Please say why."))
NOT_SETTLED = Declared("results_missing", _("Not settled yet: tables %(tables)s."))
RESULTS_MISSING = NOT_SETTLED.also(_("Results are missing: tables %(tables)s."))
ROUND_OPEN = Declared("round_open", _("Round %(number)d is not closed yet."))
SEASON_WORTH = Declared("season_worth", _("Points for the ranks are needed, best first: 10 8 6 4 2 0."))
SEASON_WORTH_RANGE = SEASON_WORTH.also(_("Between 0 and %(most)d points, please."))
TIE_AT_CUT = Declared(
    "tie_at_cut", _("Numbers %(numbers)s are level across the cut: settle it by a throw-off or a lot.")
)
TEAMS_TIED_AT_CUT = TIE_AT_CUT.also(
    _("The teams %(teams)s are level across the cut: settle it by a throw-off or a lot of their best players.")
)
TOURNAMENT_OVER = Declared(
    "tournament_over", _("This tournament is over: nobody can be entered any more. Open its last round again first.")
)
TOO_MANY_GROUPS = Declared("too_many_groups", _("No more than %(most)d of them."))
TYPED_COUNTS = Declared("typed_counts", _("After the places there can only be counts, as numbers."))
TYPED_SEAT = Declared("typed_seat", _("Every seat needs a place."))
TYPED_TABLE_UNKNOWN = Declared("typed_table_unknown", _("There is no table %(number)d in this round."))
UNREADABLE_FILE = Declared("unreadable", _("%(path)s cannot be read: %(why)s."))
UNREADABLE = UNREADABLE_FILE.also(_("This cannot be read."))
UNREADABLE_REQUEST = UNREADABLE_FILE.also(_("This could not be read."))
UNFINISHED = Declared("unfinished", _("Somebody has no seat, or a table is not of three or four."))


def by_draw(error: Refused | SeatingError) -> Refused:
    """A refusal of the draw, in the reader's language. The draw itself words it in English only, for programs."""
    if isinstance(error, Refused):
        return error
    missing: Any = error.data.get("missing", {})
    filled = {**error.data, "four": missing.get("4", 0), "three": missing.get("6", 0)}
    return _OF_DRAW[error.code](filled, **error.data)


_OF_DRAW = {
    one.code: one
    for one in (
        Declared(
            "cannot_split",
            _(
                "%(players)s players cannot be seated at tables of four and three: let a helper play along or one sit out."
            ),
        ),
        Declared(
            "boards_missing",
            _("The hall lacks boards: %(four)d for tables of four, %(three)d for tables of three."),
        ),
        Declared("cannot_advance", _("%(players)s cannot be seated: let more or fewer go on.")),
        Declared("bad_table_size", _("Three or four teams meet, each with one player a table.")),
        Declared("unknown_boards", _("The hall has no such board.")),
        UNFINISHED,
        Declared("bad_request", _("What was to be drawn cannot be read.")),
    )
}
