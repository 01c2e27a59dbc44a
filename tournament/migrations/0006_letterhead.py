import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0005_entering'),
    ]

    operations = [
        migrations.CreateModel(
            name='Letterhead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('logo', models.CharField(blank=True, max_length=64)),
                ('colour', models.CharField(default='#4d2a86', max_length=7, verbose_name='colour')),
                ('version', models.PositiveIntegerField(default=1)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='letterhead', to='tournament.club')),
            ],
        ),
    ]
