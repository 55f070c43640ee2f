"""What proves that a refusal changes nothing has every row of every table."""

import json

import pytest
from django.core import serializers

from tests import factories
from tests.campaigns.modules import dump

pytestmark = pytest.mark.django_db


def test_it_has_the_rows_of_every_model(membership, mill, django_assert_max_num_queries):
    filled = {model for model in dump._models() if model._base_manager.exists()}
    assert filled
    each = [serializers.serialize("python", model._base_manager.order_by("pk")) for model in dump._models()]
    rows = [row for found in each for row in found]
    assert json.loads(dump.everything()) == json.loads(json.dumps(rows, default=str))
    with django_assert_max_num_queries(1 + 4 * len(filled)):
        dump.everything()


def test_a_row_more_or_a_changed_one_is_noticed(membership, mill):
    before = dump.everything()
    foe = factories.MonsterFactory(campaign=membership.campaign)
    more = dump.everything()
    assert more != before
    type(foe).objects.filter(pk=foe.pk).update(name="Another")
    assert dump.everything() not in {before, more}
