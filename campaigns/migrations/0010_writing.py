"""Secret blocks with readers, tags, templates, the party notebook, and pictures in texts."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0009_books'),
        ('people', '0004_devices'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalworldentry',
            name='shared',
            field=models.BooleanField(default=False, editable=False, help_text='Every player reads and changes the note.', verbose_name='party notebook'),
        ),
        migrations.AddField(
            model_name='historicalworldentry',
            name='tags',
            field=models.CharField(blank=True, default='', editable=False, max_length=860, verbose_name='tags'),
        ),
        migrations.AddField(
            model_name='reveal',
            name='block',
            field=models.PositiveSmallIntegerField(blank=True, help_text='If empty, the page and not one of its secret blocks.', null=True, verbose_name='secret block'),
        ),
        migrations.AddField(
            model_name='worldentry',
            name='shared',
            field=models.BooleanField(default=False, editable=False, help_text='Every player reads and changes the note.', verbose_name='party notebook'),
        ),
        migrations.AddField(
            model_name='worldentry',
            name='tags',
            field=models.CharField(blank=True, default='', editable=False, max_length=860, verbose_name='tags'),
        ),
        migrations.AlterField(
            model_name='historicalworldentry',
            name='text',
            field=models.TextField(blank=True, help_text='Markdown. Text between a line :::secret and a line ::: is for GMs until they show it.', max_length=65536, verbose_name='text'),
        ),
        migrations.AlterField(
            model_name='worldentry',
            name='text',
            field=models.TextField(blank=True, help_text='Markdown. Text between a line :::secret and a line ::: is for GMs until they show it.', max_length=65536, verbose_name='text'),
        ),
        migrations.CreateModel(
            name='BlockReader',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='The number in the first line of the block: :::secret {2}.', verbose_name='number of the block')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='block_readers', to='campaigns.worldentry', verbose_name='page')),
                ('member', models.ForeignKey(blank=True, help_text='If empty, everyone who may read the page.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.member', verbose_name='who')),
            ],
            options={
                'verbose_name': 'reader of a secret block',
                'verbose_name_plural': 'readers of secret blocks',
                'ordering': ['entry', 'number', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('member__isnull', True)), fields=('entry', 'number'), name='one_reader_everyone'), models.UniqueConstraint(condition=models.Q(('member__isnull', False)), fields=('entry', 'number', 'member'), name='one_reader_a_member')],
            },
        ),
        migrations.CreateModel(
            name='PageTemplate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('kind', models.CharField(choices=[('location', 'location'), ('handout', 'handout'), ('note', 'note'), ('thread', 'thread'), ('faction', 'faction'), ('item', 'item')], default='note', max_length=8, verbose_name='kind')),
                ('text', models.TextField(blank=True, help_text='Markdown. A new page begins with this text.', max_length=65536, verbose_name='text')),
                ('tags', models.CharField(blank=True, default='', editable=False, max_length=860, verbose_name='tags')),
                ('revision', models.PositiveIntegerField(default=1, editable=False, verbose_name='revision')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='page_templates', to='people.campaign', verbose_name='campaign')),
            ],
            options={
                'verbose_name': 'template of pages',
                'verbose_name_plural': 'templates of pages',
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'name'), name='one_template_a_name')],
            },
        ),
        migrations.CreateModel(
            name='TextPicture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(editable=False, max_length=16, verbose_name='key')),
                ('media_type', models.CharField(max_length=40, verbose_name='media type')),
                ('width', models.PositiveIntegerField(help_text='In pixels.', verbose_name='width')),
                ('height', models.PositiveIntegerField(help_text='In pixels.', verbose_name='height')),
                ('sha256', models.CharField(editable=False, max_length=64, verbose_name='SHA-256')),
                ('data', models.BinaryField(verbose_name='picture')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='text_pictures', to='campaigns.worldentry', verbose_name='page')),
            ],
            options={
                'verbose_name': 'picture in a text',
                'verbose_name_plural': 'pictures in texts',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'key'), name='one_picture_a_key')],
            },
        ),
    ]
