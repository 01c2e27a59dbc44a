"""One link alone confirms no result: who is a witness, what a tournament may choose instead, and one key for the desk."""

from datetime import timedelta
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import browser_of
from tests.tournament.browsers import Browser
from tests.tournament.evening import Evening, refused, text
from tournament.core import clock
from tournament.core.actors import SYSTEM, Actor
from tournament.core.links import entry_token, table_address
from tournament.models import Grant, Job, LogEntry, Report, Result, Role, Table
from tournament.results.actions import confirm_unopposed, report_result, set_problem
from tournament.results.desk import views as desk_views
from tournament.results.quiet import KIND, confirm, order_if_due
from tournament.results.witnesses import Kind, Voice, are_enough
from tournament.setup.actions import set_witnesses

SEATS = [Voice("table", f"device:entry-{name}") for name in ("yara", "gero")]
SLIPS = [Voice("table", f"device:{name}") for name in ("private", "window")]
OFFICES = [Voice("referee", "rosa"), Voice("record", "karl")]

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@pytest.fixture
def evening(club, as_yara) -> Evening:
    evening = Evening(club, "open", by=as_yara)
    evening.come(8)
    return evening


@pytest.fixture
def table(evening) -> Table:
    return evening.publish(evening.draw(1)[0]).tables.select_related("round__stage__tournament").first()


def places(table: Table, digits: str = "1234") -> dict:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {colour: {"place": int(digit), "counted": None} for colour, digit in zip(colours, digits, strict=True)}


def by_seat(table: Table, n: int) -> Actor:
    entry = table.seats.order_by("order")[n].entry.public_id
    return Actor(via="link", entry=entry, device=f"entry-{entry}", table=table.public_id)


def by_slip(table: Table, device: str) -> Actor:
    return Actor(via="link", device=device, table=table.public_id)


def says(table: Table, by: Actor, digits: str = "1234", source: str = "table", **more: str) -> None:
    said = {"table_id": table.public_id, "places": places(table, digits), "source": source}
    report_result(table.round.stage.tournament, by=by, **said, **more)


def counts(table: Table) -> bool:
    return Result.objects.counting().filter(table=table).exists()


def test_two_witnesses_are_two_people():
    """Every pair: enough are two seats, two in office, one of each; a slip adds nothing to anybody."""
    everybody = [*SEATS, *SLIPS, *OFFICES]
    for pair in combinations(everybody, 2):
        kinds = {one.kind for one in pair}
        assert are_enough(pair) == (Kind.SLIP not in kinds)
    assert not any(are_enough([one, one]) for one in everybody), "nobody twice"
    assert not are_enough([*SLIPS, SEATS[0]]), "one phone may hold the slip twice and its own link"


def test_the_slip_in_two_browsers_confirms_nothing(table):
    """Two cookie jars on one phone were two witnesses."""
    for _ in range(2):
        browser = Client()
        browser.get(table_address(table))
        fields = {f"place_{colour}": said["place"] for colour, said in places(table).items()}
        browser.post(reverse("table_report_by_link", args=[table.public_id]), fields)
    assert Report.objects.count() == 2 and not counts(table)


def test_the_own_link_and_the_slip_on_one_phone_confirm_nothing(table):
    browser, entry = Client(), table.seats.first().entry
    browser.get(table_address(table))
    browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    fields = {f"place_{colour}": said["place"] for colour, said in places(table).items()}
    browser.post(reverse("table_report_by_link", args=[table.public_id]), fields)
    browser.post(reverse("own_report", args=[entry.public_id]), fields)
    assert Report.objects.count() == 2 and not counts(table)


def test_who_could_have_said_the_other_one_too_is_no_second_witness():
    """In whatever order a phone got its links; and of three links the same."""
    for one, other in combinations([*SEATS, *OFFICES], 2):
        assert are_enough([one, other])
        assert not are_enough([one._replace(held=[other.actor]), other])
        assert not are_enough([one, other._replace(held=[one.actor])])
    third = Voice("table", "device:entry-rosa", held=[one.actor for one in SEATS])
    assert not are_enough([SEATS[0], SEATS[1]._replace(held=[SEATS[0].actor]), third])
    assert are_enough([SEATS[0], SEATS[1]._replace(held=[SEATS[0].actor]), OFFICES[0]])


def opens(browser: Client, table: Table, n: int) -> str:
    """The own link of the n-th seat; returns where it reports."""
    entry = table.seats.order_by("order")[n].entry
    browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    return reverse("own_report", args=[entry.public_id])


def fields(table: Table, digits: str = "1234") -> dict:
    return {f"place_{colour}": said["place"] for colour, said in places(table, digits).items()}


@pytest.mark.parametrize("is_open_first", [True, False])
def test_a_familys_phone_is_one_witness(table, is_open_first):
    """Both links opened before anything is reported, or the second one afterwards."""
    phone = Browser(headers={"accept-language": "en"})
    first = opens(phone, table, 0)
    if is_open_first:
        opens(phone, table, 1)
    phone.post(first, fields(table))
    phone.post(opens(phone, table, 1), fields(table))
    phone.post(first, fields(table))
    assert Report.objects.filter(set_aside_at=None).count() == 2 and not counts(table)
    page = text(phone.get(first.removesuffix("report/")))
    assert "This phone holds another link of this table as well" in page and "is one voice" in page
    another = Browser()
    another.post(opens(another, table, 2), fields(table))
    assert counts(table)


def test_the_desk_sees_that_it_was_one_phone(table, desk):
    phone = Browser()
    for n in range(2):
        phone.post(opens(phone, table, n), fields(table))
    here = reverse("desk_table", args=[table.round.stage.tournament.public_id, table.public_id])
    assert text(desk.get(here)).count("same phone as another report") == 2


def test_links_of_other_tables_on_a_phone_change_nothing(evening, table):
    """A coach's phone with the link of somebody who sits elsewhere."""
    other = table.round.tables.exclude(pk=table.pk).first()
    phone, another = Client(), Client()
    opens(phone, other, 0)
    phone.post(opens(phone, table, 0), fields(table))
    another.post(opens(another, table, 1), fields(table))
    assert counts(table)
    one, two = Report.objects.values_list("held", flat=True)
    assert [name.partition(":")[0] for name in (*one, *two)] == ["under", "phone"] * 2
    assert one[0] == two[0] and one[1] != two[1]


def test_a_phone_that_has_opened_many_links_since_is_the_same_one(evening, table, desk):
    """The ninth link made it forget the first, and two seats of one table were two witnesses on one phone."""
    evening.come(8)
    others = evening.tournament.entries.exclude(seats__table=table)
    phone = Browser()
    phone.post(opens(phone, table, 0), fields(table))
    for other in list(others)[:8]:
        phone.get(reverse("entry_link", args=[other.public_id, entry_token(other)]))
    second = opens(phone, table, 1)
    assert phone.get(opens(phone, table, 1).removesuffix("report/")).status_code == 200
    phone.post(second, fields(table))
    assert Report.objects.filter(set_aside_at=None).count() == 2 and not counts(table)
    here = reverse("desk_table", args=[table.round.stage.tournament.public_id, table.public_id])
    assert text(desk.get(here)).count("same phone as another report") == 2
    another = Browser()
    another.post(opens(another, table, 2), fields(table))
    assert counts(table)


def test_one_account_in_two_browsers_with_two_own_links_is_one_witness(table, account):
    rosa = account("rosa")
    for n in range(2):
        browser = browser_of(rosa)
        browser.post(opens(browser, table, n), fields(table))
    assert Report.objects.filter(set_aside_at=None).count() == 2 and not counts(table)


@pytest.mark.parametrize("way", ["slip", "own"])
def test_a_referee_is_no_second_witness_in_the_browser_of_the_first(table, account, club, way):
    rosa = account("rosa")
    tournament = table.round.stage.tournament
    Grant.objects.create(account=rosa, club=club, tournament=tournament, role=Role.REFEREE)
    phone = browser_of(rosa)
    if way == "slip":
        phone.get(table_address(table))
        phone.post(reverse("table_report_by_link", args=[table.public_id]), fields(table))
    else:
        phone.post(opens(phone, table, 0), fields(table))
    phone.post(reverse("table_confirm", args=[tournament.public_id, table.public_id]), fields(table))
    assert Report.objects.count() == 2 and not counts(table)
    says(table, by_seat(table, 1))
    assert counts(table)


def test_a_referee_with_the_slip_in_another_browser_confirms_nothing(table, account, club, desk):
    """Each referee can have the slips of all tables, printed or over the API."""
    rosa, tournament, slip = account("rosa"), table.round.stage.tournament, Browser()
    Grant.objects.create(account=rosa, club=club, tournament=tournament, role=Role.REFEREE)
    slip.get(table_address(table))
    slip.post(reverse("table_report_by_link", args=[table.public_id]), fields(table))
    browser_of(rosa).post(reverse("table_confirm", args=[tournament.public_id, table.public_id]), fields(table))
    assert Report.objects.count() == 2 and not counts(table)
    desk.post(reverse("results_agreed", args=[tournament.public_id]), {"action_id": "agreed-000001"})
    assert counts(table)


def test_a_referee_and_a_players_own_link_confirm(table, account, club):
    rosa, tournament, phone = account("rosa"), table.round.stage.tournament, Browser()
    Grant.objects.create(account=rosa, club=club, tournament=tournament, role=Role.REFEREE)
    phone.post(opens(phone, table, 0), fields(table))
    browser_of(rosa).post(reverse("table_confirm", args=[tournament.public_id, table.public_id]), fields(table))
    assert counts(table)


@pytest.mark.parametrize("others", ["localhost", "127.0.0.1:8000"])
def test_two_own_links_under_two_names_of_the_laptop_confirm_nothing_and_the_desk_sees_it(table, desk, others):
    """One browser keeps other cookies for each name, so that it looked like two."""
    by_address, by_name = Browser(headers={"host": "127.0.0.1"}), Browser(headers={"host": others})
    for n, browser in enumerate((by_address, by_name)):
        browser.post(opens(browser, table, n), fields(table))
    is_one_name = others.startswith("127.0.0.1")  # cookies know no ports
    assert counts(table) is is_one_name
    here = reverse("desk_table", args=[table.round.stage.tournament.public_id, table.public_id])
    assert text(desk.get(here)).count("one phone can look like two") == (0 if is_one_name else 2)
    third = Browser(headers={"host": others})
    third.post(opens(third, table, 2), fields(table))
    assert counts(table)


@pytest.mark.parametrize("scope", ["", "desk"])
def test_who_is_referee_and_desk_reports_as_either(table, account, club, scope):
    both = account("karl")
    tournament = table.round.stage.tournament
    for role in (Role.DESK, Role.REFEREE):
        Grant.objects.create(account=both, club=club, tournament=tournament, role=role)
    says(table, Actor(both, scope=scope), source="desk")
    assert counts(table)
    with refused("not_this_source"):
        says(table, Actor(both, scope="referee"), source="desk")


def test_two_seats_confirm_each_other(table):
    says(table, by_seat(table, 0))
    says(table, by_seat(table, 0))
    assert not counts(table)
    says(table, by_seat(table, 1))
    assert counts(table)


def test_a_seat_that_says_something_else_stops_two_that_agree(table):
    says(table, by_slip(table, "other"), "2134")
    says(table, by_seat(table, 0))
    says(table, by_seat(table, 1))
    assert not counts(table)


def test_who_says_so_is_kept_and_shown_to_the_desk(table, desk):
    entry = table.seats.order_by("order")[1].entry
    browser = Client()
    browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    fields = {f"place_{colour}": said["place"] for colour, said in places(table).items()}
    browser.post(reverse("own_report", args=[entry.public_id]), fields)
    says(table, by_slip(table, "one"), "2134", seat=table.seats.order_by("order")[2].colour)
    says(table, by_slip(table, "two"), "2143", seat="X")
    seats = [seat.colour for seat in table.seats.order_by("order")]
    assert list(Report.objects.values_list("seat", flat=True)) == [seats[1], seats[2], ""]
    tournament = table.round.stage.tournament
    shown = desk.get(reverse("desk_table", args=[tournament.public_id, table.public_id])).content.decode()
    assert shown.count(Report.objects.first().reported_at.astimezone().strftime("%H:%M")) >= 1


def test_where_the_desk_confirms_everything_nobody_else_does(evening, table, as_yara):
    set_witnesses(evening.tournament, by=as_yara, witnesses="desk")
    for n in range(4):
        says(table, by_seat(table, n))
    assert not counts(table)
    says(table, as_yara, source="desk")
    assert counts(table)


@pytest.fixture
def quiet(evening, as_yara, monkeypatch):
    """The tournament lets silence count after five minutes; returns what lets minutes pass."""
    set_witnesses(evening.tournament, by=as_yara, witnesses="quiet", quiet_minutes=5)
    real, passed = clock.now, [timedelta()]
    monkeypatch.setattr(clock, "now", lambda: real() + passed[0])

    def wait(minutes: float) -> None:
        passed[0] += timedelta(minutes=minutes)

    return wait


def work() -> None:
    confirm(None)


def test_a_report_counts_once_nobody_has_contradicted_it(table, quiet):
    says(table, by_slip(table, "one"))
    quiet(4.9)
    work()
    assert not counts(table)
    quiet(0.2)
    order_if_due()
    assert Job.objects.filter(kind=KIND).count() == 1
    work()
    assert counts(table) and LogEntry.objects.filter(code="result.unopposed").count() == 1


def test_a_contradiction_stops_the_silence_for_good(table, quiet):
    says(table, by_slip(table, "one"))
    quiet(4)
    says(table, by_seat(table, 0), "2134")
    quiet(60)
    order_if_due()
    assert not Job.objects.filter(kind=KIND).exists(), "or one would be ordered every half minute"
    work()
    assert not counts(table) and not LogEntry.objects.filter(code="result.unopposed").exists()
    with refused("not_quiet"):
        confirm_unopposed(table.round.stage.tournament, by=SYSTEM, table_id=table.public_id)


def test_something_wrong_at_the_table_stops_it_too(table, quiet):
    says(table, by_slip(table, "one"))
    Table.objects.filter(pk=table.pk).update(problem="Wait")
    quiet(6)
    work()
    assert not counts(table)


def test_silence_counts_nowhere_else(table, monkeypatch):
    says(table, by_slip(table, "one"))
    real = clock.now
    monkeypatch.setattr(clock, "now", lambda: real() + timedelta(days=1))
    order_if_due()
    work()
    assert not counts(table)


def test_one_key_confirms_all_that_agree(evening, table, desk):
    others = list(table.round.tables.exclude(pk=table.pk).select_related("round__stage__tournament"))
    says(table, by_slip(table, "one"))
    says(others[0], by_slip(others[0], "one"))
    says(others[0], by_seat(others[0], 0), "2134")
    here = [evening.tournament.public_id]
    assert "Confirm 1 table of which nobody says anything else" in text(desk.get(reverse("results", args=here)))
    answer = desk.post(reverse("results_agreed", args=here), {"action_id": "agreed-000001"}, follow=True)
    assert "1 result is confirmed." in text(answer)
    assert counts(table) and not counts(others[0])


@pytest.mark.parametrize("meanwhile", ["contradicted", "problem"])
def test_what_is_said_between_looking_and_confirming_stands(evening, table, desk, monkeypatch, meanwhile):
    """Somebody at the table says otherwise while the desk presses the key."""
    says(table, by_slip(table, "one"))
    look = desk_views._agreeing

    def looked(tournament):
        seen = look(tournament)
        if meanwhile == "contradicted":
            says(table, by_seat(table, 0), "2134")
        else:
            set_problem(tournament, by=by_slip(table, "two"), table_id=table.public_id, problem="Wait")
        return seen

    monkeypatch.setattr(desk_views, "_agreeing", looked)
    answer = desk.post(reverse("results_agreed", args=[evening.tournament.public_id]), follow=True)
    assert "0 results are confirmed." in text(answer)
    assert not counts(table) and not Report.objects.exclude(set_aside_at=None).exists()


@pytest.mark.parametrize("at_first", ["seats", "desk", "quiet"])
def test_silence_counts_from_when_it_was_chosen(evening, table, as_yara, quiet, at_first):
    """What stood before was said where silence meant nothing, or where there was longer to object."""
    set_witnesses(evening.tournament, by=as_yara, witnesses=at_first, quiet_minutes=60)
    says(table, by_slip(table, "one"))
    quiet(30)
    set_witnesses(evening.tournament, by=as_yara, witnesses="quiet", quiet_minutes=5)
    work()
    assert not counts(table)
    quiet(4.9)
    set_witnesses(evening.tournament, by=as_yara, witnesses="quiet", quiet_minutes=5)  # saved again, nothing changed
    work()
    assert not counts(table)
    quiet(0.2)
    work()
    assert counts(table)


def test_the_page_says_that_the_minutes_begin_anew(evening, desk):
    page = text(desk.get(reverse("settings", args=[evening.tournament.public_id])))
    assert "They begin anew when you change this" in page


def test_what_is_chosen_is_seen_and_obeyed(evening, table, desk):
    here = [evening.tournament.public_id]
    assert "What is reported by the slip waits for the desk" in text(desk.get(reverse("results", args=here)))
    browser = Client(headers={"accept-language": "en"})
    chosen = {"witnesses": "quiet", "quiet_minutes": "7"}
    assert desk.post(reverse("witnesses", args=here), chosen).status_code == 302
    browser.get(table_address(table))
    says(table, by_slip(table, "other"))
    page = text(browser.get(reverse("table", args=[table.public_id])))
    assert "within 7 minutes" in page and "I sit here (if you like)" in page


@pytest.mark.parametrize(
    ("said", "code"), [({"witnesses": "nobody"}, "witnesses"), ({"quiet_minutes": 0}, "quiet_minutes")]
)
def test_nonsense_is_refused(evening, as_yara, said, code):
    with refused(code):
        set_witnesses(evening.tournament, by=as_yara, **{"witnesses": "quiet", **said})
