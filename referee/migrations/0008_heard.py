from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0007_free_rulings")]

    operations = [migrations.AddField("ruling", "heard", models.JSONField(db_default={}, default=dict))]
