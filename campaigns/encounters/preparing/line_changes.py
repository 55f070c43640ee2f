"""Changes a line of monsters in a preparation: how many they are, their names and their initiative group."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.encounters.preparing import validation
from campaigns.encounters.preparing.locking import lock_group
from common.one_line import one_line
from people.models import Member
from rules.pages.plain_text import require_plain_text


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
) -> None:
    """Changes the number of copies (1 to 40), and their names, initiative group and note unless these are None."""
    locked = lock_group(membership, encounter, encounter_group)
    if locked.monster is None:
        raise ValidationError(_("Only monsters have a number and names of their own here."))
    validation.validate_monster_fields(group=group or "", count=count)
    locked.count = count
    locked.group = locked.group if group is None else group.strip()
    locked.note = locked.note if note is None else one_line(note)
    locked.names = (locked.names if names is None else [name.strip()[:120] for name in names])[:count]
    require_plain_text(names="\n".join(locked.names), note=locked.note)
    validation.validate_size(locked.encounter, locked)
    locked.full_clean(exclude=["encounter", "monster", "character"])
    locked.save(update_fields=["count", "names", "group", "note"])
