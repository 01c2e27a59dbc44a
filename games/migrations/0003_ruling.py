from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_steady")]

    operations = [migrations.AddField("line", "ruling", models.PositiveIntegerField(db_default=0, default=0))]
