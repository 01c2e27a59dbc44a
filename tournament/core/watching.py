"""Notes every row that the current action writes (`tournament.core.bound`), however Django writes it: saved, updated, created or
changed in bulk, deleted, or deleted with what it belonged to. All of these end in three compilers, which are wrapped at startup.

SQL of one's own is not noticed: what it writes differs from the log, and `verify_tournament` says so.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import models
from django.db.models.lookups import Exact
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLDeleteCompiler, SQLInsertCompiler, SQLUpdateCompiler
from django.db.models.sql.constants import MULTI, ROW_COUNT

from tournament.core.bound import UNKNOWN, Written, columns, current

Execute = Callable[[], Any]


def begin() -> None:
    _wrap(SQLInsertCompiler, _inserted)
    _wrap(SQLUpdateCompiler, _updated)
    _wrap(SQLDeleteCompiler, _deleted)


def _wrap(compiler: type[Any], note: Callable[[Written, Any, Execute, Any], Any]) -> None:
    execute = compiler.execute_sql

    @wraps(execute)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        written = current()
        if written is None or not columns(self.query.model):
            return execute(self, *args, **kwargs)
        return note(written, self, lambda: execute(self, *args, **kwargs), args[0] if args else None)

    compiler.execute_sql = run


def _inserted(written: Written, compiler: Any, execute: Execute, _kind: Any) -> Any:
    returned, query = execute(), compiler.query
    names = [each.attname for each in query.fields]
    keys = [row[0] for row in returned] if returned else [obj.pk or _found(obj, names) for obj in query.objs]
    for pk, obj in zip(keys, query.objs, strict=True):
        written.set(query.model, pk, {name: _known(getattr(obj, name)) for name in names})
    return returned


def _found(obj: models.Model, names: list[str]) -> Any:
    """The key of a row that was inserted without asking for it."""
    return (
        type(obj)._base_manager.filter(**{name: getattr(obj, name) for name in names}).values_list("pk", flat=True)[0]
    )


def _updated(written: Written, compiler: Any, execute: Execute, kind: Any) -> Any:
    query = compiler.query
    values = {each.attname: _known(value) for each, _model, value in query.values}
    if not values.keys() & columns(query.model).keys():
        return execute()
    key = _only_key(query)
    keys = [key] if key else _keys(compiler)  # asked before: afterwards the filter may fit others
    count = execute()
    for pk in keys if count or not key or kind != ROW_COUNT else ():
        written.set(query.model, pk, values)
    return count


def _deleted(written: Written, compiler: Any, execute: Execute, _kind: Any) -> Any:
    key = _only_key(compiler.query)
    for pk in [key] if key else _keys(compiler):
        written.gone(compiler.query.model, pk)
    return execute()


def _known(value: Any) -> Any:
    return UNKNOWN if hasattr(value, "resolve_expression") else value


def _only_key(query: Any) -> Any:
    """The key that a query names, if it names one and asks nothing else: what saving an object does."""
    asked = query.where.children[0] if len(query.where.children) == 1 and not query.where.negated else None
    is_key = isinstance(asked, Exact) and getattr(asked.lhs, "target", None) is query.model._meta.pk
    return asked.rhs if asked is not None and is_key and isinstance(asked.rhs, int) else None


def _keys(compiler: Any) -> list[Any]:
    query = compiler.query.chain(klass=Query)
    query.clear_ordering(force=True)
    query.clear_select_clause()
    query.add_fields([query.get_meta().pk.name])
    return [row[0] for some in query.get_compiler(compiler.using).execute_sql(MULTI) for row in some]
