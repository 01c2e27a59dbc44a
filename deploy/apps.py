"""Which files are collected for browsers, and how."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class OurStaticFiles(StaticFilesConfig):
    """Of other packages, what our pages name: the rest is 9 MB, a minute of compressing."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("rest_framework", "redoc", "*.js.map", "*standalone-preset*", "htmx-4*", "htmax*", "htmx-2.js", "hx-*"),
    ]

    def ready(self) -> None:
        super().ready()
        from deploy import readback  # noqa: F401  (checks of a server)


class Hashed(CompressedManifestStaticFilesStorage):
    """Scripts name each other by their hashed names too."""

    support_js_module_import_aggregation = True
