"""Dates of shared pages wait for the calendar of the campaign that took them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0027_shared_maps'),
    ]

    operations = [
        migrations.AddField(
            model_name='sharedpagecopy',
            name='dates_wait',
            field=models.BooleanField(default=False, editable=False, help_text='The campaign had none.', verbose_name='dates wait for a calendar'),
        ),
    ]
