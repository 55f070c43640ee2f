"""Guests of one session."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0020_vaults'),
        ('people', '0007_invitation_nonces'),
    ]

    operations = [
        migrations.CreateModel(
            name='SessionGuest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='people.member', verbose_name='guest')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guests', to='campaigns.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'guest of a session',
                'verbose_name_plural': 'guests of sessions',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended__isnull', True)), fields=('member',), name='one_visit_a_member')],
            },
        ),
    ]
