"""Dates say whether the site set them; those that exist count as written by someone."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0023_shared_npcs'),
    ]

    operations = [
        migrations.AddField(
            model_name='inworlddate',
            name='automatic',
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text='Nobody wrote this date: it was the current one. It follows the date of the session.',
                verbose_name='set by the site',
            ),
        ),
    ]
