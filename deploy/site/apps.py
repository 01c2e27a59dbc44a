"""Which static files are collected, and how."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class OurStaticFiles(StaticFilesConfig):
    """Of other packages only the files that our pages use: the rest is 9 MB and takes a minute to compress."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("rest_framework", "redoc", "*.js.map", "*standalone-preset*", "htmx-4*", "htmax*", "htmx-2.js", "hx-*"),
    ]

    def ready(self) -> None:
        super().ready()
        from deploy.server_check import probe, settings_of_servers  # noqa: F401  (register checks, and jobs that answer)


class Hashed(CompressedManifestStaticFilesStorage):
    """Scripts import each other by their hashed names too."""

    support_js_module_import_aggregation = True
