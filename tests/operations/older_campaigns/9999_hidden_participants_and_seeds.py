"""Hidden participants and encounter seeds: now the tables are those of today."""

from django.db import migrations

from tests.operations.older_campaigns import HIDDEN, SEED, created_model


class Migration(migrations.Migration):
    """What 0002 left out."""

    dependencies = [("campaigns", "0034_encounters_without_dealer")]
    operations = [
        *(migrations.AddField(model, "hidden", dict(created_model(model).fields)["hidden"]) for model in HIDDEN),
        created_model(SEED),
    ]
