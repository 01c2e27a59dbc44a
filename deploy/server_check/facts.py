"""What a process says about itself, to be compared with others and with what is expected."""

import os
import resource
import socket
from typing import Any

from django.conf import settings
from django.utils import timezone


def facts_of_process() -> dict[str, Any]:
    return {
        "version": settings.VERSION,
        "process": f"{socket.gethostname()}:{os.getpid()}",
        "time_zone": settings.TIME_ZONE,
        "files": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        "at": timezone.now().isoformat(),
    }
