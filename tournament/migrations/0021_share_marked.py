"""Evenings of which a round was published keep the share of the tables' points as they were ranked by it; all others get the new one."""

from typing import Any

from django.db import migrations


def mark(apps: Any, _schema: Any) -> None:
    stage_model, round_model = apps.get_model("tournament", "Stage"), apps.get_model("tournament", "Round")
    held = set(round_model.objects.exclude(state="draft").values_list("stage__tournament", flat=True))
    for stage in stage_model.objects.only("scheme", "tournament_id").iterator():
        stage.scheme = {**stage.scheme, "share": "counts" if stage.tournament_id in held else "points"}
        stage.save(update_fields=["scheme"])


def unmark(apps: Any, _schema: Any) -> None:
    for stage in apps.get_model("tournament", "Stage").objects.only("scheme").iterator():
        stage.scheme = {name: value for name, value in stage.scheme.items() if name != "share"}
        stage.save(update_fields=["scheme"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0020_own_presets")]
    operations = [migrations.RunPython(mark, unmark)]
