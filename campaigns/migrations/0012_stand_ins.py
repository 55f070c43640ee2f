"""Stand-ins for the heroes of absent players."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0011_planning'),
        ('characters', '0002_initial'),
        ('people', '0005_session_notices'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('ended', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('character', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='characters.character', verbose_name='character')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='people.member', verbose_name='stand-in')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='campaigns.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'stand-in',
                'verbose_name_plural': 'stand-ins',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended__isnull', True)), fields=('session', 'character'), name='one_stand_in_a_character')],
            },
        ),
    ]
