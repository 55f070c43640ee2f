"""Deletes the earlier versions of rows whose campaign was deleted: earlier versions of the site left them."""

from django.db import migrations
from django.db.models import Exists, OuterRef, Q

WITH_CAMPAIGN = (
    ("people", "HistoricalMember"),
    ("rules", "HistoricalCatalogueRow"),
    ("characters", "HistoricalCharacter"),
    ("characters", "HistoricalMonster"),
    ("campaigns", "HistoricalCalendar"),
    ("campaigns", "HistoricalPlannedEvent"),
    ("campaigns", "HistoricalSession"),
    ("campaigns", "HistoricalWorldEntry"),
    ("campaigns", "HistoricalWorldMap"),
    ("campaigns", "HistoricalMapArea"),
    ("campaigns", "HistoricalMapPin"),
    ("campaigns", "HistoricalQuestLine"),
    ("campaigns", "HistoricalTie"),
)
BATCH = 500


def delete_orphans(apps, schema_editor):
    """Deletes them in batches; rows of the site, which have no campaign, stay."""

    def rows(app, name):
        return apps.get_model(app, name)._base_manager.using(schema_editor.connection.alias)

    def missing(app, name, column):
        return ~Exists(rows(app, name).filter(id=OuterRef(column)))

    for app, name in WITH_CAMPAIGN:
        _delete(rows(app, name), Q(campaign_id__isnull=False) & missing("people", "Campaign", "campaign_id"))
    _delete(rows("people", "HistoricalCampaign"), missing("people", "Campaign", "id"))
    # A recap belongs to a campaign by its session only; the versions of deleted campaigns' sessions are gone now.
    is_orphan = missing("campaigns", "Session", "session_id") & missing("campaigns", "HistoricalSession", "session_id")
    _delete(rows("campaigns", "HistoricalRecap"), is_orphan)


def _delete(rows, orphans):
    """Deletes the rows that match, in the order of their keys, so that each batch reads on where the last one ended."""
    last = 0
    while keys := list(
        rows.filter(orphans, history_id__gt=last).order_by("history_id").values_list("history_id", flat=True)[:BATCH]
    ):
        rows.filter(history_id__in=keys).delete()
        last = keys[-1]


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0031_cancelled_sessions'),
        ('characters', '0003_portraits'),
        ('people', '0009_own_webhooks'),
        ('rules', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(delete_orphans, migrations.RunPython.noop, elidable=True),
    ]
