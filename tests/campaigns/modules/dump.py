"""The whole database as one text, to prove that a refusal changes nothing."""

import json

from django.apps import apps
from django.core import serializers


def everything() -> str:
    """Every row of the project's own tables as sorted JSON."""
    rows = []
    for app in ("campaigns", "characters", "rules"):
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            rows += serializers.serialize("python", model._base_manager.order_by("pk"))
    return json.dumps(rows, sort_keys=True, default=str)
