"""Finds a name in everything that the database stores."""

import json

from django.apps import apps
from django.db import models


def rows_with(name):
    """{"app.Model.column": values} of all texts and JSON in the database that contain the name."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            if isinstance(field, models.CharField | models.TextField | models.JSONField):
                for value in model._base_manager.values_list(field.attname, flat=True):
                    if name in (value if isinstance(value, str) else json.dumps(value, default=str)):
                        found.setdefault(f"{model._meta.label}.{field.name}", []).append(value)
    return found
