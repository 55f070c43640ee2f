"""What people get about sessions."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0004_devices'),
    ]

    operations = [
        migrations.AddField(
            model_name='callpreferences',
            name='session_mail',
            field=models.BooleanField(default=True, verbose_name='mail about sessions'),
        ),
        migrations.AddField(
            model_name='callpreferences',
            name='session_push',
            field=models.BooleanField(default=True, verbose_name='messages about sessions'),
        ),
    ]
