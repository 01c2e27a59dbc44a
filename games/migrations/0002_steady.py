from django.db import migrations, models

from tournament.core import clock as steady


class Migration(migrations.Migration):
    dependencies = [("games", "0001_games")]

    operations = [
        migrations.AlterModelOptions("game", {"ordering": ["pk"]}),
        migrations.SeparateDatabaseAndState(  # as in tournament.0013
            state_operations=[
                migrations.AlterField(model, field, models.DateTimeField(default=steady.now))
                for model, field in [("game", "opened_at"), ("line", "entered_at")]
            ]
        ),
    ]
