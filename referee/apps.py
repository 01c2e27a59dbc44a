from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"

    def ready(self) -> None:
        from games.recording import actions, verdicts
        from referee.house_rules import paper as house_rules  # noqa: F401  (its papers)
        from referee.plugins import erasing as free_words
        from referee.plugins import file, paper  # noqa: F401  (registers our part of the document and our papers)
        from referee.plugins.log import IN_THE_LOG
        from referee.plugins.options import are_judged_by_known_rules, rulings
        from referee.plugins.recorder import judge_throw
        from referee.plugins.verify import free_rulings
        from referee.rulings.one_a_throw import one_ruling_a_throw, throws_are_held
        from referee.rulings.queries import every_claim_is_ruled, waiting_calls
        from referee.rulings.recorded import out_already, ruled
        from tournament.core import story
        from tournament.desk.side import queries as side
        from tournament.erasing import actions as erasing
        from tournament.out import verify
        from tournament.out.tournament_file import reading
        from tournament.stages import options

        story.WORDS.update(IN_THE_LOG)
        verdicts.register(judge_throw)
        verdicts.register_rulings(ruled)
        actions.OUT_ALREADY.append(out_already)
        options.TOUCHED.append(rulings)
        erasing.FORGETS.append(free_words.forget)
        reading.FITS += [every_claim_is_ruled, are_judged_by_known_rules, throws_are_held]
        verify.CHECKS.append(one_ruling_a_throw)
        verify.OF_OTHER_LOGS.append(free_rulings)
        side.WAITING.append(waiting_calls)
