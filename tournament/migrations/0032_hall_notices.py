"""Notices of the organisers for the screens in the hall."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0031_several_screens'),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=80, verbose_name='heading')),
                ('words', models.TextField(blank=True, max_length=400, verbose_name='text')),
                ('picture', models.CharField(blank=True, max_length=64)),
                ('version', models.PositiveIntegerField(default=1)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='tournament.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='a_notice_a_number')],
            },
        ),
    ]
