"""Several screens a tournament, each with programmes by phase."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_tokens_for_one_place")]
    operations = [
        migrations.AlterField(
            "screen",
            "tournament",
            models.ForeignKey("tournament.tournament", django.db.models.deletion.CASCADE, related_name="screens"),
        ),
        migrations.AddField("screen", "number", models.PositiveIntegerField(default=1, db_default=1)),
        migrations.AddField(
            "screen",
            "name",
            models.CharField("name of the screen", max_length=40, blank=True, default="", db_default=""),
        ),
        migrations.AddField("screen", "programme", models.JSONField(default=dict, db_default={})),
        migrations.AddConstraint(
            "screen", models.UniqueConstraint(fields=("tournament", "number"), name="a_screen_a_number")
        ),
    ]
