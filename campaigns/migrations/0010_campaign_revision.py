
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0009_imports_stop_and_tokens_for_modules'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='revision',
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name='revision'),
        ),
        migrations.AddField(
            model_name='historicalcampaign',
            name='revision',
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name='revision'),
        ),
        migrations.AlterField(
            model_name='campaign',
            name='summary',
            field=models.TextField(blank=True, help_text='Markdown. Between a line :::secret and a line ::: stands what only GMs ever see.', max_length=4000, verbose_name='summary'),
        ),
        migrations.AlterField(
            model_name='historicalcampaign',
            name='summary',
            field=models.TextField(blank=True, help_text='Markdown. Between a line :::secret and a line ::: stands what only GMs ever see.', max_length=4000, verbose_name='summary'),
        ),
    ]
