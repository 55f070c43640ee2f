"""Several campaigns in one world, and the pages that they share."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0012_stand_ins'),
        ('people', '0006_devices_of_tokens'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SharedPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('location', 'location'), ('handout', 'handout'), ('note', 'note'), ('thread', 'thread'), ('faction', 'faction'), ('item', 'item')], max_length=8, verbose_name='kind')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('folded', models.CharField(editable=False, max_length=360)),
                ('number', models.PositiveIntegerField(default=0, editable=False, verbose_name='newest edition')),
                ('gm_part', models.BooleanField(default=False, help_text='The other GMs read the secret blocks too.', verbose_name='with the GM part')),
                ('withdrawn', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('origin', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shared_pages', to='people.campaign', verbose_name='campaign that shared it first')),
            ],
            options={
                'verbose_name': 'shared page',
                'verbose_name_plural': 'shared pages',
                'ordering': ['name', 'id'],
            },
        ),
        migrations.CreateModel(
            name='SharedEdition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='edition')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('text', models.TextField(blank=True, max_length=65536, verbose_name='text')),
                ('tags', models.CharField(blank=True, default='', editable=False, max_length=860, verbose_name='tags')),
                ('dates', models.JSONField(blank=True, default=list, verbose_name='dates')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('campaign', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='people.campaign', verbose_name='campaign')),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.worldentry', verbose_name='page')),
                ('picture', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.worldpicture', verbose_name='picture')),
                ('page', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='editions', to='campaigns.sharedpage', verbose_name='shared page')),
            ],
            options={
                'verbose_name': 'edition of a shared page',
                'verbose_name_plural': 'editions of shared pages',
                'ordering': ['-number'],
            },
        ),
        migrations.CreateModel(
            name='SharedPageCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.campaign', verbose_name='campaign')),
                ('edition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.sharededition', verbose_name='edition')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='shared_copy', to='campaigns.worldentry', verbose_name='page')),
                ('page', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='campaigns.sharedpage', verbose_name='shared page')),
            ],
            options={
                'verbose_name': 'copy of a shared page',
                'verbose_name_plural': 'copies of shared pages',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='SharedWorld',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
            ],
            options={
                'verbose_name': 'shared world',
                'verbose_name_plural': 'shared worlds',
                'ordering': ['name', 'id'],
            },
        ),
        migrations.AddField(
            model_name='sharedpage',
            name='world',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='campaigns.sharedworld', verbose_name='shared world'),
        ),
        migrations.CreateModel(
            name='WorldInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('expires', models.DateTimeField(verbose_name='expires')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='world_invitations', to='people.campaign', verbose_name='inviting campaign')),
                ('world', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='campaigns.sharedworld', verbose_name='shared world')),
            ],
            options={
                'verbose_name': 'invitation to a shared world',
                'verbose_name_plural': 'invitations to shared worlds',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='WorldTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('open_to_players', models.BooleanField(default=False, help_text='If not ticked, only GMs of the world see them.', verbose_name='players of the other campaigns see our name, party and date')),
                ('joined', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='world_table', to='people.campaign', verbose_name='campaign')),
                ('world', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='campaigns.sharedworld', verbose_name='shared world')),
            ],
            options={
                'verbose_name': 'campaign of a shared world',
                'verbose_name_plural': 'campaigns of shared worlds',
                'ordering': ['joined', 'id'],
            },
        ),
        migrations.AddConstraint(
            model_name='sharededition',
            constraint=models.UniqueConstraint(fields=('page', 'number'), name='one_edition_a_number'),
        ),
        migrations.AddConstraint(
            model_name='sharedpagecopy',
            constraint=models.UniqueConstraint(fields=('page', 'campaign'), name='one_copy_a_campaign'),
        ),
        migrations.AddConstraint(
            model_name='sharedpage',
            constraint=models.UniqueConstraint(condition=models.Q(('withdrawn__isnull', True)), fields=('world', 'folded'), name='one_shared_page_a_name'),
        ),
    ]
