"""Proposed dates of sessions with their answers and links, notices about sessions, and reminders."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0010_writing'),
        ('people', '0005_session_notices'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalsession',
            name='remind_hours',
            field=models.PositiveSmallIntegerField(choices=[(0, 'no reminder'), (2, '2 hours before'), (6, '6 hours before'), (24, 'a day before'), (48, '2 days before'), (72, '3 days before'), (168, 'a week before')], default=24, help_text='By push message, mail and webhook; each person chooses what they get.', verbose_name='reminder'),
        ),
        migrations.AddField(
            model_name='session',
            name='remind_hours',
            field=models.PositiveSmallIntegerField(choices=[(0, 'no reminder'), (2, '2 hours before'), (6, '6 hours before'), (24, 'a day before'), (48, '2 days before'), (72, '3 days before'), (168, 'a week before')], default=24, help_text='By push message, mail and webhook; each person chooses what they get.', verbose_name='reminder'),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='topic',
            field=models.CharField(choices=[('log', 'a log entry'), ('encounter-begun', 'an encounter begins'), ('encounter-ended', 'an encounter ends'), ('award', 'an award'), ('session', 'a session is planned, changed or played'), ('session-reminder', 'a session is about to begin'), ('test', 'a test')], max_length=20, verbose_name='of'),
        ),
        migrations.CreateModel(
            name='DatePoll',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('expires', models.DateTimeField(verbose_name='answers until')),
                ('closed', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='date_poll', to='campaigns.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'date poll',
                'verbose_name_plural': 'date polls',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='ProposedDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts', models.DateTimeField(verbose_name='starts')),
                ('poll', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dates', to='campaigns.datepoll', verbose_name='date poll')),
            ],
            options={
                'verbose_name': 'proposed date',
                'verbose_name_plural': 'proposed dates',
                'ordering': ['starts', 'id'],
            },
        ),
        migrations.CreateModel(
            name='DateAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('yes', 'yes'), ('maybe', 'if need be'), ('no', 'no')], max_length=5, verbose_name='answer')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.member', verbose_name='member')),
                ('date', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='campaigns.proposeddate', verbose_name='proposed date')),
            ],
            options={
                'verbose_name': 'answer to a proposed date',
                'verbose_name_plural': 'answers to proposed dates',
                'ordering': ['date', 'id'],
            },
        ),
        migrations.CreateModel(
            name='SessionNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('dates', 'dates are proposed'), ('chosen', 'the date is set'), ('reminder', 'reminder'), ('recap', 'recap')], max_length=8, verbose_name='kind')),
                ('moment', models.DateTimeField(verbose_name='about')),
                ('origin', models.CharField(blank=True, editable=False, max_length=200, verbose_name='address of the site')),
                ('due', models.DateTimeField(db_index=True, null=True, verbose_name='due')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('pushed', models.DateTimeField(null=True, verbose_name='pushed')),
                ('mailed', models.DateTimeField(null=True, verbose_name='mailed')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.member', verbose_name='member')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='campaigns.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='DateLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(blank=True, editable=False, max_length=64)),
                ('revoked', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.member', verbose_name='member')),
                ('poll', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='campaigns.datepoll', verbose_name='date poll')),
            ],
            options={
                'verbose_name': 'link to proposed dates',
                'verbose_name_plural': 'links to proposed dates',
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('poll', 'member'), name='one_link_a_poll_and_member')],
            },
        ),
        migrations.AddConstraint(
            model_name='proposeddate',
            constraint=models.UniqueConstraint(fields=('poll', 'starts'), name='one_proposal_of_a_date'),
        ),
        migrations.AddConstraint(
            model_name='dateanswer',
            constraint=models.UniqueConstraint(fields=('date', 'member'), name='one_answer_a_date_and_member'),
        ),
        migrations.AddIndex(
            model_name='sessionnotice',
            index=models.Index(fields=['created'], name='notices_by_age'),
        ),
        migrations.AddConstraint(
            model_name='sessionnotice',
            constraint=models.UniqueConstraint(condition=models.Q(('member__isnull', False)), fields=('session', 'member', 'kind', 'moment'), name='one_notice_a_member_and_moment'),
        ),
        migrations.AddConstraint(
            model_name='sessionnotice',
            constraint=models.UniqueConstraint(condition=models.Q(('member__isnull', True)), fields=('session', 'kind', 'moment'), name='one_reminder_of_webhooks'),
        ),
    ]
