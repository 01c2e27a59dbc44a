from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_lengths")]

    operations = [
        migrations.AddField(
            "tournament",
            "begins_at",
            models.TimeField(blank=True, db_default=None, default=None, null=True),
        ),
        migrations.AddField(
            "tournament",
            "place",
            models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
    ]
