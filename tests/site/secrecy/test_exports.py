"""Exports: what a member takes home does not depend on what others hold; no archive of a GM depends on it openly."""

import io
import json
import random
import zipfile

import pytest

from campaigns.archive import member_export as own_archive
from people.access import get_membership
from tests.site.secrecy.channels import cards_in, exchanged, hands, otherwise, secrets_of


def taken_home(table, user):
    """The files of a member's own export, without the moment at which it was made."""
    into = io.BytesIO()
    own_archive.write_member_export(get_membership(user, table.campaign_id), into)
    with zipfile.ZipFile(into) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    return {**files, "rows": json.dumps(manifest.get("rows"), sort_keys=True).encode()}


@pytest.mark.parametrize("scene", ["bastards", "dealerless"], indirect=True)
def test_a_members_own_export_does_not_depend_on_what_others_hold(fight, scene, give, people):
    steps = scene.moments["laid"][0]
    give(fight, 0, steps)
    held = hands(fight)
    for name in ("ana", "ben", "gm", "watcher"):
        # What the rules let someone be told stays: the seats that are one's own at that moment.
        mine = {*scene.membership["laid"].get(name, ()), *(("gm",) if name == "gm" and not scene.dealerless else ())}
        before, moved = taken_home(fight, people[name]), []
        with otherwise(
            fight, lambda state, mine=mine, moved=moved: moved.append(exchanged(state, mine, random.Random(1))), mine
        ):
            after = taken_home(fight, people[name])
        assert moved[0] > 10
        assert before == after, name
        told = "\n".join(file.decode(errors="replace") for file in before.values())
        foreign = {card for who, cards in held.items() if who not in mine for card in cards}
        assert not cards_in(told) & foreign, name
        assert not [sealed for sealed in secrets_of(fight) if sealed in told]
