"""When the visit of a session's guest ends, and invitations for one session."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0001_initial'),
        ('people', '0007_invitation_nonces'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalmember',
            name='guest_until',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='guest until'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='guest_of',
            field=models.ForeignKey(blank=True, help_text='The session for which the link invites a guest.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='campaigns.session', verbose_name='guest of'),
        ),
        migrations.AddField(
            model_name='member',
            name='guest_until',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='guest until'),
        ),
    ]
