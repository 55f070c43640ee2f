"""Offers of characters to other campaigns of a shared world."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0021_session_guests'),
        ('characters', '0003_portraits'),
        ('people', '0008_session_guests'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CharacterOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('gm_part', models.BooleanField(default=False, help_text='The other GM also gets what only GMs read here.', verbose_name='with the GM notes')),
                ('message', models.TextField(blank=True, help_text='Only GMs of both campaigns read it.', max_length=2000, verbose_name='message')),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('ended', 'ended')], default='open', max_length=9, verbose_name='status')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('answered', models.DateTimeField(editable=False, null=True, verbose_name='answered')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='answered by')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='offered by')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offered_characters', to='people.campaign', verbose_name='from the campaign')),
                ('character', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='characters.character', verbose_name='character')),
                ('moved', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='characters.character', verbose_name='new character')),
                ('to', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='character_offers', to='people.campaign', verbose_name='to the campaign')),
            ],
            options={
                'verbose_name': 'offer of a character',
                'verbose_name_plural': 'offers of characters',
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('character',), name='one_open_offer_a_character')],
            },
        ),
    ]
