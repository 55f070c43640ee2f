"""As today, without hidden participants and encounter seeds."""

from django.db import migrations

from tests.operations.older_campaigns import HIDDEN, SEED, real_migration

Today = real_migration("0002_initial")


class Migration(Today):
    """The older tables."""

    operations = [
        *Today.operations,
        *(migrations.RemoveField(model, "hidden") for model in HIDDEN),
        migrations.DeleteModel(SEED),
    ]
