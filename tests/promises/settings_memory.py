"""The product's settings with sessions in the memory of the process that made them: the control of R27."""

from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import CACHES

CACHES = {**CACHES, "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.cache"
SESSION_CACHE_ALIAS = "memory"
