"""Names for things that strangers may see in an address: random, so that nobody counts or guesses them."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is mistaken for another when read aloud


def public_id() -> str:
    """For addresses that people read and type: 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def secret_token() -> str:
    """For links that grant something: 256 bits. Only its hash is kept."""
    return secrets.token_urlsafe(32)
