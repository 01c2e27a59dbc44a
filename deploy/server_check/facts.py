"""What a process says about itself, to be compared with others and with what is expected."""

import os
import socket
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournament.core import system


def facts_of_process() -> dict[str, Any]:
    return {
        "version": settings.VERSION,
        "process": f"{socket.gethostname()}:{os.getpid()}",
        "time_zone": settings.TIME_ZONE,
        "files": system.files_allowed(),
        "at": timezone.now().isoformat(),
    }
