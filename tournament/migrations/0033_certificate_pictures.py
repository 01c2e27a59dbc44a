"""A club's own background and signature on its certificates."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0032_hall_notices")]
    operations = [
        migrations.AddField("letterhead", name, models.CharField(max_length=64, blank=True, default="", db_default=""))
        for name in ("background", "signature")
    ]
