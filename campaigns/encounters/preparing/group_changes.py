"""Changes a group of monsters in a preparation: how many they are, their names and their initiative group."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.encounters.preparing import validation
from campaigns.encounters.preparing.locking import lock_group
from common.edit_conflicts import require_revision
from common.one_line import one_line
from common.revisions import content_revision
from people.models import Member
from rules.pages.plain_text import require_plain_text


def is_named_by_adventure(group: EncounterGroup) -> bool:
    """Whether an adventure names the initiative group: updates and exports find the monsters by this name."""
    return bool(group.encounter.source_id and group.monster_id and group.group)


def group_revision(group: EncounterGroup) -> int:
    """A number that changes with what can be changed about a group of monsters."""
    return content_revision([group.count, group.names, group.group, group.note])


def shown_texts(group: EncounterGroup) -> dict[str, str]:
    """The names and the note of a group as its form shows them, each in one line."""
    return {"names": ", ".join(str(name) for name in group.names), "note": one_line(group.note)}


@transaction.atomic
def change_monsters(
    *,
    membership: Member,
    encounter: Encounter,
    encounter_group: EncounterGroup,
    count: int,
    names: Sequence[str] | None = None,
    group: str | None = None,
    note: str | None = None,
    revision: int | None = None,
) -> None:
    """Changes the number of copies (1 to 40), and their names, initiative group and note unless these are None.

    EditConflict: the group was changed since the writer saw its `group_revision`."""
    locked = lock_group(membership, encounter, encounter_group)
    if locked.monster is None:
        raise ValidationError(_("Only monsters have a number and names of their own here."))
    validation.validate_monster_fields(group=group or "", count=count)
    if is_named_by_adventure(locked) and group not in (None, locked.group):
        raise ValidationError({"group": _("The adventure names this group. Updates find the monsters by it.")})
    before = group_revision(locked)
    locked.count = count
    locked.group = locked.group if group is None else group.strip()
    locked.note = locked.note if note is None else one_line(note)
    locked.names = (locked.names if names is None else [name.strip()[:120] for name in names])[:count]
    # A form that was sent twice changes nothing the second time.
    if group_revision(locked) != before:
        require_revision(locked, str(locked.monster), revision, before)
    require_plain_text(names="\n".join(locked.names), note=locked.note)
    validation.validate_size(locked.encounter, locked)
    locked.full_clean(exclude=["encounter", "monster", "character"])
    locked.save(update_fields=["count", "names", "group", "note"])
