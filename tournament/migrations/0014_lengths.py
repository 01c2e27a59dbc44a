from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_steady")]

    operations = [
        migrations.AddField(
            "stage",
            "lengths",
            models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
