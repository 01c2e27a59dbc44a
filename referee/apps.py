from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"

    def ready(self) -> None:
        from games import verdicts
        from referee import documents, travel  # noqa: F401  (what can be printed; what a tournament's file holds of ours)
        from referee.on_the_spot import said
        from referee.words import IN_THE_LOG
        from tournament import story

        story.WORDS.update(IN_THE_LOG)
        verdicts.register(said)
