"""Each encounter says whether it has a dealer; those that exist are as their campaign was when they began."""

from bisect import bisect_right
from operator import itemgetter

from django.db import migrations, models
from django.db.models import Q


def fill_from_campaigns(apps, schema_editor):
    """Sets the encounters that began or, before their start, were prepared when their campaign had no dealer.

    An encounter with a hidden participant has a dealer in any case, because players may read all of those without one.
    """
    alias = schema_editor.connection.alias
    campaigns = apps.get_model('people', 'Campaign')._base_manager.using(alias)
    history = apps.get_model('people', 'HistoricalCampaign')._base_manager.using(alias)
    encounters = apps.get_model('campaigns', 'Encounter')._base_manager.using(alias)
    once = Q(dealerless=True)
    now, before = campaigns.filter(once).values_list('pk', flat=True), history.filter(once).values_list('id', flat=True)
    for pk in {*now, *before}:
        past = history.filter(id=pk).order_by('history_date', 'history_id')
        changes = list(past.values_list('history_date', 'dealerless'))
        changes = changes or list(campaigns.filter(pk=pk).values_list('created', 'dealerless'))
        dealerless = [
            encounter
            for encounter, created, started in encounters.filter(campaign=pk).values_list('pk', 'created', 'started')
            if _value_at(changes, started or created)
        ]
        shown = encounters.filter(campaign=pk).exclude(groups__hidden=True).exclude(participants__hidden=True)
        shown = set(shown.values_list('pk', flat=True)).intersection(dealerless)
        encounters.filter(pk__in=shown).update(dealerless=True)


def _value_at(changes, moment):
    """The value then; the first one for a campaign whose history begins later, for example after a restore."""
    return changes[max(bisect_right(changes, moment, key=itemgetter(0)) - 1, 0)][1]


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
