"""Shared worlds share maps."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0026_shared_ties'),
        ('characters', '0003_portraits'),
        ('people', '0008_session_guests'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SharedMapPicture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('media_type', models.CharField(max_length=40, verbose_name='media type')),
                ('width', models.PositiveIntegerField(help_text='In pixels.', verbose_name='width')),
                ('height', models.PositiveIntegerField(help_text='In pixels.', verbose_name='height')),
                ('sha256', models.CharField(editable=False, max_length=64, verbose_name='SHA-256')),
                ('data', models.BinaryField(verbose_name='picture')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('state', models.CharField(editable=False, max_length=64)),
            ],
            options={
                'verbose_name': 'picture of a shared map',
                'verbose_name_plural': 'pictures of shared maps',
            },
        ),
        migrations.CreateModel(
            name='SharedPinCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.PositiveIntegerField(verbose_name='number')),
            ],
            options={
                'verbose_name': 'copy of a shared pin',
                'verbose_name_plural': 'copies of shared pins',
                'ordering': ['key'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='sharedpage',
            name='one_shared_page_a_name',
        ),
        migrations.RemoveConstraint(
            model_name='sharedpagecopy',
            name='copy_is_a_page_or_an_npc',
        ),
        migrations.AddField(
            model_name='sharededition',
            name='map',
            field=models.JSONField(blank=True, editable=False, null=True, verbose_name='map'),
        ),
        migrations.AddField(
            model_name='sharedpage',
            name='last_pin',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='last pin'),
        ),
        migrations.AddField(
            model_name='sharedpagecopy',
            name='map',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='shared_copy', to='campaigns.worldmap', verbose_name='map'),
        ),
        migrations.AlterField(
            model_name='sharedpage',
            name='kind',
            field=models.CharField(choices=[('location', 'location'), ('handout', 'handout'), ('note', 'note'), ('thread', 'thread'), ('faction', 'faction'), ('item', 'item'), ('npc', 'NPC'), ('map', 'map')], max_length=8, verbose_name='kind'),
        ),
        migrations.AddConstraint(
            model_name='sharedpage',
            constraint=models.UniqueConstraint(condition=models.Q(('withdrawn__isnull', True), models.Q(('kind__in', ('npc', 'map')), _negated=True)), fields=('world', 'folded'), name='one_shared_page_a_name'),
        ),
        migrations.AddConstraint(
            model_name='sharedpage',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'map'), ('withdrawn__isnull', True)), fields=('world', 'folded'), name='one_shared_map_a_name'),
        ),
        migrations.AddConstraint(
            model_name='sharedpagecopy',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('character__isnull', True), ('entry__isnull', False), ('map__isnull', True)), models.Q(('character__isnull', False), ('entry__isnull', True), ('map__isnull', True)), models.Q(('character__isnull', True), ('entry__isnull', True), ('map__isnull', False)), _connector='OR'), name='copy_is_a_page_an_npc_or_a_map'),
        ),
        migrations.AddField(
            model_name='sharedmappicture',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AddField(
            model_name='sharedmappicture',
            name='page',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='map_pictures', to='campaigns.sharedpage', verbose_name='shared map'),
        ),
        migrations.AddField(
            model_name='sharededition',
            name='map_picture',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.sharedmappicture', verbose_name='picture of the map'),
        ),
        migrations.AddField(
            model_name='sharedpincopy',
            name='copy',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pins', to='campaigns.sharedpagecopy', verbose_name='copy of the map'),
        ),
        migrations.AddField(
            model_name='sharedpincopy',
            name='pin',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='shared_copy', to='campaigns.mappin', verbose_name='pin'),
        ),
        migrations.AddConstraint(
            model_name='sharedmappicture',
            constraint=models.UniqueConstraint(fields=('page', 'state'), name='one_shared_picture_a_state'),
        ),
        migrations.AddConstraint(
            model_name='sharedpincopy',
            constraint=models.UniqueConstraint(fields=('copy', 'key'), name='one_pin_copy_a_key'),
        ),
    ]
