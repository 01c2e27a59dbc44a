"""The product's settings, but SQLite writes its log to the disk now and then only: the control of R2."""

from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import DATABASES

_options = DATABASES["default"]["OPTIONS"]
_options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=NORMAL")
