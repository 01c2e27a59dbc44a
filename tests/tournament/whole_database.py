"""All that a database holds, and what a guess can be proven with it: for tests of what erasing leaves."""

import hashlib
import hmac
import zlib
from collections.abc import Iterator

from django.apps import apps


def values() -> set[str]:
    """Every word that any row of any table holds; what is packed is unpacked."""
    rows = (row for model in apps.get_models(include_auto_created=True) for row in model._default_manager.values_list())
    return {word for row in rows for value in row for word in words(value)}


def words(value: object) -> Iterator[str]:
    if isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from words(each)
    elif isinstance(value, bytes | memoryview):
        yield zlib.decompress(bytes(value)).decode()
    elif isinstance(value, str):
        yield from {value, *value.split(".")}


def proven(guesses: list[bytes]) -> list[str]:
    """The guesses that something in the database proves: a hash of them, or one under any word that stands there."""
    held = values()
    keys = [word.encode() for word in held if 15 < len(word) < 200] + [b""]
    return [guess.decode() for guess in guesses if held & set(hashes(guess, keys))]


def hashes(guess: bytes, keys: list[bytes]) -> Iterator[str]:
    for key in keys:
        yield hmac.new(key, guess, hashlib.sha256).hexdigest()
        yield hashlib.sha256(key + guess).hexdigest()


def naming(asked: list[bytes], *words: str) -> list[bytes]:
    return [said for said in asked if any(word.encode() in said for word in words)]
