"""A transfer can be the book of a campaign."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0008_maps")]

    operations = [
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("whole", "export of a campaign"),
                    ("own", "export of one's own data"),
                    ("book", "book of a campaign"),
                    ("restore", "restore"),
                ],
                max_length=8,
                verbose_name="kind",
            ),
        ),
    ]
