"""Whatever becomes of a ruling (replaced, revoked, an appeal upheld, points given back, let in again), no page and no paper says
something else than what is stored: every text is read back, in both languages, without the catalogue that made it."""

import html
import os
import re
from collections import Counter
from random import Random

import pytest
from django.urls import reverse
from django.utils.translation import override

from games.engine.rules import registry
from referee.appeals.actions import appeal, vote
from referee.models import Claim, Ruling
from referee.plugins import paper
from referee.rulings.actions import revoke_ruling, sign_ruling, supersede_ruling
from tests.either import same_on_either
from tests.referee.conftest import MISSED, surely
from tests.referee.judging.test_effect import ANEW, COLOURS, LEFT, THROWS
from tournament.core.actors import Actor
from tournament.core.links import entry_token
from tournament.entries.withdrawals.actions import restore_entry
from tournament.models import Entry, Penalty
from tournament.paper.registry import Order
from tournament.standings.penalties.actions import revoke_penalty

pytestmark = [pytest.mark.slow, same_on_either("it is about words; test_rulings signs and revokes on both")]
RULINGS = int(os.environ.get("AUGENGENAU_RULINGS", "600")) // 20  # each is ten texts; 6000 are 3000 of them
SEED = int(os.environ.get("AUGENGENAU_SEED", "20"))
OVER = {"de": r"gilt nicht mehr", "en": r"does not count any more"}
REVOKED = {"de": r"Um [\d:]+ wurde diese Entscheidung aufgehoben", "en": r"At [\d:]+ this ruling was revoked"}
REPLACED = {
    "de": r"wurde diese Entscheidung durch eine andere ersetzt",
    "en": r"this ruling was replaced by another one",
}
UPHELD = {"de": "Einem Einspruch wurde stattgegeben", "en": "An appeal was upheld"}
POINTS = {"de": r"(\d+) Punkte? Abzug", "en": r"(\d+) points? off"}
GIVEN_BACK = {"de": "die Punkte wurden seitdem zurückgegeben", "en": "the points were given back since"}
OUT = {"de": r"[Aa]usgeschlossen", "en": r"[Ee]xcluded"}
IN_AGAIN = {"de": "seitdem wieder zugelassen", "en": "let in again since"}
STANDS = {"de": "So steht es jetzt|Stellung, die gilt", "en": "So it stands now|The position that stands"}
APPEAL = {"de": r"Einspruch bis|Möglich bis", "en": r"Appeal until|Possible until"}
INCIDENT = {"code": "out_of_turn", "answers": {"turn": "G", "since": "moved"}}


def signed(random: Random, act, seats) -> Ruling:
    """What a referee may decide, one way or another."""
    measure = random.choice(["note", "warning", "points", "points", "exclusion"])
    board = random.choice(["verdict", "verdict", "as_is", "replay"])
    about = random.choice([{"facts": MISSED}, {"facts": MISSED}, {"offence": "slow"}, {"incident": INCIDENT}])
    against = random.choice("RK") if "incident" in about else "Y"
    here = [colour for colour in seats if seats[colour].state != "excluded"]
    against = against if against in here else next(colour for colour in here if colour != "G")
    said = {"measure": measure, "board": board, "points": random.randint(1, 9) if measure == "points" else 0}
    said["deviation"] = "Wegen der Uhr." if board != "verdict" else ""
    return act(against=seats[against].public_id, is_again="incident" in about, **about, **surely(said))


@pytest.fixture
def act(evening, table, gero):
    def made(**said):
        return sign_ruling(evening.tournament, by=Actor(gero), table_id=table.public_id, **said).result

    return made


def afterwards(random: Random, ruling: Ruling, as_yara, seats, *, free: str) -> str:
    """Yara is the organiser, and was not asked for the ruling."""
    tournament, number = ruling.claim.tournament, ruling.claim.number
    what = random.choice(["stands", "replaced", "revoked", "upheld", "rejected", "given back"])
    if what == "replaced":
        more = random.choice([{}, {"measure": "points", "points": random.randint(1, 9)}, {"measure": "warning"}])
        supersede_ruling(tournament, by=as_yara, number=number, seen=1, **more)
        what = random.choice(["replaced", "revoked"])
    seen = Claim.objects.get(pk=ruling.claim_id).rulings.latest("number").number
    if what == "revoked":
        revoke_ruling(tournament, by=as_yara, number=number, seen=seen, reason="Falsch gesehen.")
    if what in ("upheld", "rejected"):
        by = Actor(via="link", device="one", entry=free)
        made = appeal(tournament, by=by, number=number, words="Nein.").result
        with override(random.choice(["de", "en"])):
            vote(tournament, by=as_yara, appeal_id=made.pk, upholds=what == "upheld", words="So ist es.")
    now = Ruling.objects.get(claim=ruling.claim_id, number=seen)
    if what == "given back" and now.penalty:
        revoke_penalty(tournament, by=as_yara, penalty_id=now.penalty.pk)
    if what == "given back" and now.measure == "exclusion":
        restore_entry(tournament, by=as_yara, entry_id=ruling.claim.against.public_id)
    return what


def read(said: str, language: str, now: Ruling, where: str) -> None:
    """Fails where the text says something else than what is stored."""
    about = (where, language, now.measure, now.points, now.board, said)
    over = re.search("aufgehoben|revoked" if where == "list" else OVER[language], said)
    assert bool(over) == (not now.is_in_force), about
    if where != "list":
        assert bool(re.search(REVOKED[language], said)) == bool(now.revoked_at), about
        if now.revoked_at and getattr(now, "appeal", None):
            assert UPHELD[language] in said, about
        if now.board == "replay":
            assert ANEW[language] in said or re.search("beginnt ganz von vorn|is played again", said, re.IGNORECASE), (
                about
            )
    if not now.is_in_force:
        assert not re.search(STANDS[language], said) and not re.search(APPEAL[language], said), about
    own = re.search(POINTS[language], said)
    assert bool(own) == (now.measure == "points") and (not own or int(own[1]) == now.points), about
    still = now.is_in_force and now.penalty is not None and now.penalty.revoked_at is None
    assert (GIVEN_BACK[language] in said) == (now.measure == "points" and now.is_in_force and not still), about
    out = Entry.objects.get(pk=now.claim.against_id).state == "excluded"
    if now.measure == "exclusion":
        assert re.search(OUT[language], said), about
        assert (IN_AGAIN[language] in said) == (now.is_in_force and not out), about


def read_game(said: str, language: str, now: Ruling) -> None:
    """On the card: what becomes of the game, and who throws."""
    if not (now.is_in_force and now.judged):
        return
    assert (LEFT[language] in said) == (now.board == "as_is" and not now.position), said
    assert (ANEW[language] in said) == (now.board == "replay"), said
    if now.position:
        view = registry.rules("turnier").view(registry.rules("turnier").read(now.position))
        assert re.search(THROWS[language], said)["c"] == COLOURS[language][view.to_move], said


def plain(page: str) -> str:
    main = re.search(r"<main.*</main>", page, re.DOTALL)
    text = re.sub(r"<svg.*?</svg>|<form.*?</form>|<script.*?</script>", " ", main[0] if main else page, flags=re.DOTALL)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


def printed(ruling: Ruling, language: str) -> str:
    """The paper's page before it is set."""
    with override(language):
        pack = paper.ruling(Order(ruling.claim.tournament, language=language, of=str(ruling.claim.number)))
    return plain(next(iter(pack.parts)))


def without_what_was_before(said: str, language: str) -> str:
    return re.split("Zuvor entschieden|Ruled before", said)[0] if language else said


def texts(ruling: Ruling, desk, player):
    """Where, language and text; of what was ruled before only that it does not count."""
    number = ruling.claim.number
    here = [ruling.claim.tournament.public_id]
    for language in ("de", "en"):
        for where, name in (("page", "ruling"), ("card", "ruling_card")):
            desk.defaults["HTTP_ACCEPT_LANGUAGE"] = language
            yield where, language, plain(desk.get(reverse(name, args=[*here, number])).content.decode())
        listed = desk.get(reverse("rulings", args=here)).content.decode()
        yield "list", language, plain(re.search(rf'<li><a [^>]*/{number}/".*?</li>', listed, re.DOTALL)[0])
        yield "paper", language, printed(ruling, language)
        player.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        own = player.get(player.own_page).content.decode()
        yield "own", language, plain(re.search(rf'<section[^>]*"claim-{number}".*?</section>', own, re.DOTALL)[0])


@pytest.fixture
def player(client, table):
    """Green, by the own link."""
    entry = table.seats.get(colour="G").entry
    client.get(f"/e/{entry.public_id}/{entry_token(entry)}/")
    client.own_page = reverse("own_rulings", args=[entry.public_id])
    client.entry = entry.public_id
    return client


def test_no_text_contradicts_what_is_stored(evening, table, act, as_yara, gero, signed_in, player):
    random, desk, seen = Random(SEED), signed_in(gero), Counter[str]()
    for _n in range(RULINGS):
        seats = {seat.colour: seat.entry for seat in table.seats.select_related("entry")}
        ruling = signed(random, act, seats)
        seen[afterwards(random, ruling, as_yara, seats, free=player.entry)] += 1
        now = Ruling.objects.filter(claim=ruling.claim).latest("number")
        before = now.number > 1
        for where, language, said in texts(now, desk, player):
            if before and where in ("page", "paper"):
                assert re.search(REPLACED[language], said), (where, said)
            read(without_what_was_before(said, language), language, now, where)
            if where == "card":
                read_game(said, language, now)
        if now.measure == "exclusion" and Entry.objects.get(pk=now.claim.against_id).state == "excluded":
            restore_entry(evening.tournament, by=as_yara, entry_id=now.claim.against.public_id)
    in_force = Ruling.objects.in_force().filter(penalty__revoked_at=None).exclude(penalty=None)
    assert sum(one.points for one in in_force) == sum(one.points for one in Penalty.objects.filter(revoked_at=None))
    assert set(seen) >= {"stands", "replaced", "revoked", "upheld", "given back"}


@pytest.mark.parametrize("language", ["de", "en"])
def test_control_a_text_about_another_ruling_is_found(act, yellow, language, evening, as_yara, desk_text):
    ruling = act(against=yellow.public_id, facts=MISSED, measure="points", points=3)
    said = desk_text(ruling, language)
    read(said, language, ruling, "card")
    read_game(said, language, ruling)
    revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Falsch gesehen.")
    with pytest.raises(AssertionError):
        read(said, language, Ruling.objects.get(pk=ruling.pk), "card")
    ruling.position = ruling.position.replace(" G 0", " R 0")
    with pytest.raises(AssertionError):
        read_game(said, language, ruling)


@pytest.fixture
def desk_text(signed_in, gero):
    def shown(ruling: Ruling, language: str) -> str:
        browser = signed_in(gero)
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        args = [ruling.claim.tournament.public_id, ruling.claim.number]
        return plain(browser.get(reverse("ruling_card", args=args)).content.decode())

    return shown
