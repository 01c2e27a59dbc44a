"""What the book of Mauerhüpfen leaves open, and we have decided."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.rule_book.readings.decided import Decided

WALLS = (
    Decided(
        number=51,
        books=("mauer",),
        asks=_("Is moving compulsory?"),
        ours=_("Yes, if a piece can use both dice."),
        others=(_("No, a throw may be passed."),),
        why=_("Both dice have to be used; passing is never mentioned."),
        decides=_("Whether a throw may lapse."),
    ),
    Decided(
        number=52,
        books=("mauer",),
        asks=_("Has a piece that ends on a Z field to go home?"),
        ours=_("Yes, at once."),
        others=(_("It may stay."),),
        why=_("The book permits it, and to stay would never help anybody."),
        decides=_("Whether a piece can stand on Z."),
    ),
    Decided(
        number=53,
        books=("mauer",),
        asks=_("A jump first, a walk second: is the field between captured?"),
        ours=_("Yes, the piece really stands there; an own piece there bars the way."),
        others=(_("No, only a jump that comes second captures there."),),
        why=_("The book speaks only of what happens afterwards; a jump is a turn either way."),
        decides=_("What is captured."),
    ),
    Decided(
        number=54,
        books=("mauer",),
        asks=_("May a piece come back to the field where it began?"),
        ours=_("Yes."),
        others=(_("No, that is no move."),),
        why=_("Both directions are free, and both dice were used."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=55,
        books=("mauer",),
        asks=_("A Z field reached with the first number only."),
        ours=_("It is a field like any other: the second number leads on or back."),
        others=(_("It may not be walked on."),),
        why=_("Only where the move ends counts."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=56,
        books=("mauer",),
        asks=_("With a double: may the same wall section be crossed twice?"),
        ours=_("Yes, once with each of the dice."),
        others=(pgettext_lazy("the answer to a question", "No."),),
        why=_("Each of the dice is used once; walls can be crossed both ways."),
        decides=_("Which moves are permitted."),
    ),
    Decided(
        number=57,
        books=("mauer",),
        asks=_("Do the others play on after somebody has won?"),
        ours=_("Yes, for the places."),
        others=(_("No, the game is over."),),
        why=_("A tournament needs all places of a table."),
        decides=_("The places."),
        chosen_by=18,
    ),
    Decided(
        number=58,
        books=("mauer",),
        asks=_("One of the dice was left out, or each was used for another piece: what follows?"),
        ours=_("It is taken back, and the same throw is played rightly."),
        others=(_("The turn is lost."),),
        why=_("The book forbids both and names no penalty."),
        decides=_("Whether the turn is lost."),
    ),
    Decided(
        number=59,
        books=("mauer",),
        asks=_("The board and its walls are shown in a drawing only."),
        ours=_("Six lanes of 11 fields with five walls between them: our reconstruction."),
        others=(_("As your own board has it."),),
        why=_("No text names fields or numbers."),
        decides=_("All ways on the board."),
        has_own_board=True,
    ),
)
