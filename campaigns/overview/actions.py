"""Writes to a campaign: create, change, archive and unarchive it."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.calls.overdue import restart_waits
from campaigns.encounters.models import Encounter
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from common.edit_conflicts import EditConflict
from common.link_syntax import words_only
from common.rows import validate_row
from common.secret_blocks import visible_text
from common.visible_names import require_visible_name
from people.access import require_account, require_gm
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Member, Role, User
from rules import play
from rules.pages.plain_text import require_plain_text

STARTED = NamingSentence(gettext_lazy("%(person)s started the campaign (%(game)s)."), "person")
ARCHIVED = NamingSentence(gettext_lazy("%(person)s archived the campaign."), "person")
UNARCHIVED = NamingSentence(gettext_lazy("%(person)s brought the campaign back."), "person")
PLAIN = ("name", "summary", "open_sheets", "real_cards", "dealerless", "pass_after", "zone")


def validate_options(system: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options with the game's defaults filled in; ValidationError names an invalid option."""
    if system not in play.SYSTEMS:
        raise ValidationError({"system": _("There is no game “%(slug)s” on this site.") % {"slug": system}})
    if not isinstance(options, dict):
        raise ValidationError({"options": _("Send the options as an object of names and values.")})
    known = play.SYSTEMS[system]["options"]
    unknown = sorted(set(options) - set(known))
    if unknown:
        words = {"names": ", ".join(unknown), "known": ", ".join(known)}
        raise ValidationError({"options": _("The game has no option %(names)s. Its options are %(known)s.") % words})
    return {name: _validate_option(name, about, options.get(name, about["default"])) for name, about in known.items()}


def _validate_option(name: str, about: dict[str, Any], value: Any) -> Any:
    choices = about.get("choices")
    if value is None and about.get("nullable"):
        return None
    if choices is not None:
        if any(value is choice or (type(value) is type(choice) and value == choice) for choice in choices):
            return value
        words = {"name": name, "choices": ", ".join(str(choice) for choice in choices)}
        raise ValidationError({"options": _("%(name)s must be one of %(choices)s.") % words})
    if isinstance(about["default"], bool):
        if isinstance(value, bool):
            return value
        raise ValidationError({"options": _("%(name)s must be yes or no.") % {"name": name}})
    low, high = about.get("min", 0), about.get("max", 9999)
    if type(value) is int and low <= value <= high:
        return value
    words = {"name": name, "low": low, "high": high}
    raise ValidationError({"options": _("%(name)s must be a whole number from %(low)s to %(high)s.") % words})


@transaction.atomic
def create_campaign(
    *, by: User, name: str, system: str, options: dict[str, Any] | None = None, **plain: Any
) -> Campaign:
    """Creates a campaign with its creator as GM; ValidationError for an invalid field."""
    require_account(by)
    campaign = Campaign(
        name=name,
        system=system,
        options=validate_options(system, options or {}),
        created_by=by,
        **_validate_fields(plain),
    )
    _require_game_without_gm(campaign)
    require_plain_text(name=campaign.name)
    validate_row(campaign)
    require_visible_name(campaign)
    campaign.save()
    Member.objects.create(campaign=campaign, user=by, role=Role.GM)
    text = STARTED.write(person=by, game=play.SYSTEMS[system]["name"])
    log_campaign_change(campaign, by=by, text=text)
    return campaign


def _require_game_without_gm(campaign: Campaign) -> None:
    """Raises ValidationError if a campaign has no dealer although its game needs a game master."""
    if campaign.dealerless and not play.SYSTEMS[campaign.system].get("dealerless"):
        raise ValidationError({"dealerless": _("This game needs a game master.")})


def _validate_fields(plain: dict[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(plain) - set(PLAIN))
    if unknown:
        raise ValidationError(_("A campaign has no field %(names)s.") % {"names": ", ".join(unknown)})
    return plain


@transaction.atomic
def change_campaign(
    *, membership: Member, options: dict[str, Any] | None = None, revision: int | None = None, **plain: Any
) -> Campaign:
    """Changes name, summary, settings or game options, and logs the changes.

    `revision` is the one that the writer saw: an older one raises `EditConflict`, and nothing is overwritten. When the
    site begins to pass for absent players, or passes after fewer days, they have all the days from now on."""
    require_gm(membership)
    if _is_pass_sooner(membership.campaign_id, plain.get("pass_after")):
        restart_waits(membership.campaign_id)  # encounters are locked before their campaign
    campaign = Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    if revision is not None and campaign.revision != revision:
        raise EditConflict(campaign, campaign.name)
    changed: dict[str, list[Any]] = {}
    for field, value in _validate_fields(plain).items():
        if getattr(campaign, field) != value:
            changed[field] = [getattr(campaign, field), value]
            setattr(campaign, field, value)
    if options is not None:
        before = validate_options(campaign.system, _valid_options(campaign))
        after = validate_options(campaign.system, before | options)
        changed |= {name: [before[name], after[name]] for name in after if before[name] != after[name]}
        campaign.options = after
    if changed:
        _require_game_without_gm(campaign)
        if "dealerless" in changed and campaign.encounters.filter(status=Encounter.Status.RUNNING).exists():
            # The players who run it need the monsters that they can add.
            message = _("An encounter is running. End it first, because this option decides who sees the bestiary.")
            raise ValidationError({"dealerless": message})
        campaign.revision += 1
        require_plain_text(name=campaign.name)
        require_visible_name(campaign)
        validate_row(campaign)
        campaign.save()
        _log_changes(campaign, membership.user, changed)
    return campaign


def _is_pass_sooner(campaign_id: int, days: Any) -> bool:
    """Whether the site will pass for absent players although it did not, or after fewer days than before."""
    if type(days) is not int or days <= 0:
        return False
    return Campaign.objects.filter(Q(pass_after=0) | Q(pass_after__gt=days), pk=campaign_id).exists()


def _log_changes(campaign: Campaign, by: User, changed: dict[str, list[Any]]) -> None:
    """Logs what changed; only GMs learn of changes in fields that only GMs can read."""
    hidden: dict[str, list[Any]] = {}
    if "summary" in changed:
        changed["summary"] = [words_only(visible_text(text, is_gm=False)) for text in changed["summary"]]
        if changed["summary"][0] == changed["summary"][1]:
            hidden["summary"] = changed.pop("summary")
    for names, audience in ((changed, LogEntry.Audience.ALL), (hidden, LogEntry.Audience.GM)):
        if names:
            log_campaign_change(
                campaign, by=by, text=_change_sentence(campaign, names), data={"changed": names}, audience=audience
            )


def _valid_options(campaign: Campaign) -> dict[str, Any]:
    """The stored options, without options that the game no longer has."""
    known = play.SYSTEMS[campaign.system]["options"] if campaign.system in play.SYSTEMS else {}
    return {name: value for name, value in (campaign.options or {}).items() if name in known}


def _change_sentence(campaign: Campaign, changed: dict[str, list[Any]]) -> str:
    parts, options = [], play.SYSTEMS[campaign.system]["options"] if campaign.system in play.SYSTEMS else {}
    for name, (before, after) in changed.items():
        about = options.get(name, {})
        label = _("“%(label)s”") % {"label": about.get("label", name)} if about else name
        if name in PLAIN:
            field = Campaign._meta.get_field(name)
            label = str(getattr(field, "verbose_name", name))
            about = {"words": {str(value): str(words) for value, words in getattr(field, "choices", None) or ()}}
        long = name == "summary"
        words = {"name": label, "before": _display_value(before, about), "after": _display_value(after, about)}
        parts.append(label if long else _("%(name)s from %(before)s to %(after)s") % words)
    return _("Campaign changed: %(changes)s.") % {"changes": "; ".join(parts)}


def _display_value(value: Any, about: dict[str, Any]) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    return str(about.get("words", {}).get(str(value), value))


@transaction.atomic
def archive_campaign(*, membership: Member) -> Campaign:
    """Archives the campaign: it stays readable but leaves the home page. Can be repeated."""
    return _set_archived(membership, True)


@transaction.atomic
def unarchive_campaign(*, membership: Member) -> Campaign:
    """Makes an archived campaign active again, and its waits for players begin again. Can be repeated."""
    require_gm(membership)
    if Campaign.objects.filter(pk=membership.campaign_id, archived__isnull=False).exists():
        restart_waits(membership.campaign_id)  # encounters are locked before their campaign
    return _set_archived(membership, False)


def _set_archived(membership: Member, archived: bool) -> Campaign:
    require_gm(membership)
    campaign = Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    if bool(campaign.archived) == archived:
        return campaign
    campaign.archived = timezone.now() if archived else None
    campaign.save()
    sentence = ARCHIVED if archived else UNARCHIVED
    log_campaign_change(campaign, by=membership.user, text=sentence.write(person=membership.user))
    return campaign


def log_campaign_change(
    campaign: Campaign,
    *,
    by: User | None,
    text: str,
    data: dict[str, Any] | None = None,
    audience: str = LogEntry.Audience.ALL,
) -> LogEntry:
    """Logs a change of the campaign, for all members or for GMs only; `by` is None for the site itself."""
    return write_entry(
        campaign=campaign, kind=LogEntry.Kind.CAMPAIGN, text=text, data=data or {}, by=by, audience=audience
    )
