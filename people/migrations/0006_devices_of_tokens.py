import django.db.models.deletion
from django.db import migrations, models


def delete_unheld_devices(apps, schema_editor):
    """Deletes the devices that tokens added before: nobody knows any more which token, so they would never end."""
    devices = apps.get_model("people", "PushDevice").objects.using(schema_editor.connection.alias)
    devices.filter(sign_in__isnull=True).delete()


class Migration(migrations.Migration):
    dependencies = [("people", "0005_session_notices")]

    operations = [
        migrations.AddField(
            model_name="pushdevice",
            name="token",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="people.apitoken",
            ),
        ),
        migrations.RunPython(delete_unheld_devices, migrations.RunPython.noop, elidable=True),
    ]
