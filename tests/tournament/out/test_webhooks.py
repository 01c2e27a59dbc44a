"""Webhooks: told in the transaction of the cause, signed, tried again, seen at the club's desk."""

import hashlib
import hmac
import json
import re
import time

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.evening import refused
from tests.tournament.sink import Sink
from tournament.core import jobs
from tournament.entries.actions import add_entry
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.models import Job, LogEntry, Webhook
from tournament.out.webhooks import actions
from tournament.out.webhooks import sending as hooks
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament


@pytest.fixture
def sink(settings):
    settings.HOOKS_LOCAL = True
    with Sink() as sink:
        yield sink


@pytest.fixture
def hook(club, as_yara, sink) -> Webhook:
    return actions.make_webhook(club, by=as_yara, url=sink.url, areas=["entries"]).result


def work() -> None:
    Job.objects.update(due_at=timezone.now())
    while task := jobs.claim(queues=[hooks.QUEUE]):
        jobs.run(task)


def test_what_happens_is_told_by_ids_and_never_by_names(hook, sink, tournament, as_yara):
    entry = add_entry(tournament, by=as_yara, given_name="Gero", family_name="Graf").result
    work()
    (_path, _headers, body), logged = sink.heard[0], LogEntry.objects.get(code="entry.added")
    told = json.loads(body)
    assert told["event"] == "entry.added" and told["tournament"] == tournament.public_id
    assert (told["seq"], told["hash"]) == (logged.seq, logged.hash)
    assert told["about"] == {"entry": entry.public_id, "number": entry.number}
    assert b"Gero" not in body and b"Graf" not in body


def test_it_is_signed_so_that_the_other_side_can_tell(hook, sink, tournament, as_yara):
    add_entry(tournament, by=as_yara, given_name="Gero")
    work()
    _path, headers, body = sink.heard[0]
    at, signature = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", headers["Augengenau-Signature"]).groups()
    own = hmac.new(hooks.secret_of(hook).encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert signature == own and abs(time.time() - int(at)) < 60


def test_another_secret_counts_at_once(hook, club, as_yara):
    before = hooks.secret_of(hook)
    renewed = actions.renew_secret(club, by=as_yara, webhook_id=hook.public_id).result
    assert hooks.secret_of(renewed) != before


def test_it_hears_of_what_was_chosen_and_of_the_own_club_alone(hook, sink, tournament, as_yara, account, club):
    other = create_club(None, by=as_yara, name="Other", admin=as_yara.account).result
    theirs = create_tournament(other, by=as_yara, name="Theirs", played_on=timezone.localdate()).result
    add_entry(theirs, by=as_yara, given_name="Eve")
    assert not Job.objects.filter(kind=hooks.KIND).exists()
    actions.make_webhook(club, by=as_yara, url=sink.url, areas=["results"])
    add_entry(tournament, by=as_yara, given_name="Gero")
    assert Job.objects.filter(kind=hooks.KIND).count() == 1


def test_what_was_refused_is_told_to_nobody(hook, tournament, as_yara):
    with refused("no_such_entry"):
        withdraw_entry(tournament, by=as_yara, entry_id="nothere")
    assert not Job.objects.filter(kind=hooks.KIND).exists()


def test_sent_twice_by_a_phone_it_is_told_once(hook, tournament, as_yara):
    for _ in range(2):
        add_entry(tournament, by=as_yara, action_id="k1", given_name="Gero")
    assert Job.objects.filter(kind=hooks.KIND).count() == 1


def test_a_failure_is_tried_again_and_given_up_in_the_end(hook, sink, tournament, as_yara):
    sink.status = 500
    add_entry(tournament, by=as_yara, given_name="Gero")
    for attempt in range(len(hooks.WAITS)):
        work()
        job = Job.objects.get(kind=hooks.KIND)
        assert (job.state, job.error) == ("queued", "HTTP 500")
        assert (job.due_at - timezone.now()).total_seconds() == pytest.approx(hooks.WAITS[attempt], abs=5)
    work()
    assert Job.objects.get(kind=hooks.KIND).state == "failed"
    assert len({json.loads(body)["id"] for _path, _headers, body in sink.heard}) == 1
    assert len(sink.heard) == len(hooks.WAITS) + 1


def test_a_redirect_is_a_failure(hook, sink, tournament, as_yara):
    sink.status, sink.location = 302, "http://127.0.0.1:1/"
    add_entry(tournament, by=as_yara, given_name="Gero")
    work()
    assert Job.objects.get(kind=hooks.KIND).error == "HTTP 302"


def test_switched_off_or_removed_it_hears_nothing_more(hook, sink, club, tournament, as_yara):
    add_entry(tournament, by=as_yara, given_name="Gero")
    actions.switch_webhook(club, by=as_yara, webhook_id=hook.public_id, is_active=False)
    add_entry(tournament, by=as_yara, given_name="Rosa")
    work()
    assert not sink.heard and Job.objects.get(kind=hooks.KIND).state == "cancelled"
    with refused("switched_off"):
        actions.test_webhook(club, by=as_yara, webhook_id=hook.public_id)
    actions.remove_webhook(club, by=as_yara, webhook_id=hook.public_id)
    with refused("no_such_webhook"):
        actions.remove_webhook(club, by=as_yara, webhook_id=hook.public_id)


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://", "foo", "https://a:b@example.org/", f"https://a.org/{'x' * 500}"]
)
def test_an_address_that_will_not_do(url, club, as_yara):
    with refused("address"):
        actions.make_webhook(club, by=as_yara, url=url, areas=["entries"])


@pytest.mark.parametrize("areas", [[], ["nothing"], ["entries", "nothing"]])
def test_it_hears_of_something_that_there_is(areas, club, as_yara):
    with refused("areas"):
        actions.make_webhook(club, by=as_yara, url="https://example.org/", areas=areas)


def test_the_log_names_the_host_alone(hook):
    entry = LogEntry.objects.get(code="webhook.made")
    assert entry.data["host"] == "127.0.0.1" and "key" not in json.dumps(entry.data)


def test_there_is_a_word_for_every_area(db):
    prefixes = [prefix for _words, codes in hooks.AREAS.values() for prefix in codes]
    assert len(prefixes) == len(set(prefixes)) and all(prefix.endswith(".") for prefix in prefixes)


def page(club) -> str:
    return reverse("webhooks", args=[club.public_id])


def test_at_the_desk_it_is_made_with_its_secret_shown_once(club, desk, sink):
    form = {"url": sink.url, "areas": ["rounds", "results"], "action_id": "click-12345"}
    first, second = desk.post(page(club), form), desk.post(page(club), form)
    hook = Webhook.objects.get()
    assert hook.areas == ["rounds", "results"] and hooks.secret_of(hook) in first.content.decode()
    assert second.status_code == 302 and hooks.secret_of(hook) not in desk.get(page(club)).content.decode()


def test_at_the_desk_a_wrong_address_is_said_beside_the_field(club, desk):
    answer = desk.post(page(club), {"url": "http://10.0.0.1/", "areas": ["rounds"]})
    assert answer.status_code == 422 and "http://10.0.0.1/" in answer.content.decode()


def test_at_the_desk_a_test_is_sent_its_end_seen_and_sent_again(hook, club, desk, sink):
    sink.status = 410
    one = reverse("webhook", args=[club.public_id])
    desk.post(one, {"webhook": hook.public_id, "to": "test"})
    for _attempt in range(len(hooks.WAITS) + 1):
        work()
    text = desk.get(page(club)).content.decode()
    assert "HTTP 410" in text and "<code>test</code>" in text
    sink.status = 200
    desk.post(reverse("webhook_again", args=[club.public_id]), {"delivery": str(Job.objects.get(kind=hooks.KIND).pk)})
    work()
    assert Job.objects.get(kind=hooks.KIND).result == {"status": 200}
    assert desk.post(reverse("webhook_again", args=[club.public_id]), {"delivery": "foo"}).status_code == 422


def test_every_button_of_a_webhook(hook, club, desk):
    one = reverse("webhook", args=[club.public_id])
    for to, left in (("off", False), ("on", True)):
        desk.post(one, {"webhook": hook.public_id, "to": to})
        assert Webhook.objects.get().is_active is left
    shown = desk.post(one, {"webhook": hook.public_id, "to": "secret"}).content.decode()
    assert hooks.secret_of(Webhook.objects.get()) in shown and hooks.secret_of(hook) not in shown
    desk.post(one, {"webhook": hook.public_id, "to": "remove"})
    assert not Webhook.objects.exists()


def test_trying_it_out_is_bounded_on_the_page_and_over_the_api_together(hook, club, desk):
    """Each is a request of ours to somebody's server."""
    by_page, again = reverse("webhook", args=[club.public_id]), {"webhook": hook.public_id, "to": "test"}
    by_api = reverse("api_webhook_test", args=[club.public_id, hook.public_id])
    asked = [desk.post(by_api, content_type="application/json").status_code for _n in range(15)]
    asked += [desk.post(by_page, again).status_code for _n in range(5)]
    asked += [desk.post(by_api, content_type="application/json").status_code, desk.post(by_page, again).status_code]
    assert asked == [200] * 15 + [302] * 5 + [429] * 2
    assert Job.objects.filter(kind=hooks.KIND).count() == 20


def test_deliveries_have_no_address_of_their_own(hook, desk, tournament, as_yara):
    """Those of papers would send them again without a limit."""
    add_entry(tournament, by=as_yara, given_name="Gero")
    job = Job.objects.get(kind=hooks.KIND)
    Job.objects.update(state="failed")
    for to in ("", "retry/", "cancel/", "file/"):
        asked = desk.post if to in ("retry/", "cancel/") else desk.get
        assert asked(f"/api/v1/jobs/{job.pk}/{to}").status_code == 404
    assert Job.objects.get().state == "failed"
