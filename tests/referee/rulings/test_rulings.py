"""Signing, replacing, revoking; what follows in the tournament; appeals."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games.plugins.verify import faults as record_faults
from games.recording.actions import add_line, open_game
from games.recording.game import sheet
from games.recording.queries import latest_game, recorder, throw_at
from referee.appeals.actions import appeal, vote
from referee.calls.actions import call_referee, settle_call, take_call
from referee.models import Call, Claim, Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling, supersede_ruling
from referee.rulings.queries import appealable, if_revoked
from tests.referee.conftest import MISSED, surely
from tests.tournament.evening import refused
from tournament.core.actors import SYSTEM, Actor
from tournament.core.chain import faults
from tournament.models import Entry, Grant, Penalty, Stream, Table
from tournament.results.actions import confirm_report, report_result, set_problem


@pytest.fixture
def by(gero):
    return Actor(gero)


@pytest.fixture
def sign(evening, table, yellow, by):
    def act(*, by=by, **said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, **surely(said)}
        return sign_ruling(evening.tournament, by=by, **given).result

    return act


def codes(tournament) -> list[str]:
    return list(tournament.stream.log.order_by("-seq").values_list("code", flat=True)[:3])


def test_a_ruling_is_judged_signed_and_logged(sign, evening, yellow):
    ruling = sign()
    assert (ruling.claim.number, ruling.number, ruling.claim.against) == (1, 1, yellow)
    assert ruling.claim.verdict["broken"] == [10, 11, 13] and ruling.claim.verdict["sent_back"] == "Y5"
    assert ruling.position == "4 Y:B,B,B,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0"
    assert evening.tournament.stream.log.last().data["broken"] == [10, 11, 13]
    assert all(len(ruling.claim.verdict["words"][language]) == 4 for language in ("de", "en"))


def test_what_cannot_have_been_is_refused_and_nothing_is_kept(sign):
    with pytest.raises(ValueError, match="7"):
        sign(facts={**MISSED, "played": "7-11"})
    assert not Claim.objects.exists()


def test_somebody_from_another_table_is_refused(sign, evening, table):
    elsewhere = Entry.objects.filter(tournament=evening.tournament).exclude(seats__table=table).first()
    with refused("not_at_this_table"):
        sign(against=elsewhere.public_id)


def test_points_come_off_the_stage_and_come_back_when_it_is_revoked(sign, evening, yellow, by):
    ruling = sign(measure="points", points=2)
    penalty = Penalty.objects.get()
    assert (penalty.entry, penalty.points, ruling.penalty) == (yellow, 2, penalty)
    assert codes(evening.tournament)[:2] == ["ruling.signed", "penalty.given"]
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Other piece")
    penalty.refresh_from_db()
    assert penalty.revoked_at and not Ruling.objects.get().is_in_force
    assert codes(evening.tournament)[:2] == ["ruling.revoked", "penalty.revoked"]
    assert list(faults(Stream.objects.get(tournament=evening.tournament))) == []


def test_the_chain_is_whole_after_actions_within_an_action(sign, evening):
    sign(measure="exclusion", board="replay", deviation="all upset", facts=MISSED)
    seqs = list(evening.tournament.stream.log.values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    assert list(faults(Stream.objects.get(tournament=evening.tournament))) == []


def test_exclusion_takes_the_player_out_and_tells_the_desk(sign, table, yellow):
    sign(facts=None, offence="upset", measure="exclusion")
    yellow.refresh_from_db()
    assert yellow.state == "excluded"
    assert str(yellow.number) in Table.objects.get(pk=table.pk).problem


def test_who_is_excluded_takes_the_last_place_of_the_table(sign, evening, table, yellow, as_yara):
    sign(facts=None, offence="upset", measure="exclusion")

    def report(order):
        places = {colour: {"place": n, "counted": None} for n, colour in enumerate(order, 1)}
        said = {"table_id": table.public_id, "source": "desk", "places": places}
        return report_result(evening.tournament, by=as_yara, **said)

    with refused("excluded_last"):
        report("YGRK")
    assert report("GRKY").result.places["Y"]["place"] == 4


def test_a_report_from_before_the_exclusion_is_not_confirmed_after_it(sign, evening, table, as_yara):
    places = {colour: {"place": n, "counted": None} for n, colour in enumerate("YGRK", 1)}
    report = report_result(evening.tournament, by=SYSTEM, table_id=table.public_id, source="table", places=places)
    sign(facts=None, offence="upset", measure="exclusion")
    with refused("excluded_last"):
        confirm_report(evening.tournament, by=as_yara, report_id=report.receipt["report"])


def test_an_exclusion_is_taken_back_by_the_organiser_not_by_the_referee(sign, evening, yellow, by, as_yara):
    sign(facts=None, offence="upset", measure="exclusion")
    with refused("only_organisers"):
        revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Not on purpose")
    assert Ruling.objects.get().is_in_force
    revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Not on purpose")
    yellow.refresh_from_db()
    assert yellow.state == "present"


def test_a_deviation_says_why_and_its_position_must_be_one(sign):
    with refused("deviation"):
        sign(board="as_is")
    with pytest.raises(ValueError):
        sign(board="other", position="4 Y:1,1,B,B G:B,B,B,B Y 0", deviation="Agreed")
    stays = "4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0"
    assert sign(board="as_is", deviation="Nobody objected").position == stays
    other = "4 Y:B,B,B,9 G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"
    assert sign(board="other", position=other, deviation="Agreed").position == other


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"measure": "points"}, "points"),
        ({"measure": "hug"}, "ruling"),
        ({"points": 3}, "points"),
        ({"second": "x"}, "second"),
    ],
)
def test_a_ruling_that_is_none_is_refused(sign, said, code):
    with refused(code):
        sign(**said)


def test_a_second_referee_is_another_one_of_this_tournament(sign, gero, yara):
    with refused("second"):
        sign(second=gero.public_id)
    assert sign(second=yara.public_id).second == yara


def test_another_ruling_takes_its_place_and_the_first_stays_readable(sign, evening, by):
    sign(measure="points", points=2)
    newer = supersede_ruling(evening.tournament, by=by, number=1, seen=1, measure="warning").result
    assert (newer.number, newer.measure, newer.claim.number) == (2, "warning", 1)
    assert Ruling.objects.get(number=1).points == 2 and Penalty.objects.get().revoked_at
    with refused("ruling_changed"):
        supersede_ruling(evening.tournament, by=by, number=1, seen=1)


def test_wrong_facts_are_corrected_by_another_ruling_and_those_judged_first_stay(sign, evening, by):
    sign()
    facts = {**MISSED, "played": "5-9", "rules": "classic", "options": {"three_throws": True}}
    newer = supersede_ruling(evening.tournament, by=by, number=1, seen=1, facts=facts).result
    assert newer.found["verdict"] == "correct" and newer.claim.verdict["verdict"] == "void"
    assert (newer.judged["played"], newer.judged["rules"], newer.claim.facts["played"]) == ("5-9", "turnier", "20-24")
    assert newer.position == "4 Y:B,B,9,20 G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"
    again = supersede_ruling(evening.tournament, by=by, number=1, seen=2, measure="warning").result
    assert again.judged == newer.judged and again.position == newer.position


def test_corrected_facts_need_a_throw_that_can_have_been(sign, evening, by):
    sign(facts=None, offence="slow")
    with refused("no_throw"):
        supersede_ruling(evening.tournament, by=by, number=1, seen=1, facts=MISSED)
    sign()
    with pytest.raises(ValueError):
        supersede_ruling(evening.tournament, by=by, number=2, seen=1, facts={**MISSED, "played": "7-11"})
    assert Ruling.objects.filter(claim__number=2).count() == 1


def test_an_exclusion_needs_a_reason_and_a_second_signature(sign):
    with refused("reason_missing"):
        sign(facts=None, measure="exclusion", words=" ")
    with refused("not_sure") as caught:
        sign(facts=None, measure="exclusion", is_sure=False)
    assert len(caught.value.data["follows"]) >= 3 and caught.value.data["taken_back_by"] == ["yara"]
    assert not Claim.objects.exists()


def test_undoing_takes_back_what_the_desk_and_the_table_were_told(sign, evening, table, as_yara):
    set_problem(evening.tournament, by=as_yara, table_id=table.public_id, problem="A die is missing")
    with override("en"):
        sign(facts=None, offence="upset", measure="exclusion", board="replay")
    told = Table.objects.get(pk=table.pk).problem
    assert "Ruling 1: number" in told and "played again" in told
    with override("de"):
        revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Not on purpose")
    assert Table.objects.get(pk=table.pk).problem == "A die is missing"


def test_replacing_takes_back_what_was_told_too(sign, evening, table, as_yara):
    sign(facts=None, offence="upset", measure="exclusion")
    supersede_ruling(evening.tournament, by=as_yara, number=1, seen=1, measure="warning")
    assert Table.objects.get(pk=table.pk).problem == ""


def test_a_piece_that_missed_no_capture_cannot_be_sent_back(sign):
    two = {**MISSED, "position": "4 Y:B,5,20,25 G:B,B,9,29 R:B,B,B,B K:B,B,B,B Y 0", "played": "20-24"}
    with refused("choice") as caught:
        sign(facts={**two, "choice": "20"})
    assert "20" in str(caught.value) and "5, 25" in str(caught.value)
    assert sign(facts={**two, "choice": "5"}).found["sent_back"] == "Y5"


def test_a_request_that_comes_twice_counts_once(evening, table, yellow, by):
    said = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, "action_id": "a" * 12}
    first, again = (sign_ruling(evening.tournament, by=by, **said) for _ in range(2))
    assert again.is_repeat and again.receipt == first.receipt and Claim.objects.count() == 1


def test_who_only_helps_at_the_desk_does_not_rule(sign, evening, account):
    helper = account("rosa")
    Grant.objects.create(account=helper, club=evening.tournament.club, tournament=evening.tournament, role="desk")
    with refused("not_allowed"):
        sign(by=Actor(helper))


# Calls


def at(table) -> Actor:
    return Actor(via="link", device="phone", table=table.public_id)


def test_a_table_calls_once_and_only_for_itself(evening, table):
    for _ in range(2):
        call_referee(evening.tournament, by=at(table), table_id=table.public_id)
    assert Call.objects.count() == 1
    other = Table.objects.exclude(pk=table.pk).filter(round=table.round).first()
    with refused("not_this_table"):
        call_referee(evening.tournament, by=at(table), table_id=other.public_id)


def test_one_referee_goes_and_a_ruling_settles_the_call(sign, evening, table, by, as_yara):
    call = call_referee(evening.tournament, by=at(table), table_id=table.public_id).result
    take_call(evening.tournament, by=by, call_id=call.pk)
    with refused("call_taken"):
        take_call(evening.tournament, by=as_yara, call_id=call.pk)
    sign()
    call.refresh_from_db()
    assert call.done_at and call.taken_by == by.account
    with refused("no_such_call"):
        settle_call(evening.tournament, by=by, call_id=call.pk)


# Appeals


def player(entry) -> Actor:
    return Actor(via="link", entry=entry.public_id, device="own")


@pytest.fixture
def made(sign, evening, yellow):
    sign(measure="points", points=1)
    return appeal(evening.tournament, by=player(yellow), number=1, words="I touched 5 first").result


def test_only_who_is_concerned_appeals_once_and_in_time(sign, evening, table, yellow):
    ruling = sign()
    other = Entry.objects.filter(tournament=evening.tournament).exclude(seats__table=table).first()
    with refused("not_your_ruling"):
        appeal(evening.tournament, by=player(other), number=1, words="Not fair")
    Ruling.objects.update(appeal_until=timezone.now() - timedelta(seconds=1))
    with refused("too_late"):
        appeal(evening.tournament, by=player(yellow), number=1, words="Not fair")
    Ruling.objects.update(appeal_until=ruling.appeal_until)
    appeal(evening.tournament, by=player(yellow), number=1, words="Not fair")
    with refused("no_appeal"):
        appeal(evening.tournament, by=player(yellow), number=1, words="Not fair")


def test_anybody_at_the_table_may_appeal_though_it_is_about_another(sign, evening, table, yellow):
    other = table.seats.exclude(entry=yellow).first().entry
    sign()
    assert appealable(other.public_id).is_own is False and appealable(yellow.public_id).is_own
    made = appeal(evening.tournament, by=player(other), number=1, words="It was my throw").result
    assert made.entry == other and appealable(yellow.public_id) is None
    with refused("no_appeal"):
        appeal(evening.tournament, by=player(yellow), number=1, words="Not fair")


def test_who_made_the_claim_may_appeal_too(sign, evening, table, yellow):
    other = table.seats.exclude(entry=yellow).first().entry
    sign(claimed_by=other.public_id)
    assert appeal(evening.tournament, by=player(other), number=1, words="Not fair").result.entry == other


def test_another_referee_decides_and_an_upheld_appeal_undoes_the_ruling(made, evening, by, as_yara):
    with refused("own_ruling"):
        vote(evening.tournament, by=by, appeal_id=made.pk, upholds=False, words="No")
    vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, words="The video says so")
    made.refresh_from_db()
    assert made.is_upheld and Ruling.objects.get().revoked_at and Penalty.objects.get().revoked_at
    with refused("no_such_appeal"):
        vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, words="Again")


def test_of_a_panel_two_agree(made, evening, as_yara, account):
    voters = []
    for name in ("rosa", "karl"):
        voters.append(Actor(account(name)))
        Grant.objects.create(
            account=voters[-1].account, club=evening.tournament.club, tournament=evening.tournament, role="referee"
        )
    vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, is_panel=True, words="Yes")
    vote(evening.tournament, by=voters[0], appeal_id=made.pk, upholds=False, words="No")
    made.refresh_from_db()
    assert made.is_upheld is None
    with refused("voted"):
        vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, words="Still yes")
    vote(evening.tournament, by=voters[1], appeal_id=made.pk, upholds=False, words="No")
    made.refresh_from_db()
    assert made.is_upheld is False and Ruling.objects.get().is_in_force


# With a recorded game


@pytest.fixture
def game(evening, table, by):
    open_game(evening.tournament, by=by, table_id=table.public_id)
    found = latest_game(table)
    add_line(found, by=by, kind="begins", colour="Y")
    add_line(found, by=by, kind="ruled", position=MISSED["position"])
    add_line(found, by=by, kind="throw", roll="4", played="20-24")
    return found


def test_a_ruling_sets_the_recorded_game_right(sign, game):
    ruling = sign(throw=throw_at(game).number)
    assert ruling.claim.game == game
    assert game.lines.last().kind == "ruled" and game.lines.last().position == ruling.position


@pytest.fixture
def went_on(game, by):
    """Nobody objected, green threw: the number of yellow's throw."""
    claimed = throw_at(game).number
    add_line(game, by=by, kind="ruled", position="4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0")
    add_line(game, by=by, kind="throw", roll="1", played="9-10")
    return claimed


def test_a_claim_in_time_takes_a_game_that_went_on_back_to_the_throw(sign, game, went_on, evening, by):
    ruling = sign(throw=went_on)
    now = recorder(game)
    assert ruling.claim.is_in_time and now.position == ruling.position
    assert [line.kind for line in game.lines.all()][-2:] == ["back", "ruled"]
    assert throw_at(game).number == went_on
    supersede_ruling(evening.tournament, by=by, number=1, seen=1, measure="warning")
    assert recorder(game).position == ruling.position


def test_a_game_that_went_on_is_left_as_it_is_where_the_referee_says_so(sign, game, went_on, by):
    before = game.lines.count()
    sign(throw=went_on, board="as_is", deviation="Nobody objected")
    assert game.lines.count() == before


def test_a_claim_that_came_too_late_leaves_the_record_as_it_runs(sign, game, went_on, by):
    for played in ("--", "--", "--", "--"):  # red's three throws, then black's
        add_line(game, by=by, kind="throw", roll="1", played=played)
    before = recorder(game)
    late = sign(throw=went_on, board="as_is", deviation="Too late")
    assert (late.claim.is_in_time, late.position) == (False, before.position)
    assert recorder(game) == before


def said_before_signing(browser, route: str, *args) -> str:
    page = re.sub(r"<[^>]+>", "", browser.get(reverse(route, args=args), {"throw": "1"}).content.decode())
    found = re.search(r"Play went on since[^<]*?taken back\.", page)
    return found.group() if found else ""


def test_before_signing_it_is_said_how_many_throws_would_be_taken_back(sign, game, went_on, by, signed_in, gero):
    browser, tournament = signed_in(gero), game.table.tournament
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    claim = ("claim", tournament.public_id, game.table.public_id)
    assert said_before_signing(browser, *claim).endswith(
        "after throw 1, the record goes back there: 1 throw after it is taken back."
    )
    for played in ("--", "--", "--", "--"):  # red's three throws, then black's
        add_line(game, by=by, kind="throw", roll="1", played=played)
    assert said_before_signing(browser, *claim).endswith(": 5 throws after it are taken back.")
    sign(throw=went_on, board="as_is", deviation="Too late")
    assert said_before_signing(browser, "ruling", tournament.public_id, 1).endswith(
        ": 5 throws after it are taken back."
    )
    supersede_ruling(tournament, by=by, number=1, seen=1)
    assert len(sheet(game).numbers) == 1
    assert not said_before_signing(browser, "ruling", tournament.public_id, 1)


def test_what_the_referee_knows_better_sets_the_record_right_too(sign, game):
    """The record says 20-24; in truth the capture was made."""
    sign(throw=throw_at(game).number, facts={**MISSED, "played": "5-9"}, is_otherwise=True)
    assert recorder(game).phase == "throw"
    assert recorder(game).position == "4 Y:B,B,9,20 G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"


def test_a_ruling_that_takes_the_place_of_another_sets_the_record_anew(sign, game, evening, by):
    sign(throw=throw_at(game).number)
    other = {"board": "as_is", "deviation": "Nobody objected"}
    newer = supersede_ruling(evening.tournament, by=by, number=1, seen=1, **other).result
    assert recorder(game).position == newer.position == "4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0"


def lines(game) -> list[str]:
    return [line.kind for line in game.lines.all()]


def test_a_revoked_ruling_leaves_the_record_as_it_was_before(sign, game, went_on, evening, by):
    before, kinds = recorder(game), lines(game)
    ruling = sign(throw=went_on)
    assert recorder(game).position != before.position and if_revoked(ruling.claim) == "back"
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    after = recorder(game)
    assert (after.position, after.phase, after.last) == (before.position, before.phase, before.last)
    assert lines(game) == [*kinds, "back", "ruled", "back", "back"]
    assert list(record_faults(evening.tournament)) == []


def test_an_irregular_throw_is_irregular_again_when_its_ruling_is_revoked(sign, game, evening, by):
    sign(throw=throw_at(game).number)
    assert recorder(game).phase == "throw"
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    assert recorder(game).phase == "irregular"


def test_a_ruling_on_which_more_was_played_leaves_the_record_and_the_page_says_why(
    sign, game, evening, by, signed_in, gero
):
    ruling = sign(throw=throw_at(game).number)
    add_line(game, by=by, kind="throw", roll="1", played="--")
    before, page = recorder(game).position, reverse("ruling", args=[evening.tournament.public_id, 1])
    assert if_revoked(ruling.claim) == "stays"
    assert "weil nach der Entscheidung weiter aufgezeichnet" in signed_in(gero).get(page).content.decode()
    said = {"seen": "1", "reason": "Wrong throw"}
    address = reverse("ruling_revoke", args=[evening.tournament.public_id, 1])
    answer = signed_in(gero).post(address, said, follow=True)
    assert "weil nach der Entscheidung weiter aufgezeichnet" in answer.content.decode()
    assert recorder(game).position == before and not Ruling.objects.get().is_in_force


def test_after_another_ruling_has_taken_its_place_only_that_one_is_undone(sign, game, evening, by):
    before = recorder(game)
    sign(throw=throw_at(game).number)
    other = {"board": "as_is", "deviation": "Nobody objected"}
    supersede_ruling(evening.tournament, by=by, number=1, seen=1, **other)
    revoke_ruling(evening.tournament, by=by, number=1, seen=2, reason="Wrong throw")
    assert (recorder(game).position, recorder(game).phase) == (before.position, before.phase)


def test_an_upheld_appeal_puts_the_record_back_as_well(sign, game, evening, yellow, as_yara):
    before = recorder(game).position
    sign(throw=throw_at(game).number)
    made = appeal(evening.tournament, by=player(yellow), number=1, words="I touched 5 first").result
    vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, words="The video says so")
    assert recorder(game).position == before


def test_who_is_let_in_again_has_the_pieces_back_while_nothing_was_recorded_since(sign, game, evening, as_yara):
    add_line(game, by=as_yara, kind="back")
    before = recorder(game).position
    sign(facts=None, offence="upset", measure="exclusion")
    assert "Y:" not in recorder(game).position
    revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Not on purpose")
    assert recorder(game).position == before


def test_a_throw_rightly_played_leaves_the_record_alone(sign, game, by):
    add_line(game, by=by, kind="ruled", position=MISSED["position"])
    add_line(game, by=by, kind="throw", roll="4", played="5-9")
    before = game.lines.count()
    sign(throw=throw_at(game).number, facts={**MISSED, "played": "5-9"})
    assert game.lines.count() == before


def test_the_page_brings_the_throw_from_the_record(game, signed_in, gero, table):
    page = signed_in(gero).get(reverse("claim", args=[table.tournament.public_id, table.public_id]))
    fields = page.context["fields"]
    assert (fields["position"], fields["roll"], fields["played"]) == (MISSED["position"], "4", "20-24")
    assert fields["against"] == table.seats.get(colour="Y").entry.public_id


def test_who_was_excluded_before_does_not_throw_in_a_record_begun_after_it(sign, evening, table, by, as_yara):
    sign(facts=None, offence="upset", measure="exclusion")
    open_game(evening.tournament, by=by, table_id=table.public_id)
    begun = latest_game(table)
    assert recorder(begun).throwing == ("G", "R", "K") and " Y:" not in recorder(begun).position
    with refused("begins"):
        add_line(begun, by=by, kind="begins", colour="Y")
    revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Not on purpose")
    assert recorder(begun).throwing == ("Y", "G", "R", "K") and " Y:" in recorder(begun).position
    assert list(record_faults(evening.tournament)) == []


def test_the_others_play_without_who_was_excluded_before(sign, evening, table, by):
    sign(facts=None, offence="upset", measure="exclusion")
    open_game(evening.tournament, by=by, table_id=table.public_id)
    begun = latest_game(table)
    for colour, roll in (("G", "2"), ("R", "5"), ("K", "1")):
        add_line(begun, by=by, kind="opening", colour=colour, roll=roll)
    now = recorder(begun)
    assert (now.phase, now.mover) == ("throw", "R")
    for _ in range(3):
        add_line(begun, by=by, kind="throw", roll="1")
    assert recorder(begun).mover == "K" and not recorder(begun).trouble
    assert list(record_faults(evening.tournament)) == []
