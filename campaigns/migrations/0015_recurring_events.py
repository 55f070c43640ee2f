"""Planned events that repeat."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0014_log_kinds'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalplannedevent',
            name='every',
            field=models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)], verbose_name='every'),
        ),
        migrations.AddField(
            model_name='historicalplannedevent',
            name='moon',
            field=models.CharField(blank=True, default='', max_length=80, verbose_name='moon'),
        ),
        migrations.AddField(
            model_name='historicalplannedevent',
            name='phase',
            field=models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MaxValueValidator(7)], verbose_name='phase'),
        ),
        migrations.AddField(
            model_name='historicalplannedevent',
            name='reached',
            field=models.BigIntegerField(blank=True, editable=False, null=True, validators=[django.core.validators.MinValueValidator(-10000000000000), django.core.validators.MaxValueValidator(10000000000000)], verbose_name='last occurrence'),
        ),
        migrations.AddField(
            model_name='historicalplannedevent',
            name='repeats',
            field=models.CharField(blank=True, choices=[('', 'never'), ('days', 'every day, or every few days'), ('month', 'every month'), ('year', 'every year'), ('moon', 'at a moon’s phase')], default='', max_length=5, verbose_name='repeats'),
        ),
        migrations.AddField(
            model_name='historicalplannedevent',
            name='repeats_until',
            field=models.BigIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(-10000000000000), django.core.validators.MaxValueValidator(10000000000000)], verbose_name='last hour of the repetition'),
        ),
        migrations.AddField(
            model_name='plannedevent',
            name='every',
            field=models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)], verbose_name='every'),
        ),
        migrations.AddField(
            model_name='plannedevent',
            name='moon',
            field=models.CharField(blank=True, default='', max_length=80, verbose_name='moon'),
        ),
        migrations.AddField(
            model_name='plannedevent',
            name='phase',
            field=models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MaxValueValidator(7)], verbose_name='phase'),
        ),
        migrations.AddField(
            model_name='plannedevent',
            name='reached',
            field=models.BigIntegerField(blank=True, editable=False, null=True, validators=[django.core.validators.MinValueValidator(-10000000000000), django.core.validators.MaxValueValidator(10000000000000)], verbose_name='last occurrence'),
        ),
        migrations.AddField(
            model_name='plannedevent',
            name='repeats',
            field=models.CharField(blank=True, choices=[('', 'never'), ('days', 'every day, or every few days'), ('month', 'every month'), ('year', 'every year'), ('moon', 'at a moon’s phase')], default='', max_length=5, verbose_name='repeats'),
        ),
        migrations.AddField(
            model_name='plannedevent',
            name='repeats_until',
            field=models.BigIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(-10000000000000), django.core.validators.MaxValueValidator(10000000000000)], verbose_name='last hour of the repetition'),
        ),
    ]
