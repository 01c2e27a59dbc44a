"""The folder of our icons: one SVG file each."""

from pathlib import Path

from django.conf import settings

ICONS: Path = settings.BASE_DIR / "templates" / "icons"
