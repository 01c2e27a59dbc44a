from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.live.chances import order_chances
        from games.plugins import file, paper  # noqa: F401  (registers our part of the document and our papers)
        from games.plugins.club import CARD
        from games.plugins.erasing import forget
        from games.plugins.hall import PANEL
        from games.plugins.log import IN_THE_LOG
        from games.plugins.options import are_playable, records
        from games.plugins.verify import faults, free_faults
        from games.recording import actions
        from tournament.club import cards
        from tournament.core import story
        from tournament.erasing import actions as erasing
        from tournament.hall.screen import panels
        from tournament.out import verify
        from tournament.out.tournament_file import reading
        from tournament.stages import options

        story.WORDS.update(IN_THE_LOG)
        options.TOUCHED.append(records)
        reading.FITS.append(are_playable)
        verify.CHECKS.append(faults)
        verify.OF_OTHER_LOGS.append(free_faults)
        erasing.FORGETS.append(forget)
        cards.CARDS.append(CARD)
        panels.PANELS.append(PANEL)
        actions.AFTER_A_LINE.append(order_chances)
