"""How everything that counts is written: one transaction that locks, checks, changes, logs, and then tells.

    @action("entry.added", needs="entries.change")
    def add_entry(write: Write, tournament: Tournament, *, given_name: str) -> Entry: ...

    add_entry(tournament, by=actor, action_id="…", given_name="Yara")

The caller's `action_id` makes it happen once: sent again, the receipt of the first time comes back and nothing is done. The
same id with other content is refused. Without one, every call is an action of its own. Arguments named `secret` leave no
trace, not even a hash. Before an `undoable` step the state of the tournament is kept (`actions.undo`).
"""

import hashlib
import hmac
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from django.db import models, transaction
from django.utils.translation import gettext as _

from tournament import chain, hooks, live, mails, snapshots
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Refused, Stale
from tournament.models import Club, LogEntry, LogText, Stream, Tournament, Webhook

P = ParamSpec("P")
T = TypeVar("T")
Owner = Club | Tournament | None
INSTALLATION = "installation"  # the stream of what belongs to no club


@dataclass
class Write:
    """What an action has in hand while it writes."""

    by: Actor
    role: str
    stream: Stream
    code: str
    data: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    receipt: dict[str, Any] = field(default_factory=dict)

    def log(self, *, texts: dict[str, str] | None = None, **data: Any) -> None:
        """What the entry says: ids, numbers, codes as data; names and free words as texts."""
        self.data.update(data)
        self.texts.update(texts or {})

    def answer(self, **receipt: Any) -> None:
        """What a repeated request is answered with as well."""
        self.receipt.update(receipt)

    @staticmethod
    def same_version(thing: models.Model, version: int | None) -> None:
        """Refuse what was decided on an older state of the thing."""
        now = thing.version  # type: ignore[attr-defined]
        if version is not None and version != now:
            raise Stale("stale", _("This was changed in the meantime. Look at it again."), now=now, then=version)


@dataclass(frozen=True)
class Done(Generic[T]):
    """The outcome: `result` is None when the action had been done before and only its receipt is given again."""

    result: T | None
    receipt: dict[str, Any]
    is_repeat: bool


def action(
    code: str, *, needs: str, secret: tuple[str, ...] = (), undoable: bool = False
) -> Callable[[Callable[Concatenate[Write, Any, P], T]], Callable[..., Done[T]]]:
    def declare(do: Callable[Concatenate[Write, Any, P], T]) -> Callable[..., Done[T]]:
        @wraps(do)
        def run(owner: Owner, *args: P.args, by: Actor, action_id: str | None = None, **kwargs: P.kwargs) -> Done[T]:
            asked = {key: value for key, value in kwargs.items() if key not in secret}
            listening = _listening(owner, code)
            with transaction.atomic():
                stream = _locked(owner)
                fingerprint = _fingerprint(stream, code, args, asked)
                role = require(by, needs, _rights(owner))
                before = _done_before(stream, action_id, fingerprint)
                if before is not None:
                    return Done(None, _receipt(before), is_repeat=True)
                write = Write(by, role, stream, code)
                if undoable and isinstance(owner, Tournament):
                    snapshots.keep(owner, stream.seq, code)
                result = do(write, owner, *args, **kwargs)
                entry = _append(write, action_id or uuid.uuid4().hex, fingerprint)
                _tell_others(owner, entry, listening)
                return Done(result, _receipt(entry), is_repeat=False)

        run.action, run.needs = code, needs  # type: ignore[attr-defined]
        return run

    return declare


def _listening(owner: Owner, code: str) -> list[Webhook]:
    tournament = _rights(owner)
    return hooks.listening(tournament, code) if isinstance(tournament, Tournament) else []


def _tell_others(owner: Owner, entry: LogEntry, listening: list[Webhook]) -> None:
    """What goes out by itself is ordered here, so that it is sent if this was done and not if it was not."""
    tournament = _rights(owner)
    if isinstance(tournament, Tournament):
        hooks.ordered(listening, tournament, entry)
        mails.ordered(tournament, entry)


def _as_owner(owner: Any) -> dict[str, Any]:
    if owner is None:
        return {"public_id": INSTALLATION}
    if isinstance(owner, Tournament | Club):
        return {"tournament": owner} if isinstance(owner, Tournament) else {"club": owner}
    return {"pk": owner.stream_id}


def _rights(owner: Any) -> Club | Tournament | None:
    """What has a stream of its own (a recorded game) is written by those who may do so in its tournament."""
    return owner if owner is None or isinstance(owner, Club | Tournament) else owner.tournament


def _locked(owner: Owner) -> Stream:
    """The head of the owner's stream. On SQLite the transaction itself is the lock; the rows are found either way."""
    if owner is None:
        Stream.objects.get_or_create(public_id=INSTALLATION)
    return Stream.objects.select_for_update().get(**_as_owner(owner))


def _fingerprint(stream: Stream, code: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Of what was asked for, so that a reused id with other content is noticed; keyed, since names are easily guessed."""
    asked = [code, [_plain(value) for value in args], {key: _plain(value) for key, value in kwargs.items()}]
    return hmac.new(stream.salt.encode(), chain.canonical(asked), hashlib.sha256).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, models.Model):
        return f"{value._meta.label_lower}:{value.pk}"
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _done_before(stream: Stream, action_id: str | None, fingerprint: str) -> LogEntry | None:
    if action_id is None:
        return None
    entry = LogEntry.objects.filter(stream=stream, action_id=action_id).first()
    if entry is not None and entry.fingerprint != fingerprint:
        raise Refused("id_reused", _("This request was sent before with other content."), action_id=action_id)
    return entry


def done_before(owner: Owner, action_id: str | None, of: Callable[..., Done[T]], **asked: Any) -> Done[T] | None:
    """The outcome of an action that was sent before: for callers that work long before they write."""
    stream = Stream.objects.get(**_as_owner(owner))
    fingerprint = _fingerprint(stream, of.action, (), asked)  # type: ignore[attr-defined]
    entry = _done_before(stream, action_id, fingerprint)
    return Done(None, _receipt(entry), is_repeat=True) if entry else None


def _receipt(entry: LogEntry) -> dict[str, Any]:
    return {**entry.receipt, "seq": entry.seq, "hash": entry.hash}


def _append(write: Write, action_id: str, fingerprint: str) -> LogEntry:
    stream = write.stream
    salts = {key: chain.new_salt() for key in write.texts}
    hashes = {key: chain.text_hash(write.texts[key], salts[key]) for key in write.texts}
    entry = LogEntry(
        stream=stream,
        seq=stream.seq + 1,
        action_id=action_id,
        fingerprint=fingerprint,
        code=write.code,
        data={**write.data, "texts": hashes} if hashes else write.data,
        receipt=write.receipt,
        actor=write.by.name_in_log,
        role=write.role,
        via=write.by.via,
        prev=stream.head,
    )
    entry.hash = chain.entry_hash(entry)
    entry.save(force_insert=True)
    LogText.objects.bulk_create(
        LogText(entry=entry, key=key, text=text, salt=salts[key]) for key, text in write.texts.items()
    )
    stream.seq, stream.head, stream.written_at = entry.seq, entry.hash, entry.recorded_at
    stream.save(update_fields=["seq", "head", "written_at"])
    live.announce(stream)
    return entry
