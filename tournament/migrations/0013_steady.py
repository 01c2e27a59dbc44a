from django.db import migrations, models

from tournament.core import clock as steady

# What is written by the steady clock. Said to Django alone: in the database there is nothing to change, and SQLite would
# make every table anew, the log without what protects it.
BY_THE_STEADY_CLOCK = [
    ("contact", "created_at"),
    ("entry", "created_at"),
    ("job", "created_at"),
    ("job", "due_at"),
    ("logentry", "recorded_at"),
    ("mail", "created_at"),
    ("penalty", "given_at"),
    ("report", "reported_at"),
    ("result", "confirmed_at"),
    ("round", "drawn_at"),
    ("season", "created_at"),
    ("snapshot", "made_at"),
    ("throwoff", "thrown_at"),
    ("tournament", "created_at"),
    ("webhook", "created_at"),
]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_sessions")]

    operations = [
        migrations.AddField("stream", "written_at", models.DateTimeField(null=True)),
        migrations.AlterModelOptions("report", {"ordering": ["pk"]}),
        migrations.AlterModelOptions("webhook", {"ordering": ["pk"]}),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(model, field, models.DateTimeField(default=steady.now))
                for model, field in BY_THE_STEADY_CLOCK
            ]
        ),
    ]
