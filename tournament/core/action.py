"""Every write that counts: one transaction that locks, checks, changes, logs, and then notifies.

    @action("entry.added", needs="entries.change")
    def add_entry(write: Write, tournament: Tournament, *, given_name: str) -> Entry: ...

    add_entry(tournament, by=actor, action_id="…", given_name="Yara")

The caller's `action_id` makes it idempotent: a repeat does nothing and returns the first receipt; the same id with other
content is refused. Without an id every call is a new action. Before an `undoable` action a snapshot of the tournament is
stored (`desk.undo`). An action may call others: their log entries come before its own, and if it is undoable, all of it is one
step back: its entry names the line `after` which it began.

Of the arguments only a fingerprint is stored, keyed with the stream's salt. Erasing somebody changes the salt, so that nobody can
test names against older fingerprints: for those requests only id and code are compared from then on. Fields that the log may
never hold (`policy`) and arguments named in `secret` are in no fingerprint.
"""

import hashlib
import hmac
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, Generic, Protocol, TypeVar, cast

from django.db import models, transaction
from django.utils.translation import gettext as _

from tournament.core import bound, chain, live, snapshots
from tournament.core.access import require
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.core.errors import Refused, Stale
from tournament.models import Club, LogEntry, LogText, Stream, Tournament
from tournament.policy.table import never_logged, texts_only

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Owner = Club | Tournament | Circle | None
INSTALLATION = "installation"  # the stream of everything that belongs to no club


class Versioned(Protocol):
    @property
    def version(self) -> int: ...


@dataclass
class Write:
    """The context of one action while it writes."""

    by: Actor
    role: str
    stream: Stream
    code: str
    data: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    receipt: dict[str, Any] = field(default_factory=dict)
    has_inner: bool = False  # another action was done within this one
    is_step: bool = False  # it can be undone as a whole: the state before it is kept
    written: bound.Written = field(default_factory=bound.Written)

    def log(self, *, texts: dict[str, str] | None = None, **data: Any) -> None:
        """Add to the log entry: ids, numbers and codes as data; names and free text as texts, which can be erased."""
        if words := data.keys() & texts_only():
            raise TypeError(f"{sorted(words)} cannot be erased here: write.log(texts={{…}})")
        self.data.update(data)
        self.texts.update(texts or {})

    def forget_words(self) -> None:
        """Words were erased: nothing that the log bound of these rows so far may prove a guess."""
        self.written.forgets = True

    def answer(self, **receipt: Any) -> None:
        """Add to the receipt, which a repeated request gets as well."""
        self.receipt.update(receipt)

    @staticmethod
    def same_version(thing: Versioned, version: int | None) -> None:
        """Refuse what was decided on an outdated version of the thing."""
        now = thing.version
        if version is not None and version != now:
            raise Stale("stale", _("This was changed in the meantime. Look at it again."), now=now, then=version)


_writing: ContextVar[Write | None] = ContextVar("writing", default=None)


@dataclass(frozen=True)
class Done(Generic[T_co]):
    """The outcome. `result` is None for a repeat, which only gets the first receipt again."""

    result: T_co | None
    receipt: dict[str, Any]
    is_repeat: bool


class Action(Protocol[T_co]):
    """A function wrapped by `action`, with its log code (`action`), the right it needs and what its receipt says besides the
    log entry."""

    action: str
    needs: str
    answers: tuple[str, ...]

    def __call__(self, owner: Any, /, *args: Any, **kwargs: Any) -> Done[T_co]: ...


def action(
    code: str, *, needs: str, secret: tuple[str, ...] = (), undoable: bool = False, answers: tuple[str, ...] = ()
) -> Callable[[Callable[Concatenate[Write, Any, ...], T]], Action[T]]:
    def declare(do: Callable[Concatenate[Write, Any, ...], T]) -> Action[T]:
        @wraps(do)
        def run(owner: Owner, *args: Any, by: Actor, action_id: str | None = None, **kwargs: Any) -> Done[T]:
            arguments = _canonical(code, args, {key: value for key, value in kwargs.items() if key not in secret})
            listening = _listening(owner, code)
            with transaction.atomic():
                stream = _locked(owner)
                role = require(by, needs, _rights_owner(owner))
                before = _done_before(stream, action_id, code, arguments)
                if before is not None:
                    return Done(None, _receipt(before), is_repeat=True)
                write = Write(by, role, stream, code)
                began = stream.seq
                write.is_step = _is_within_step(stream)
                if undoable and isinstance(owner, Tournament) and not write.is_step:
                    snapshots.keep(owner, began, code)
                    write.is_step = True
                with _as_current(write):
                    result = do(write, owner, *args, **kwargs)
                if write.is_step and write.has_inner:
                    write.log(after=began)
                if write.receipt.keys() != set(answers):
                    raise TypeError(f"{code} answers {sorted(write.receipt)}, not {sorted(answers)} as declared")
                entry = _append(write, action_id or uuid.uuid4().hex, arguments)
                _tell_others(owner, entry, listening)
                return Done(result, _receipt(entry), is_repeat=False)

        made = cast(Action[T], run)
        made.action, made.needs, made.answers = code, needs, answers
        return made

    return declare


@dataclass(frozen=True)
class Outgoing:
    """Notifies somebody outside (webhooks, mails) of the actions in a tournament."""

    listening: Callable[[Tournament, str], Any]  # queries who listens, before the lock is taken: nobody waits for it
    order: Callable[[Any, Tournament, LogEntry], None]  # enqueues within the transaction: sent only if it is committed


TELLS: list[Outgoing] = []


@contextmanager
def _as_current(write: Write) -> Iterator[None]:
    outer = _writing.get()
    if outer is not None:
        outer.has_inner = True
    token = _writing.set(write)
    try:
        with bound.noted(write.written):
            yield
    finally:
        _writing.reset(token)


def _is_within_step(stream: Stream) -> bool:
    """Whether the state is kept already, before an action in the same stream of which this one is a part."""
    outer = _writing.get()
    return outer is not None and outer.is_step and outer.stream.pk == stream.pk


def _listening(owner: Owner, code: str) -> list[Any]:
    tournament = _rights_owner(owner)
    return [each.listening(tournament, code) for each in TELLS] if isinstance(tournament, Tournament) else []


def _tell_others(owner: Owner, entry: LogEntry, listening: list[Any]) -> None:
    tournament = _rights_owner(owner)
    if isinstance(tournament, Tournament):
        for each, who in zip(TELLS, listening, strict=True):
            each.order(who, tournament, entry)


def _stream_lookup(owner: Any) -> dict[str, Any]:
    if owner is None:
        return {"public_id": INSTALLATION}
    if isinstance(owner, Circle):
        return {"club": owner.club}
    if isinstance(owner, Tournament | Club):
        return {"tournament": owner} if isinstance(owner, Tournament) else {"club": owner}
    return {"pk": owner.stream_id}


def _rights_owner(owner: Any) -> Owner:
    """Rights on something with a stream of its own (a recorded game) are those in its tournament, or in the club's circle."""
    return owner if owner is None or isinstance(owner, Club | Tournament | Circle) else owner.home


def _locked(owner: Owner) -> Stream:
    """Lock and return the head of the owner's stream. On SQLite the transaction itself is the lock."""
    if owner is None:
        Stream.objects.get_or_create(public_id=INSTALLATION)
    return Stream.objects.select_for_update().get(**_stream_lookup(owner))


def _canonical(code: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """The arguments in canonical form: the same content always gives the same bytes."""
    return chain.canonical([code, [_plain(value) for value in args], _plain(kwargs)])


def _fingerprint(stream: Stream, arguments: bytes) -> str:
    """Shows that a reused id came with other content. Keyed, since names are easily guessed."""
    return hmac.new(stream.salt.encode(), arguments, hashlib.sha256).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, models.Model):
        return f"{value._meta.label_lower}:{value.pk}"
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items() if key not in never_logged()}
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _done_before(stream: Stream, action_id: str | None, code: str, arguments: bytes) -> LogEntry | None:
    if action_id is None:
        return None
    entry = LogEntry.objects.filter(stream=stream, action_id=action_id).first()
    if entry is not None and not _is_same(stream, entry, code, arguments):
        raise Refused("id_reused", _("This request was sent before with other content."), action_id=action_id)
    return entry


def _is_same(stream: Stream, entry: LogEntry, code: str, arguments: bytes) -> bool:
    if entry.seq <= stream.forgotten:
        return entry.code == code  # the salt is gone: nothing else can be compared
    return entry.fingerprint == _fingerprint(stream, arguments)


def done_before(owner: Owner, action_id: str | None, of: Action[T], **arguments: Any) -> Done[T] | None:
    """The outcome of an action that was sent before: spares callers that work long before they write a repeat."""
    stream = Stream.objects.get(**_stream_lookup(owner))
    entry = _done_before(stream, action_id, of.action, _canonical(of.action, (), arguments))
    return Done(None, _receipt(entry), is_repeat=True) if entry else None


def _receipt(entry: LogEntry) -> dict[str, Any]:
    return {**entry.receipt, "seq": entry.seq, "hash": entry.hash}


def _append(write: Write, action_id: str, arguments: bytes) -> LogEntry:
    stream = write.stream
    if write.has_inner:  # the chain may have grown by the entries of inner actions
        stream.refresh_from_db(fields=["seq", "head"])
    line = bound.line_of(write.written, stream)
    salts = {key: chain.new_salt() for key in write.texts}
    hashes = {key: chain.text_hash(write.texts[key], salts[key]) for key in write.texts}
    entry = LogEntry(
        stream=stream,
        seq=stream.seq + 1,
        action_id=action_id,
        fingerprint=_fingerprint(stream, arguments),
        code=write.code,
        data={**write.data, "texts": hashes} if hashes else write.data,
        receipt=write.receipt,
        actor=write.by.name_in_log,
        role=write.role,
        via=write.by.via,
        prev=stream.head,
        bound=line.text,
    )
    entry.hash = chain.entry_hash(entry)
    entry.save(force_insert=True)
    LogText.objects.bulk_create(
        LogText(entry=entry, key=key, text=text, salt=salts[key]) for key, text in write.texts.items()
    )
    line.keep_salts(entry)
    stream.seq, stream.head, stream.written_at = entry.seq, entry.hash, entry.recorded_at
    stream.save(update_fields=["seq", "head", "written_at"])
    live.announce(stream)
    return entry
