from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import chances, documents, proof, travel  # noqa: F401  (whoever orders work knows its kinds)
        from games.hall import PANEL
        from games.words import IN_THE_LOG
        from tournament import checking, screens, story

        story.WORDS.update(IN_THE_LOG)
        checking.CHECKS.append(proof.faults)
        screens.PANELS.append(PANEL)
