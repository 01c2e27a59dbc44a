"""What the three books of the family game leave open, and we have decided."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.rule_book.readings.decided import Decided

FAMILY = (
    Decided(
        number=31,
        books=("classic", "classic6", "verboten"),
        asks=_("Is moving compulsory, where a piece can move?"),
        ours=_("Yes."),
        others=(_("No, a throw may be passed."),),
        why=_("The player moves on by the throw; passing is never mentioned."),
        decides=_("Whether a throw may lapse."),
    ),
    Decided(
        number=32,
        books=("classic", "classic6", "verboten"),
        asks=_("What follows when something was moved that may not be moved?"),
        ours=_("It is taken back, and the same throw is played rightly."),
        others=(_("The turn is lost."),),
        why=_("The book knows no penalty but that for a missed compulsory capture."),
        decides=_("Whether the turn is lost."),
    ),
    Decided(
        number=33,
        books=("classic", "classic6", "verboten"),
        asks=_("With compulsory capture: does it come before entering and clearing the start field?"),
        ours=_("Yes."),
        others=(_("No, these come first."),),
        why=_("Captures have to be made whenever they are possible."),
        decides=_("Which move is permitted."),
    ),
    Decided(
        number=34,
        books=("classic", "classic6", "verboten"),
        asks=_("With compulsory capture: what becomes of the move that was made instead?"),
        ours=_("It stands, the piece that missed the capture goes back, and a 6 throws again."),
        others=(_("It is taken back as well."),),
        why=_("The book names the piece that goes back and nothing else."),
        decides=_("Which position stands."),
    ),
    Decided(
        number=35,
        books=("classic", "classic6", "verboten"),
        asks=_("May a barrier stand on the own start field or in the goal?"),
        ours=pgettext_lazy("the answer to a question", "No."),
        others=(_("Yes."),),
        why=_("The start field has to be cleared while pieces wait, and the goal has one field for each."),
        decides=_("Where two pieces may stand."),
    ),
    Decided(
        number=36,
        books=("classic", "classic6", "verboten"),
        asks=_("With backward capture: must a piece that can go back capture?"),
        ours=_("No, it is free, unless capture is compulsory; a piece on its start field cannot go back."),
        others=(_("It is compulsory."),),
        why=_("The book permits it as an exception."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=37,
        books=("classic", "classic6", "verboten"),
        asks=_("With a neutral colour: do its duties bind the player's own pieces?"),
        ours=_("No, each colour's duties bind its own pieces; a compulsory capture binds both."),
        others=(_("One set of duties for both."),),
        why=_("The player may move an own or a neutral piece."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=38,
        books=("classic", "classic6", "verboten"),
        asks=_("With a neutral colour and three throws: when are there three?"),
        ours=_("When neither the own nor the neutral pieces could advance."),
        others=(_("When the own ones could not."),),
        why=_("Whoever can move a neutral piece is not stuck."),
        decides=_("How many throws a player has."),
    ),
    Decided(
        number=39,
        books=("classic", "classic6", "verboten"),
        asks=_("May a neutral piece capture a piece of the player who moves it?"),
        ours=_("It may, but nobody ever has to."),
        others=(
            _("It may not."),
            _("It has to, where capture is compulsory."),
        ),
        why=_("Foreign is what has another colour; compulsory capture is about opponents' pieces."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=40,
        books=("classic", "classic6", "verboten"),
        asks=_("The neutral colour is said to be in play at first only for capturing. Does that forbid other moves?"),
        ours=_("No, it describes what it is good for."),
        others=(_("At first only captures are permitted with it."),),
        why=_("Otherwise it could never come to where it captures, and when “at first” ends is not said."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=41,
        books=("classic", "classic6", "verboten"),
        asks=_(
            "Several have all own pieces home: one edition decides by the last neutral piece, others by the last piece."
        ),
        ours=_("By the last neutral piece in all editions."),
        others=(_("By the last piece, whichever colour it has."),),
        why=_("Where all own pieces are home, the last one is a neutral one."),
        decides=_("Who wins."),
    ),
    Decided(
        number=42,
        books=("classic6",),
        asks=_("The six-seat side is shown in a drawing only."),
        ours=_("48 fields, a start field every eight: our reconstruction."),
        others=(_("As your own board has it."),),
        why=_("No text names the number of fields."),
        decides=_("How long the way is."),
        has_own_board=True,
    ),
)
