"""The user names in what the site wrote: the sentences with names, and their replacement after a change of a name.

Only these sentences change. A text that people wrote stays as it is, also where it has the same words."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, Max, Q
from django.db.models.fields.json import KT

from campaigns.archive import place_taking, restoring
from campaigns.encounters.models import Event
from campaigns.encounters.play import hand_overs, passing, seeds, undoing
from campaigns.log.checks import actions as checks
from campaigns.log.models import LogEntry
from campaigns.overview import actions as campaign_actions
from campaigns.overview import admin_log
from campaigns.overview.members import actions as member_actions
from campaigns.sessions.guests import actions as guest_actions
from campaigns.sessions.stand_ins import actions as stand_in_actions
from campaigns.webhooks.models import WebhookDelivery
from campaigns.world.shared_worlds import log_sentences as shared_worlds
from characters.sheets import status_actions
from people.credentials.naming_sentences import NamingSentence
from people.models import Member, User

Kind = LogEntry.Kind
# Where each sentence stands: by the kind of a log entry, and by the type of an encounter's event.
IN_LOG: Final[Mapping[str, tuple[NamingSentence, ...]]] = {
    Kind.CAMPAIGN: (
        campaign_actions.STARTED,
        campaign_actions.ARCHIVED,
        campaign_actions.UNARCHIVED,
        admin_log.MEMBER_ADDED,
        admin_log.MEMBERSHIP_ENDED,
        admin_log.MEMBER_AGAIN,
        admin_log.ROLE_CHANGED,
        admin_log.CAMPAIGN_CHANGED,
        member_actions.JOINED,
        member_actions.JOINED_AS_GUEST,
        member_actions.ROLE_CHANGED,
        member_actions.GUEST_KEPT,
        member_actions.GUEST_KEPT_BEFORE,
        member_actions.VISIT_ENDED,
        member_actions.VISIT_ENDED_BY_GM,
        member_actions.REMOVED,
        member_actions.LEFT,
        guest_actions.VISIT_ENDED_WITH_SESSION,
        restoring.RESTORED,
        place_taking.PLACE_TAKEN,
        shared_worlds.WORLD_STARTED,
        shared_worlds.WORLD_JOINED,
        shared_worlds.WORLD_LEFT,
        shared_worlds.PAGE_SHARED,
        shared_worlds.PAGE_WITHDRAWN,
        shared_worlds.PAGE_TAKEN,
        shared_worlds.MAP_SHARED,
        shared_worlds.MAP_WITHDRAWN,
        shared_worlds.MAP_TAKEN,
        shared_worlds.NPC_SHARED,
        shared_worlds.NPC_WITHDRAWN,
        shared_worlds.NPC_TAKEN,
    ),
    Kind.CHARACTER: (
        status_actions.NOW_PLAYS,
        stand_in_actions.PLAYS_IN_SESSION,
        shared_worlds.CHARACTER_OFFERED,
        shared_worlds.CHARACTER_DECLINED,
        shared_worlds.OFFER_WITHDRAWN,
        shared_worlds.CHARACTER_MOVED,
    ),
    Kind.CHECK: (checks.CHECK_OF_PERSON,),
    Kind.ENCOUNTER: (passing.PASSED, passing.PASSED_AFTER_DAY, passing.PASSED_AFTER_DAYS),
}
IN_EVENTS: Final[Mapping[str, tuple[NamingSentence, ...]]] = {
    "control": (hand_overs.HANDED_OVER, stand_in_actions.STANDS_IN),
    "passed-for": (passing.PASSED, passing.PASSED_AFTER_DAY, passing.PASSED_AFTER_DAYS),
    "rewound": (undoing.UNDID_PLAY, undoing.UNDID_PLAYS),
    "word": (seeds.WORD_GIVEN,),
}


def rename_person(user: User, before: str, campaign_id: int | None = None) -> None:
    """Replaces the former name `before` of `user` in all sentences of the site, or in those of one campaign.

    Call it within the transaction that changes the name."""
    if campaign_id is None:
        campaigns = list(Member.objects.filter(user=user).values_list("campaign", flat=True))
        namesakes = _campaigns_with_namesake(before, campaigns)
        # Some entries stand in other campaigns: offers there, and what staff changed in the admin.
        rows = (Q(campaign__in=campaigns) | Q(by=user)) & ~_written_before_restore(namesakes)
        _rename_in_log(user, before, rows)
    else:
        campaigns, namesakes = [campaign_id], []
        _rename_in_log(user, before, Q(campaign=campaign_id))
    _rename_in_events(user, before, campaigns, namesakes)
    _rename_in_deliveries(user, before, campaigns)
    seeds.rename_in_words(campaigns, before, user.username)
    _rename_in_admin_log(user)


def remove_names_of_places(user: User) -> None:
    """Replaces the names that the person had in archives, whose places they took, by their present name."""
    entries = LogEntry._base_manager.filter(kind=Kind.CAMPAIGN, by=user, data__has_key="place")
    for entry in entries:
        words = place_taking.PLACE_TAKEN.read(entry.text, person=user.username)
        if words:
            entry.text = place_taking.PLACE_TAKEN.write(**words | {"place": user.username})
            entry.save(update_fields=["text"])


def _rename_in_log(user: User, before: str, rows: Q) -> None:
    # A check without a character is named after the person who made it.
    is_check_of_other = Q(kind=Kind.CHECK) & (~Q(by=user) | Q(character__isnull=False))
    entries = LogEntry._base_manager.filter(rows, kind__in=IN_LOG, text__contains=before)
    changed = []
    for entry in entries.exclude(is_check_of_other):
        text = _renamed(IN_LOG[entry.kind], entry.text, before, user.username)
        if text != entry.text:
            entry.text = text
            changed.append(entry)
    LogEntry._base_manager.bulk_update(changed, ["text"], batch_size=200)


def _campaigns_with_namesake(name: str, campaigns: Iterable[int]) -> list[int]:
    """Those of the campaigns in which someone of this name is absent: their archives name that person."""
    rows = Member._base_manager.filter(campaign__in=campaigns, user__kind=User.Kind.ABSENT, user__first_name=name)
    return list(rows.values_list("campaign", flat=True))


def _written_before_restore(campaigns: Iterable[int]) -> Q:
    """The entries of these campaigns that came with their archives; the last of them was written by the restore."""
    entries = LogEntry._base_manager.filter(campaign__in=campaigns, kind=Kind.CAMPAIGN, data__has_key="restored")
    last = entries.order_by().values("campaign").annotate(last=Max("pk")).values_list("campaign", "last")
    found = Q(pk__in=[])
    for campaign, entry in last:
        found |= Q(campaign=campaign, pk__lt=entry)
    return found


def _rename_in_events(user: User, before: str, campaigns: Iterable[int], namesakes: Iterable[int]) -> None:
    events = Event.objects.filter(encounter__campaign__in=campaigns, body__type__in=list(IN_EVENTS))
    came_with_archive = Q(encounter__started__lt=F("encounter__campaign__restored"))
    events = events.exclude(came_with_archive, encounter__campaign__in=namesakes)
    events = events.alias(words=KT("body__text")).filter(words__contains=before)
    changed = []
    for event in events:
        body = event.body | {"text": _renamed(IN_EVENTS[event.body["type"]], event.body["text"], before, user.username)}
        if body.get("who") == before:
            body["who"] = user.username
        if body != event.body:
            event.body = body
            changed.append(event)
    Event.objects.bulk_update(changed, ["body"], batch_size=200)


def _rename_in_deliveries(user: User, before: str, campaigns: Iterable[int]) -> None:
    """Renames the person in what webhooks are told of log entries; deliveries are kept for ninety days."""
    rows = WebhookDelivery.objects.alias(words=KT("body__log__text"))
    about_person = Q(body__log__by=before) | Q(webhook__campaign__in=campaigns, words__contains=before)
    changed = []
    for delivery in rows.filter(about_person):
        log = dict(delivery.body["log"])
        is_by_person = log["by"] == before
        if log["kind"] != Kind.CHECK or (is_by_person and log["character"] is None):
            log["text"] = _renamed(IN_LOG.get(log["kind"], ()), log["text"], before, user.username)
        if is_by_person:
            log["by"] = user.username
        if log != delivery.body["log"]:
            delivery.body = delivery.body | {"log": log}
            changed.append(delivery)
    WebhookDelivery.objects.bulk_update(changed, ["body"], batch_size=200)


def _rename_in_admin_log(user: User) -> None:
    rows: list[User | Member] = [user, *Member.objects.filter(user=user).select_related("user")]
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        AdminEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr=str(row)[:200])


def _renamed(sentences: Iterable[NamingSentence], text: str, before: str, after: str) -> str:
    for sentence in sentences:
        text = sentence.rename(text, before, after)
    return text
