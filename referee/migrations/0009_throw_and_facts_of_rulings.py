import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournament.core.clock


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_ruling"),
        ("referee", "0008_heard"),
        ("tournament", "0025_erased_in_steps"),
    ]

    operations = [
        migrations.AddField("ruling", "facts", models.JSONField(db_default={}, default=dict)),
        migrations.AddField("ruling", "verdict", models.JSONField(db_default={}, default=dict)),
        migrations.AddField(
            "ruling",
            "game",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game"),
        ),
        migrations.AddField("ruling", "throw", models.PositiveIntegerField(null=True)),
        migrations.CreateModel(
            name="AtTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("throw", models.PositiveIntegerField(null=True)),
                ("seen_at", models.DateTimeField(default=tournament.core.clock.now)),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.table"
                    ),
                ),
            ],
        ),
    ]
