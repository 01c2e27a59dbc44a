"""The product's settings, but SQLite opened as Django does when nothing is said: the control of R3."""

from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import DATABASES

DATABASES["default"]["OPTIONS"] = {}
