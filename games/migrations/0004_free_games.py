import django.db.models.deletion
from django.db import migrations, models

AT_TABLE_OR_FREE = models.Q(table=None, free__isnull=False) | models.Q(table__isnull=False, free=None)
ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("games", "0003_ruling"), ("tournament", "0025_erased_in_steps")]

    operations = [
        migrations.CreateModel(
            "FreeGame",
            [
                ("id", ID),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="what it is called")),
                ("played_on", models.DateField()),
                ("is_shown", models.BooleanField(default=False, verbose_name="everybody may watch")),
                ("is_dropped", models.BooleanField(default=False)),
                ("places", models.JSONField(default=list)),
                ("ended_at_line", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="free_games", to="tournament.club"
                    ),
                ),
            ],
            options={"ordering": ["-played_on", "-pk"]},
        ),
        migrations.CreateModel(
            "FreeSeat",
            [
                ("id", ID),
                ("number", models.PositiveIntegerField()),
                ("colours", models.CharField(max_length=2)),
                (
                    "free",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.freegame"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="free_seats", to="tournament.person"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=["free", "number"], name="free_number_once"),
                    models.UniqueConstraint(fields=["free", "person"], name="free_person_once"),
                    models.UniqueConstraint(fields=["free", "colours"], name="free_colours_once"),
                ],
            },
        ),
        migrations.AlterField(
            "game",
            "table",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="games", to="tournament.table"
            ),
        ),
        migrations.AddField(
            "game",
            "free",
            models.OneToOneField(
                db_default=None,
                default=None,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="game",
                to="games.freegame",
            ),
        ),
        migrations.AddConstraint(
            "game", models.CheckConstraint(condition=AT_TABLE_OR_FREE, name="game_at_table_or_free")
        ),
    ]
