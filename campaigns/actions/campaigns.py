"""Writes to a campaign: start one, change its options, put it aside and take it up again."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.access import must_have_account, must_run
from campaigns.actions.fields import clean
from campaigns.models import Campaign, Encounter, LogEntry, Member, User
from campaigns.models.people import Role
from rules import play
from rules.plain import must_be_plain
from rules.secrets import told
from rules.stale import Stale

PLAIN = ("name", "summary", "open_sheets", "real_cards", "dealerless", "zone")


def checked_options(system: str, options: dict[str, Any]) -> dict[str, Any]:
    """The game's options with defaults filled in; ValidationError names the option that does not fit."""
    if system not in play.SYSTEMS:
        raise ValidationError({"system": _("There is no game “%(slug)s” on this site.") % {"slug": system}})
    if not isinstance(options, dict):
        raise ValidationError({"options": _("Give the options as names with values.")})
    known = play.SYSTEMS[system]["options"]
    unknown = sorted(set(options) - set(known))
    if unknown:
        words = {"names": ", ".join(unknown), "known": ", ".join(known)}
        raise ValidationError({"options": _("The game has no option %(names)s; it has %(known)s.") % words})
    return {name: _checked(name, about, options.get(name, about["default"])) for name, about in known.items()}


def _checked(name: str, about: dict[str, Any], value: Any) -> Any:
    choices = about.get("choices")
    if value is None and about.get("nullable"):
        return None
    if choices is not None:
        if any(value is choice or (type(value) is type(choice) and value == choice) for choice in choices):
            return value
        words = {"name": name, "choices": ", ".join(str(choice) for choice in choices)}
        raise ValidationError({"options": _("%(name)s is one of %(choices)s.") % words})
    if isinstance(about["default"], bool):
        if isinstance(value, bool):
            return value
        raise ValidationError({"options": _("%(name)s is yes or no.") % {"name": name}})
    low, high = about.get("min", 0), about.get("max", 9999)
    if type(value) is int and low <= value <= high:
        return value
    words = {"name": name, "low": low, "high": high}
    raise ValidationError({"options": _("%(name)s is a whole number from %(low)s to %(high)s.") % words})


@transaction.atomic
def create(
    *, by: User, name: str, system: str, options: dict[str, Any] | None = None, **plain: Any
) -> Campaign:
    """Starts a campaign with its maker as GM; ValidationError when a field does not fit."""
    must_have_account(by)
    campaign = Campaign(
        name=name,
        system=system,
        options=checked_options(system, options or {}),
        created_by=by,
        **_known(plain),
    )
    _can_do_without(campaign)
    must_be_plain(name=campaign.name)
    clean(campaign)
    campaign.save()
    Member.objects.create(campaign=campaign, user=by, role=Role.GM)
    words = {"person": by.username, "game": play.SYSTEMS[system]["name"]}
    note(campaign, by=by, text=_("%(person)s starts the campaign, a game of %(game)s.") % words)
    return campaign


def _can_do_without(campaign: Campaign) -> None:
    """ValidationError where a game that needs its game master is to be played without one."""
    if campaign.dealerless and not play.SYSTEMS[campaign.system].get("dealerless"):
        raise ValidationError({"dealerless": _("This game needs its game master.")})


def _known(plain: dict[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(plain) - set(PLAIN))
    if unknown:
        raise ValidationError(_("A campaign has no field %(names)s.") % {"names": ", ".join(unknown)})
    return plain


@transaction.atomic
def change(
    *, own: Member, options: dict[str, Any] | None = None, revision: int | None = None, **plain: Any
) -> Campaign:  # fmt: skip
    """Changes name, words, habits or game options; what changed stands in the log and the history.

    `revision` is the one the writer saw: an older one raises `Stale`, and nothing is overwritten."""
    must_run(own)
    campaign = Campaign.objects.select_for_update().get(pk=own.campaign_id)
    if revision is not None and campaign.revision != revision:
        raise Stale(campaign, campaign.name)
    changed: dict[str, list[Any]] = {}
    for field, value in _known(plain).items():
        if getattr(campaign, field) != value:
            changed[field] = [getattr(campaign, field), value]
            setattr(campaign, field, value)
    if options is not None:
        before = checked_options(campaign.system, _still_known(campaign))
        after = checked_options(campaign.system, before | options)
        changed |= {name: [before[name], after[name]] for name in after if before[name] != after[name]}
        campaign.options = after
    if changed:
        _can_do_without(campaign)
        if "dealerless" in changed and campaign.encounters.filter(status=Encounter.Status.RUNNING).exists():
            # It would open the hands of seats that nobody has.
            message = _("An encounter is running. End it first; this changes who sees what.")
            raise ValidationError({"dealerless": message})
        campaign.revision += 1
        must_be_plain(name=campaign.name)
        clean(campaign)
        campaign.save()
        _tell(campaign, own.user, changed)
    return campaign


def _tell(campaign: Campaign, by: User, changed: dict[str, list[Any]]) -> None:
    """Says in the log what changed; of what only GMs read, only GMs learn that it changed."""
    hidden: dict[str, list[Any]] = {}
    if "summary" in changed:
        changed["summary"] = [told(text, runs=False) for text in changed["summary"]]
        if changed["summary"][0] == changed["summary"][1]:
            hidden["summary"] = changed.pop("summary")
    for what, audience in ((changed, LogEntry.Audience.ALL), (hidden, LogEntry.Audience.GM)):
        if what:
            note(campaign, by=by, text=_told(campaign, what), data={"changed": what}, audience=audience)


def _still_known(campaign: Campaign) -> dict[str, Any]:
    """The stored options without those that the game no longer has."""
    known = play.SYSTEMS[campaign.system]["options"] if campaign.system in play.SYSTEMS else {}
    return {name: value for name, value in (campaign.options or {}).items() if name in known}


def _told(campaign: Campaign, changed: dict[str, list[Any]]) -> str:
    parts, options = [], play.SYSTEMS[campaign.system]["options"] if campaign.system in play.SYSTEMS else {}
    for name, (before, after) in changed.items():
        about = options.get(name, {})
        label = _("“%(label)s”") % {"label": about.get("label", name)} if about else name
        if name in PLAIN:
            label = str(getattr(Campaign._meta.get_field(name), "verbose_name", name))
        long = name == "summary"
        words = {"name": label, "before": _shown(before, about), "after": _shown(after, about)}
        parts.append(label if long else _("%(name)s from %(before)s to %(after)s") % words)
    return _("Campaign changed: %(changes)s.") % {"changes": "; ".join(parts)}


def _shown(value: Any, about: dict[str, Any]) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    return str(about.get("words", {}).get(str(value), value))


@transaction.atomic
def archive(*, own: Member) -> Campaign:
    """Puts the campaign aside: still readable, off the home page; harmless when done already."""
    return _set_archived(own, True)


@transaction.atomic
def unarchive(*, own: Member) -> Campaign:
    """Takes the campaign up again; harmless when done already."""
    return _set_archived(own, False)


def _set_archived(own: Member, aside: bool) -> Campaign:
    must_run(own)
    campaign = Campaign.objects.select_for_update().get(pk=own.campaign_id)
    if bool(campaign.archived) == aside:
        return campaign
    campaign.archived = timezone.now() if aside else None
    campaign.save()
    text = _("%(person)s archives the campaign.") if aside else _("%(person)s takes the campaign up again.")
    note(campaign, by=own.user, text=text % {"person": own.user.username})
    return campaign


def note(
    campaign: Campaign, *, by: User, text: str, data: dict[str, Any] | None = None,
    audience: str = LogEntry.Audience.ALL,
) -> LogEntry:  # fmt: skip
    """Writes a line about the campaign itself into its log, for all members or for its GMs."""
    return LogEntry.objects.create(
        campaign=campaign, kind=LogEntry.Kind.CAMPAIGN, text=text[:8000], data=data or {}, by=by, audience=audience
    )
