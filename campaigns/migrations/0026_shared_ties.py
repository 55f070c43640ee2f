"""Shared worlds share ties between shared pages."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0025_offer_notices'),
        ('people', '0008_session_guests'),
    ]

    operations = [
        migrations.AddField(
            model_name='sharededition',
            name='ties',
            field=models.JSONField(blank=True, default=list, editable=False, verbose_name='ties'),
        ),
        migrations.CreateModel(
            name='SharedTie',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('holds', 'holds'), ('member', 'member of'), ('lives', 'lives in'), ('other', 'other')], max_length=6, verbose_name='kind')),
                ('words', models.CharField(max_length=60, verbose_name='words')),
                ('back', models.CharField(max_length=60, verbose_name='words in the other direction')),
                ('since', models.CharField(blank=True, max_length=60, verbose_name='since')),
                ('until', models.CharField(blank=True, max_length=60, verbose_name='until')),
                ('number', models.PositiveIntegerField(default=1, editable=False, verbose_name='number of the change')),
                ('removed', models.DateTimeField(blank=True, null=True, verbose_name='no longer shared')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('end', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ties_to', to='campaigns.sharedpage', verbose_name='to the page')),
                ('origin', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shared_ties', to='people.campaign', verbose_name='campaign that shared it first')),
                ('start', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ties_from', to='campaigns.sharedpage', verbose_name='from the page')),
                ('world', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ties', to='campaigns.sharedworld', verbose_name='shared world')),
            ],
            options={
                'verbose_name': 'shared tie',
                'verbose_name_plural': 'shared ties',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='SharedTieCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number of the change')),
                ('texts', models.JSONField(default=dict, verbose_name='words and times')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.campaign', verbose_name='campaign')),
                ('shared', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='campaigns.sharedtie', verbose_name='shared tie')),
                ('tie', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='shared_copy', to='campaigns.tie', verbose_name='tie')),
            ],
            options={
                'verbose_name': 'copy of a shared tie',
                'verbose_name_plural': 'copies of shared ties',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('shared', 'campaign'), name='one_tie_copy_a_campaign')],
            },
        ),
    ]
