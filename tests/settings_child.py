"""For a process that a test starts: the same settings on the test's own database."""

import os

from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

DATABASES["default"]["NAME"] = os.environ["TEST_DB"]
