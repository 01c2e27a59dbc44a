from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0010_throws_of_rulings")]

    operations = [
        migrations.AddConstraint(
            "ruling",
            models.UniqueConstraint(
                condition=models.Q(superseded_at=None, revoked_at=None),
                fields=("game", "throw"),
                name="one_ruling_a_throw",
            ),
        )
    ]
