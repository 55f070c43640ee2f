from django.db import migrations


def rename(apps, schema_editor):
    campaign = apps.get_model("people", "Campaign")
    for row in campaign.objects.using(schema_editor.connection.alias).all():
        row.name = f"{row.name} (upgraded)"
        row.save(update_fields=["name"])


class Migration(migrations.Migration):
    initial = True
    dependencies = [("people", "0001_initial")]
    operations = [
        migrations.RunSQL("CREATE TABLE next_version (id integer PRIMARY KEY)", "DROP TABLE next_version"),
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
