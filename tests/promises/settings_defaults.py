"""The product's settings, but SQLite opened as Django does when nothing is said: the control of R3."""

from deploy.settings import *  # noqa: F403
from deploy.settings import DATABASES

DATABASES["default"]["OPTIONS"] = {}
