from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0011_one_ruling_a_throw")]

    operations = [
        migrations.AlterField("freeruling", "throw", models.PositiveIntegerField(null=True)),
        migrations.AlterField("freeruling", "is_in_time", models.BooleanField(null=True)),
    ]
