"""The whole database as one text, to prove that a refusal changes nothing."""

import json
from functools import cache

from django.apps import apps
from django.core import serializers
from django.db import connection


def everything() -> str:
    """Every row of the project's own tables as sorted JSON."""
    rows = []
    for model in _models_with_rows():
        rows += serializers.serialize("python", model._base_manager.order_by("pk"))
    return json.dumps(rows, sort_keys=True, default=str)


@cache
def _models() -> list:
    """The models of these tables; some tables have a second model, and are read once for each."""
    names = ("campaigns", "characters", "rules")
    return [model for name in names for model in apps.get_app_config(name).get_models(include_auto_created=True)]


def _models_with_rows() -> list:
    """One query finds the tables that are not empty: nearly all are, and a query for each takes much longer."""
    models = _models()
    asked = (f"EXISTS(SELECT 1 FROM {connection.ops.quote_name(model._meta.db_table)})" for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(asked)}")
        found = cursor.fetchone()
    return [model for model, filled in zip(models, found, strict=True) if filled]
