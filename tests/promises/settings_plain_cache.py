"""The product's settings with Django's own cache in Redis, as it comes: the control of R12."""

from tests.promises.settings_altered import *  # noqa: F403
from tests.promises.settings_altered import CACHE_URL

CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}}
