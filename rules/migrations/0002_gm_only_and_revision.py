
from django.db import migrations, models

# The kinds that players meet on sheets and in checks; what else a GM wrote so far only GMs have read.
MET = [
    "background-skill", "trait", "skill", "group", "talent", "specialty", "advantage", "disadvantage", "gift",
    "challenge", "cos", "modifier", "hardship", "difficulty", "weapon", "armor", "equipment",
]  # fmt: skip


def keep_back(apps, editor):
    for name in ("CatalogueRow", "HistoricalCatalogueRow"):
        rows = apps.get_model("rules", name).objects.using(editor.connection.alias)
        rows.filter(campaign__isnull=False).exclude(kind__in=MET).update(gm_only=True)


class Migration(migrations.Migration):

    dependencies = [
        ('rules', '0001_first'),
    ]

    operations = [
        migrations.AddField(
            model_name='cataloguerow',
            name='gm_only',
            field=models.BooleanField(default=False, help_text='Players do not find it in the list of what is in force.', verbose_name='GMs only'),
        ),
        migrations.AddField(
            model_name='cataloguerow',
            name='revision',
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name='revision'),
        ),
        migrations.AddField(
            model_name='historicalcataloguerow',
            name='gm_only',
            field=models.BooleanField(default=False, help_text='Players do not find it in the list of what is in force.', verbose_name='GMs only'),
        ),
        migrations.AddField(
            model_name='historicalcataloguerow',
            name='revision',
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name='revision'),
        ),
        migrations.RunPython(keep_back, migrations.RunPython.noop),
    ]
