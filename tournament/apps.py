from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from tournament import alarms, handlers  # noqa: F401  (whoever orders work knows its kinds)
        from tournament.backup import keeping

        alarms.SOURCES.append(keeping.too_old)
