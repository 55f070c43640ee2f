"""Encounters that are prepared again keep their place in the adventure."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0028_waiting_dates'),
    ]

    operations = [
        migrations.AddField(
            model_name='encounter',
            name='repeated_source',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='repeated_encounters', to='campaigns.importedobject', verbose_name='prepared again from module'),
        ),
    ]
