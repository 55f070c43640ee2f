import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0001_initial"),
        ("characters", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="experienceentry",
            name="encounter",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="experience",
                to="campaigns.encounter",
                verbose_name="encounter",
            ),
        ),
        migrations.AddField(
            model_name="experienceentry",
            name="session",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="experience",
                to="campaigns.session",
                verbose_name="session",
            ),
        ),
        migrations.AddConstraint(
            model_name="experienceentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("encounter__isnull", False), ("kind", "award"), ("taken_back", False)),
                fields=("character", "encounter"),
                name="one_credit_an_encounter",
            ),
        ),
    ]
