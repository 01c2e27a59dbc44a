from django.db import migrations, models


class Migration(migrations.Migration):
    """The two columns stay for one version, empty, as processes of the version before still read them (docs/upgrade.md)."""

    dependencies = [("referee", "0005_titles_moved")]

    operations = [
        migrations.AlterField("offence", "title_de", models.CharField("name in German", max_length=80, db_default="")),
        migrations.AlterField("offence", "title_en", models.CharField("name in English", max_length=80, db_default="")),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("offence", "title_de"),
                migrations.RemoveField("offence", "title_en"),
            ]
        ),
    ]
