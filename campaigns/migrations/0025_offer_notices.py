"""GMs are told about offers of characters."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0024_automatic_dates'),
        ('people', '0008_session_guests'),
    ]

    operations = [
        migrations.CreateModel(
            name='OfferNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('origin', models.CharField(blank=True, editable=False, max_length=200, verbose_name='address of the site')),
                ('due', models.DateTimeField(db_index=True, null=True, verbose_name='due')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('pushed', models.DateTimeField(null=True, verbose_name='pushed')),
                ('mailed', models.DateTimeField(null=True, verbose_name='mailed')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('kind', models.CharField(choices=[('offered', 'a character is offered'), ('answered', 'the offer is accepted or declined')], max_length=8, verbose_name='kind')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.member', verbose_name='member')),
                ('offer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='campaigns.characteroffer', verbose_name='offer')),
            ],
            options={
                'verbose_name': 'notice of an offer',
                'verbose_name_plural': 'notices of offers',
                'ordering': ['-id'],
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('offer', 'member', 'kind'), name='one_notice_an_offer_and_member')],
            },
        ),
    ]
