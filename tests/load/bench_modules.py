"""How fast a bestiary of 100, 1,000 and 5,000 monsters is validated, planned, imported, and imported again."""

import json
import resource
import time
from typing import Any

import pytest

from campaigns.modules import actions
from campaigns.modules.models import ImportRun
from characters.models import Monster
from people.models import Member
from tests import factories

pytestmark = [pytest.mark.load, pytest.mark.django_db]
SIZES = (100, 1000, 5000)
# Goals for 5,000 monsters: seconds of one processor, so that busy neighbours do not count; megabytes in all.
MOST_SECONDS, MOST_AGAIN, MOST_MEGABYTES = 10.0, 5.0, 400


def bestiary(count: int) -> dict[str, Any]:
    """A module of so many monsters, each with figures, a text and the source it was converted from."""
    monsters = [
        {
            "key": f"beast-{number}",
            "name": f"Beast {number}",
            "size": "Large",
            "kind": "beast",
            "blocks": [{"key": "a", "kind": "gm", "md": f"Number **{number}** of many, and hungry. " * 4}],
            "stats": {"fifty-two-fates": {"max_hp": 1 + number % 40, "allowance": 1 + number % 3}},
            "source_stats": {"system": "5e-2014", "data": {"cr": number % 20, "hp": 10 + number % 200, "ac": 12}},
        }
        for number in range(count)
    ]
    return {
        "format": "satchel",
        "format_version": "1.0",
        "module": {
            "key": f"beasts-{count}",
            "version": "1.0.0",
            "title": "Beasts",
            "language": "en",
            "rulesets": [{"ruleset": "fifty-two-fates", "support": "native"}],
            "authors": [{"name": "A bench", "role": "author"}],
            "licence": {"spdx": "CC0-1.0"},
        },
        "monsters": monsters,
    }


def megabytes() -> float:
    """The most memory this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("count", SIZES)
def test_a_bestiary_is_imported_in_time(count):
    campaign = factories.CampaignFactory()
    membership = Member.objects.get(pk=factories.MemberFactory(campaign=campaign, role="gm").pk)
    data = json.dumps(bestiary(count)).encode()
    before, begun = megabytes(), time.process_time()
    received = actions.receive(data=data)
    read = time.process_time()
    version, _new = actions.upload(by=membership.user, document=received.document)
    checked = time.process_time()
    token = actions.plan_import(membership=membership, version=version).token
    planned = time.process_time()
    actions.apply_import(membership=membership, version=version, plan_token=token)
    done = time.process_time()
    assert Monster.objects.filter(campaign=campaign).count() == count
    again = time.process_time()
    actions.apply_import(membership=membership, version=version)
    once_more = time.process_time() - again
    print(
        f"\n{count:>6} monsters, {len(data) / 1e6:.1f} MB: read {read - begun:.2f} s, checked and kept "
        f"{checked - read:.2f} s, planned {planned - checked:.2f} s, imported {done - planned:.2f} s; in all "
        f"{done - begun:.2f} s ({count / (done - begun):,.0f} a second); unchanged again {once_more:.2f} s; "
        f"memory {megabytes():.0f} MB ({megabytes() - before:+.0f})"
    )
    assert ImportRun.objects.filter(campaign=campaign).count() == 2
    assert done - begun < MOST_SECONDS
    assert once_more < MOST_AGAIN
    assert megabytes() < MOST_MEGABYTES
