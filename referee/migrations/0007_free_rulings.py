import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournament.core.clock

MEASURES = [("note", "noted"), ("warning", "warning"), ("points", "points off"), ("exclusion", "exclusion")]
BOARDS = [
    ("verdict", "goes on by the verdict"),
    ("as_is", "goes on as it stands"),
    ("other", "goes on from another position"),
    ("replay", "is played again"),
]
PROTECT = django.db.models.deletion.PROTECT


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_free_games"),
        ("referee", "0006_titles_alone"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "FreeRuling",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("colour", models.CharField(max_length=1)),
                ("throw", models.PositiveIntegerField()),
                ("facts", models.JSONField()),
                ("verdict", models.JSONField()),
                ("is_in_time", models.BooleanField()),
                ("measure", models.CharField(choices=MEASURES, default="note", max_length=10)),
                ("board", models.CharField(choices=BOARDS, default="verdict", max_length=10)),
                ("position", models.CharField(blank=True, max_length=160)),
                ("words", models.TextField(blank=True)),
                ("signed_at", models.DateTimeField(default=tournament.core.clock.now)),
                ("revoked_at", models.DateTimeField(null=True)),
                ("revoked_because", models.TextField(blank=True)),
                ("game", models.ForeignKey(on_delete=PROTECT, related_name="free_rulings", to="games.game")),
                (
                    "signed_by",
                    models.ForeignKey(null=True, on_delete=PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(fields=["game", "number"], name="free_ruling_number_once"),
                    models.UniqueConstraint(
                        fields=["game", "throw"], name="free_throw_ruled_once", condition=models.Q(revoked_at=None)
                    ),
                ],
            },
        ),
    ]
