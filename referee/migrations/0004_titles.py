from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0003_steady")]

    operations = [migrations.AddField("offence", "titles", models.JSONField(default=dict, db_default={}))]
