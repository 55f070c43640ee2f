from django.db import migrations

FAIL_AT = []


def fail(apps, schema_editor):
    if schema_editor.connection.alias in FAIL_AT:
        raise RuntimeError("planted")


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_initial")]
    operations = [
        migrations.RunPython(fail, migrations.RunPython.noop),
        # Alters a table whose rows the migration before has changed.
        migrations.RunSQL("ALTER TABLE people_campaign ADD COLUMN next_version integer NULL"),
    ]
