from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"

    def ready(self) -> None:
        from tournament import handlers  # noqa: F401  (whoever orders work knows its kinds)
