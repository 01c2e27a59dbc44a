"""Whether tables have numbers of their own, apart from those of their boards."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0028_ceremony")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="numbers_apart",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
