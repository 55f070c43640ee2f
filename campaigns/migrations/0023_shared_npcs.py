"""Shared worlds share NPCs too."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0022_character_offers'),
        ('characters', '0003_portraits'),
        ('people', '0008_session_guests'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SharedPortrait',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('media_type', models.CharField(max_length=40, verbose_name='media type')),
                ('width', models.PositiveIntegerField(help_text='In pixels.', verbose_name='width')),
                ('height', models.PositiveIntegerField(help_text='In pixels.', verbose_name='height')),
                ('sha256', models.CharField(editable=False, max_length=64, verbose_name='SHA-256')),
                ('data', models.BinaryField(verbose_name='picture')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
            ],
            options={
                'verbose_name': 'portrait of a shared NPC',
                'verbose_name_plural': 'portraits of shared NPCs',
            },
        ),
        migrations.RemoveConstraint(
            model_name='sharedpage',
            name='one_shared_page_a_name',
        ),
        migrations.AddField(
            model_name='sharededition',
            name='sheet',
            field=models.JSONField(blank=True, null=True, verbose_name='sheet'),
        ),
        migrations.AddField(
            model_name='sharededition',
            name='system',
            field=models.CharField(blank=True, default='', max_length=40, verbose_name='game'),
        ),
        migrations.AddField(
            model_name='sharedpagecopy',
            name='character',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='shared_copy', to='characters.character', verbose_name='NPC'),
        ),
        migrations.AlterField(
            model_name='sharedpage',
            name='kind',
            field=models.CharField(choices=[('location', 'location'), ('handout', 'handout'), ('note', 'note'), ('thread', 'thread'), ('faction', 'faction'), ('item', 'item'), ('npc', 'NPC')], max_length=8, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='sharedpagecopy',
            name='entry',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='shared_copy', to='campaigns.worldentry', verbose_name='page'),
        ),
        migrations.AddConstraint(
            model_name='sharedpage',
            constraint=models.UniqueConstraint(condition=models.Q(('withdrawn__isnull', True), models.Q(('kind', 'npc'), _negated=True)), fields=('world', 'folded'), name='one_shared_page_a_name'),
        ),
        migrations.AddConstraint(
            model_name='sharedpage',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'npc'), ('withdrawn__isnull', True)), fields=('world', 'folded'), name='one_shared_npc_a_name'),
        ),
        migrations.AddConstraint(
            model_name='sharedpagecopy',
            constraint=models.CheckConstraint(condition=models.Q(('entry__isnull', True), ('character__isnull', True), _connector='XOR'), name='copy_is_a_page_or_an_npc'),
        ),
        migrations.AddField(
            model_name='sharedportrait',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AddField(
            model_name='sharedportrait',
            name='edition',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='portrait', to='campaigns.sharededition', verbose_name='edition of a shared page'),
        ),
    ]
