"""The product's settings, with what only tests want: a cheap password hash, a database file of their own, plain static files."""

import os
import tempfile
from pathlib import Path

os.environ["AUGENGENAU_DATA"] = tempfile.mkdtemp(prefix="augengenau-test-")
os.environ.setdefault("AUGENGENAU_SECRET_KEY", "only for tests")
if os.environ.get("REDIS_URL"):  # of several processes each has its own part of it
    server = os.environ["REDIS_URL"].rpartition("/")[0]
    os.environ["REDIS_URL"] = f"{server}/{os.environ.get('PYTEST_XDIST_WORKER', 'gw0')[2:]}"

from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import DATA_DIR, DATABASES, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: threads of a test must meet the same locks as processes do.
    DATABASES["default"]["TEST"] = {"NAME": Path(DATA_DIR) / "test.sqlite3"}
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
