import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0002_first'),
        ('characters', '0001_first'),
    ]

    operations = [
        migrations.CreateModel(
            name='ConversionRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('system', models.CharField(max_length=40, verbose_name='game')),
                ('key', models.SlugField(max_length=64, verbose_name='table')),
                ('figures', models.JSONField(help_text='As the page “Conversion” of a campaign explains them.', verbose_name='figures')),
            ],
            options={
                'verbose_name': 'conversion table',
                'verbose_name_plural': 'conversion tables',
                'ordering': ['system', 'key'],
            },
        ),
        migrations.CreateModel(
            name='ModuleFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, verbose_name='key')),
                ('path', models.CharField(max_length=200, verbose_name='path')),
                ('media_type', models.CharField(max_length=40, verbose_name='media type')),
                ('sent_sha256', models.CharField(editable=False, max_length=64)),
                ('sha256', models.CharField(editable=False, max_length=64, verbose_name='SHA-256')),
                ('width', models.PositiveIntegerField(help_text='In pixels.', verbose_name='width')),
                ('height', models.PositiveIntegerField(help_text='In pixels.', verbose_name='height')),
                ('data', models.BinaryField(verbose_name='picture')),
            ],
            options={
                'verbose_name': 'module picture',
                'verbose_name_plural': 'module pictures',
                'ordering': ['version', 'path'],
            },
        ),
        migrations.CreateModel(
            name='ObjectState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('module_key', models.CharField(max_length=64, verbose_name='module')),
                ('collection', models.CharField(max_length=20, verbose_name='collection')),
                ('key', models.CharField(max_length=64, verbose_name='key')),
                ('revealed', models.DateTimeField(blank=True, null=True, verbose_name='shown to the players')),
                ('state', models.JSONField(blank=True, default=dict, verbose_name='state')),
                ('notes', models.TextField(blank=True, help_text='Markdown; only GMs see it.', max_length=65536, verbose_name='GM notes')),
            ],
            options={
                'verbose_name': 'object in play',
                'verbose_name_plural': 'objects in play',
                'ordering': ['campaign', 'module_key', 'collection', 'key'],
            },
        ),
        migrations.AddField(
            model_name='importedobject',
            name='made',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='importedobject',
            name='orphan',
            field=models.BooleanField(default=False, verbose_name='no longer in the module'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='done',
            field=models.PositiveIntegerField(default=0, verbose_name='objects done'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='journal',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name='importrun',
            name='stage',
            field=models.CharField(blank=True, max_length=40, verbose_name='stage'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='status',
            field=models.CharField(choices=[('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('rolled-back', 'taken back')], default='done', max_length=12, verbose_name='status'),
        ),
        migrations.AddField(
            model_name='importrun',
            name='total',
            field=models.PositiveIntegerField(default=0, verbose_name='objects in all'),
        ),
        migrations.AddConstraint(
            model_name='importrun',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'running')), fields=('campaign',), name='one_running_import_a_campaign'),
        ),
        migrations.AddField(
            model_name='conversionrow',
            name='campaign',
            field=models.ForeignKey(blank=True, help_text='Empty: for every campaign of the game.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='conversions', to='campaigns.campaign', verbose_name='campaign'),
        ),
        migrations.AddField(
            model_name='modulefile',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='campaigns.moduleversion', verbose_name='module version'),
        ),
        migrations.AddField(
            model_name='objectstate',
            name='campaign',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='object_states', to='campaigns.campaign', verbose_name='campaign'),
        ),
        migrations.AddConstraint(
            model_name='conversionrow',
            constraint=models.UniqueConstraint(condition=models.Q(('campaign__isnull', True)), fields=('system', 'key'), name='one_site_conversion_a_table'),
        ),
        migrations.AddConstraint(
            model_name='conversionrow',
            constraint=models.UniqueConstraint(fields=('campaign', 'system', 'key'), name='one_conversion_a_table'),
        ),
        migrations.AddConstraint(
            model_name='modulefile',
            constraint=models.UniqueConstraint(fields=('version', 'key'), name='one_file_a_key'),
        ),
        migrations.AddConstraint(
            model_name='objectstate',
            constraint=models.UniqueConstraint(fields=('campaign', 'module_key', 'collection', 'key'), name='one_state_an_object'),
        ),
    ]
