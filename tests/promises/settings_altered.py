"""As `tests.promises.altered` alters it: a guard switched off (`WITHOUT` names it), waiting cut short (`HURRY`).

Static files have plain names, so that none need be collected.
"""

from tests.promises.settings_many import *  # noqa: F403
from tests.promises.settings_many import INSTALLED_APPS, STORAGES

INSTALLED_APPS = [*INSTALLED_APPS, "tests.promises.altered.Altered"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
