"""Each encounter says whether it has a dealer; those that exist are as their campaign is now."""

from django.db import migrations, models


def fill_from_campaigns(apps, schema_editor):
    """Sets the encounters of campaigns without a dealer; the others have the default."""
    alias = schema_editor.connection.alias
    campaigns = apps.get_model('people', 'Campaign')._base_manager.using(alias).filter(dealerless=True)
    encounters = apps.get_model('campaigns', 'Encounter')._base_manager.using(alias)
    encounters.filter(campaign__in=campaigns.values('pk')).update(dealerless=True)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0033_labels_of_answers_and_imports'),
        ('people', '0009_own_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='encounter',
            name='dealerless',
            field=models.BooleanField(default=False, help_text='As in the campaign when the encounter was prepared. Every player can run it.', verbose_name='without a dealer'),
        ),
        migrations.RunPython(fill_from_campaigns, migrations.RunPython.noop, elidable=True),
    ]
