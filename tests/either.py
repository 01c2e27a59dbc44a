"""Which tests are not repeated on PostgreSQL: what they look at no database decides, and what they do to the tables others do on
both. AUGENGENAU_LONG=1 runs them on both all the same."""

import os

import pytest

IS_REPEATED = bool(os.environ.get("AUGENGENAU_LONG")) or not os.environ.get("DATABASE_URL")


def same_on_either(why: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not IS_REPEATED, reason=f"the same on either database: {why}")
