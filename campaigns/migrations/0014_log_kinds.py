"""Kinds of log entries for reveals and deaths; deaths that the site wrote before get theirs."""

from django.db import migrations, models


def name_deaths(apps, schema_editor):
    """Gives the lines about deaths their own kind."""
    lines = apps.get_model("campaigns", "LogEntry").objects.using(schema_editor.connection.alias)
    lines.filter(kind="character", data__died=True).update(kind="death")


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0013_shared_worlds'),
    ]

    operations = [
        migrations.AlterField(
            model_name='logentry',
            name='kind',
            field=models.CharField(choices=[('note', 'note'), ('check', 'check'), ('encounter', 'encounter'), ('award', 'award'), ('character', 'character'), ('module', 'module'), ('campaign', 'campaign'), ('correction', 'correction'), ('say', 'speech'), ('do', 'action'), ('transcript', 'transcript'), ('roll', 'roll of another tool'), ('reveal', 'reveal'), ('death', 'death')], default='note', max_length=12, verbose_name='kind'),
        ),
        migrations.RunPython(name_deaths, migrations.RunPython.noop),
    ]
