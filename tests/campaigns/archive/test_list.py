"""The list of entities is whole: a model of a campaign that nobody listed is named here."""

import pytest
from django.apps import apps

from campaigns.archive.entities import CURRENT_ENTITIES, ENCRYPTED_MODELS, ENTITIES, LEFT_OUT
from campaigns.archive.references import reference_fields


def missing(entities=ENTITIES):
    """The models of the project that an archive would lose."""
    carried = {entity.model for entity in entities} | set(ENCRYPTED_MODELS)
    lists = {field.remote_field.through for entity in entities for field in entity.many}
    found = []
    for app in ("campaigns", "characters", "rules"):
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            if model not in carried | lists and model._meta.label not in LEFT_OUT:
                if model._meta.auto_created and model._meta.auto_created._meta.label in LEFT_OUT:
                    continue
                found.append(model._meta.label)
    return found


def test_every_model_of_a_campaign_is_carried_or_left_out_for_a_reason():
    assert missing() == [], "list these in campaigns/archive/entities.py: CURRENT_ENTITIES, or LEFT_OUT with the reason"


@pytest.mark.parametrize("left", ["Recap", "WorldEntry", "Reveal"])
def test_a_table_that_is_missing_is_named(left):
    assert f"campaigns.{left}" in missing([entity for entity in ENTITIES if entity.model.__name__ != left])


def test_every_row_follows_those_it_names():
    seen = set()
    for entity in CURRENT_ENTITIES:
        seen.add(entity.model)
        for column, model in reference_fields(entity):
            if model._meta.label not in LEFT_OUT:
                assert model in seen, f"{entity.name}.{column.name} names {model.__name__}, listed later"


def test_everything_on_the_list_of_omissions_exists():
    known = {model._meta.label for model in apps.get_models()}
    assert set(LEFT_OUT) <= known
