
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('characters', '0003_monster_revision'),
    ]

    operations = [
        migrations.AddField(
            model_name='character',
            name='about',
            field=models.TextField(blank=True, help_text='Of an NPC; Markdown. Between a line :::secret and a line ::: stands what only GMs ever see.', max_length=65536, verbose_name='what the players know'),
        ),
        migrations.AddField(
            model_name='historicalcharacter',
            name='about',
            field=models.TextField(blank=True, help_text='Of an NPC; Markdown. Between a line :::secret and a line ::: stands what only GMs ever see.', max_length=65536, verbose_name='what the players know'),
        ),
    ]
