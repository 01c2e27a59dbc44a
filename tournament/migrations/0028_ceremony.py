"""How far the ceremony on the hall screen has come."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_archived_and_deleted")]
    operations = [
        migrations.AddField("screen", "step", models.PositiveIntegerField(default=0, db_default=0)),
    ]
