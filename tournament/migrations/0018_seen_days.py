from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_witnesses")]

    operations = [
        migrations.CreateModel(
            "SeenDay",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True)),
                ("seconds", models.PositiveIntegerField(default=0)),
                ("is_confirmed", models.BooleanField(default=False)),
            ],
        ),
    ]
