"""Queries that are compiled once for each kind of viewer: each viewer reads what the access rules give."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import JSONField, Value
from django.utils import timezone

from campaigns.log import actions as log_actions
from campaigns.log.access import visible_log_entries
from campaigns.overview import queries as overview
from campaigns.sessions.models import Session
from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry
from common.compiled_query import FIRST_INTEGER, CompiledQuery, decode_json
from people.access import MEMBERSHIP, get_membership, memberships_of
from people.models import Campaign, Member, Role
from people.viewer_queries import MemberQuery, UserQuery
from tests import factories

pytestmark = pytest.mark.django_db
LINES = MemberQuery(lambda membership: visible_log_entries(membership).select_related("by").order_by("pk"))
PAGES = MemberQuery(lambda membership: visible_entries(membership).order_by("pk"))


@pytest.fixture
def viewers(campaign, gm, ana, watcher):
    """The GM, a player and an observer of a campaign with open and secret lines and pages."""
    membership = get_membership(gm, campaign.pk)
    for audience in ("all", "gm"):
        log_actions.add_note(membership=membership, text=f"A note for {audience}.", audience=audience)
    for visibility in ("party", "gm"):
        WorldEntry.objects.create(
            campaign=campaign, kind="handout", name=f"A page for {visibility}", folded=visibility, visibility=visibility
        )
    return [get_membership(user, campaign.pk) for user in (gm, ana, watcher)]


def test_every_viewer_reads_what_the_access_rules_give(viewers):
    for _again in range(2):
        for membership in viewers:
            assert LINES.rows(membership) == list(visible_log_entries(membership).order_by("pk"))
            assert PAGES.rows(membership) == list(visible_entries(membership).order_by("pk"))
    gm, player = viewers[0], viewers[1]
    assert len(LINES.rows(gm)) > len(LINES.rows(player)) > 0, "the scene tells the roles apart"


def test_a_changed_role_counts_at_once(viewers):
    player = viewers[1]
    before = LINES.rows(player)
    player.role = Role.CO_GM
    assert len(LINES.rows(player)) > len(before)
    player.role = Role.OBSERVER
    assert len(LINES.rows(player)) == len(before)


def test_members_of_another_campaign_read_nothing_of_this_one(viewers, ana):
    other = factories.CampaignFactory(name="Elsewhere")
    membership = Member.objects.create(campaign=other, user=ana, role=Role.GM)
    assert LINES.rows(membership) == [] != LINES.rows(viewers[1])


def test_tokens_for_one_campaign_and_deactivated_accounts_read_what_they_may(campaign, ana):
    other = factories.CampaignFactory(name="Elsewhere")
    Member.objects.create(campaign=other, user=ana, role=Role.PLAYER)
    assert {row.campaign_id for row in overview.MEMBERSHIPS.rows(ana)} == {campaign.pk, other.pk}
    ana.bound_campaign_id = other.pk
    assert [row.campaign_id for row in overview.MEMBERSHIPS.rows(ana)] == [other.pk]
    assert MEMBERSHIP.rows(ana, campaign.pk) == []
    del ana.bound_campaign_id
    ana.is_active = False
    assert overview.MEMBERSHIPS.rows(ana) == [] == MEMBERSHIP.rows(ana, campaign.pk)


def test_a_membership_that_has_ended_opens_nothing(campaign, ana):
    assert MEMBERSHIP.rows(ana, campaign.pk) == list(memberships_of(ana).filter(campaign=campaign))
    Member.objects.filter(user=ana).update(left=timezone.now())
    assert MEMBERSHIP.rows(ana, campaign.pk) == []


def test_a_rule_that_looks_at_anything_else_of_the_viewer_fails_instead_of_showing_too_much(viewers):
    by_options = MemberQuery(lambda membership: Member.objects.filter(pk=bool(membership.campaign.open_sheets)))
    with pytest.raises(Campaign.DoesNotExist):
        by_options.rows(viewers[1])
    by_name = UserQuery(lambda user: Member.objects.filter(user__username=user.username))
    with pytest.raises(type(viewers[1].user).DoesNotExist):
        by_name.rows(viewers[1].user)


def test_moments_are_values_like_others(viewers):
    soon, long_ago = timezone.now() + timedelta(days=1), timezone.now() - timedelta(days=1)
    recent = MemberQuery(lambda membership, since: visible_log_entries(membership).filter(created__gte=since))
    assert recent.rows(viewers[0], long_ago) == list(visible_log_entries(viewers[0]))
    assert recent.rows(viewers[0], soon) == []


def test_a_number_of_a_small_column_is_a_value_like_others(campaign):
    """PostgreSQL knows how large each column is, and Django drops a condition that no row of it can meet."""
    for number in (1, 2, 3):
        campaign.sessions.create(number=number)
    later = CompiledQuery(lambda after: Session.objects.filter(number__gt=after).order_by("number"))
    assert [row.number for row in later.rows(1)] == [2, 3]
    assert later.rows(3) == []


def test_a_queryset_that_can_hold_nothing_gives_nothing_for_that_value_alone():
    rows = CompiledQuery(lambda pk: Member.objects.filter(pk__in=[pk] if pk < FIRST_INTEGER else []))
    member = factories.MemberFactory()
    assert rows.rows(member.pk) == [member]


def test_stored_json_is_read_as_django_reads_it(campaign):
    values = [None, {"a": [1, -2.5, 10**30, True]}, [], "a \u2663 word", {"nested": {"empty": {}}}, 0, 1.0]
    rows = [factories.MonsterFactory(campaign=campaign, stats={"value": value}) for value in values]
    stored = CompiledQuery(lambda pk: type(rows[0]).objects.filter(pk__gte=pk).order_by("pk"))
    assert [row.stats["value"] for row in stored.rows(rows[0].pk)] == values
    assert [type(row.stats["value"]) for row in stored.rows(rows[0].pk)] == [type(value) for value in values]


def test_text_that_only_python_calls_json_is_read_too():
    field = JSONField()
    column = Value("", output_field=field)
    for text in ("NaN", "not JSON at all", '{"cut": "\\ud800"}'):
        assert repr(decode_json(text, column, connection)) == repr(field.from_db_value(text, column, connection))
