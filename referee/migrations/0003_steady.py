from django.db import migrations, models

from tournament.core import clock as steady

BY_THE_STEADY_CLOCK = [
    ("appeal", "made_at"),
    ("call", "called_at"),
    ("claim", "made_at"),
    ("ruling", "signed_at"),
    ("vote", "cast_at"),
]


class Migration(migrations.Migration):
    dependencies = [("referee", "0002_photo_time_terms")]

    operations = [
        migrations.AlterModelOptions("call", {"ordering": ["pk"]}),
        migrations.AlterModelOptions("vote", {"ordering": ["pk"]}),
        migrations.SeparateDatabaseAndState(  # as in tournament.0013
            state_operations=[
                migrations.AlterField(model, field, models.DateTimeField(default=steady.now))
                for model, field in BY_THE_STEADY_CLOCK
            ]
        ),
    ]
