"""Changes nothing: 0001 creates every field with its table. The file stays, because databases record its name."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0001_initial"),
        ("characters", "0002_initial"),
    ]

    operations = []
