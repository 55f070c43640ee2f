
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('characters', '0002_steps_and_requests'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalmonster',
            name='revision',
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name='revision'),
        ),
        migrations.AddField(
            model_name='monster',
            name='revision',
            field=models.PositiveIntegerField(default=1, editable=False, verbose_name='revision'),
        ),
    ]
