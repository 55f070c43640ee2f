
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0010_campaign_revision'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='worldentry',
            name='one_page_a_name',
        ),
        migrations.AddField(
            model_name='historicalworldentry',
            name='author',
            field=models.ForeignKey(blank=True, db_constraint=False, editable=False, help_text="Empty: the GMs'. Its player reads and changes it, whoever else sees it.", null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='campaigns.member', verbose_name='player whose page it is'),
        ),
        migrations.AddField(
            model_name='worldentry',
            name='author',
            field=models.ForeignKey(blank=True, editable=False, help_text="Empty: the GMs'. Its player reads and changes it, whoever else sees it.", null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='written', to='campaigns.member', verbose_name='player whose page it is'),
        ),
        migrations.AddConstraint(
            model_name='worldentry',
            constraint=models.UniqueConstraint(condition=models.Q(('archived__isnull', True), ('author__isnull', True)), fields=('campaign', 'folded'), name='one_page_a_name'),
        ),
        migrations.AddConstraint(
            model_name='worldentry',
            constraint=models.UniqueConstraint(condition=models.Q(('archived__isnull', True), ('author__isnull', False)), fields=('author', 'folded'), name='one_page_a_name_and_player'),
        ),
    ]
