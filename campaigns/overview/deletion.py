"""Deletes a whole campaign."""

from typing import Any

from django.apps import apps
from django.db.models import Exists, Model, OuterRef, Q
from simple_history.utils import get_history_manager_for_model

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.world.shared_worlds.actions import remove_empty_worlds
from people.models import Campaign, Member, User


def delete_campaign(campaign: Campaign) -> bool:
    """Deletes a campaign with everything that belongs to it, including the history; whether it still existed.

    The accounts of absent people go with it, because they only hold places in it and have real names.

    Call it in a transaction. It locks the encounters first, as commands do: a player's simultaneous command waits, and
    then finds nothing."""
    pk = campaign.pk
    list(Encounter.objects.select_for_update().filter(campaign=pk).order_by("pk"))
    row = Campaign.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        return False
    absent = _absent_people(pk)
    row.delete()
    User.objects.filter(pk__in=absent, memberships__isnull=True).delete()
    remove_empty_worlds()
    _delete_history(pk)
    return True


def _absent_people(campaign_id: int) -> set[int]:
    """The absent people of a restored campaign: those with a place, and those who only wrote in its log."""
    places = Member._base_manager.filter(campaign=campaign_id, user=OuterRef("pk"))
    entries = LogEntry.objects.filter(campaign=campaign_id, by=OuterRef("pk"))
    absent = User.objects.filter(Exists(places) | Exists(entries), kind=User.Kind.ABSENT)
    return set(absent.values_list("pk", flat=True))


def models_with_history() -> list[Any]:
    """The models whose earlier versions django-simple-history keeps."""
    return [model for model in apps.get_models() if hasattr(model._meta, "simple_history_manager_attribute")]


def _delete_history(campaign_id: int) -> None:
    """Deletes the earlier versions of everything in a deleted campaign; its deletion has added one of each row."""
    sessions = set(Session.history.filter(campaign_id=campaign_id).values_list("id", flat=True))
    for model in models_with_history():
        get_history_manager_for_model(model).filter(_belongs_to(model, campaign_id, sessions)).delete()


def _belongs_to(model: type[Model], campaign_id: int, sessions: set[int]) -> Q:
    columns = {field.name for field in model._meta.concrete_fields}
    if model is Campaign:
        return Q(id=campaign_id)
    if "campaign" in columns:
        return Q(campaign_id=campaign_id)
    if "session" in columns:
        return Q(session_id__in=sessions)
    raise LookupError(f"It is unknown to which campaign a version of {model.__name__} belongs.")
