from django.db import migrations, models

from tournament.models import languages


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_where_and_when")]

    operations = [
        migrations.AlterField("contact", "language", models.CharField(max_length=12, default=languages.first)),
    ]
