"""Ids that strangers may see in an address: random, so that nobody can count or guess them."""

import hashlib
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no letter that is mistaken for another when read aloud


def public_id() -> str:
    """For addresses that people read and type: 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def secret_token() -> str:
    """For links that grant something: 256 bits. Only its hash is stored."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
