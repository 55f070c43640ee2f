"""The JSON of shared worlds."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.world.models import WorldEntry
from campaigns.world.serializers import REVISION
from campaigns.world.shared_worlds.changes import CHANGES
from common.serializer_fields import BooleanField, IdField, IntegerField, StrictSerializer, TextField
from common.text_merge import CHOICES
from people.credentials.invitation_validity import WORLD_DAYS


class SharedWorldTableSerializer(serializers.Serializer[Any]):
    """A campaign of a shared world, as the other ones see it."""

    id = serializers.IntegerField(source="world_place.pk")
    name = serializers.CharField()
    own = serializers.BooleanField(help_text="Whether it is this campaign.")
    party = serializers.ListField(child=serializers.CharField(), help_text="The names of the known heroes.")
    date = serializers.CharField(help_text="The current date of its calendar; empty without a calendar.")
    gms = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The names of its GMs; null for players."
    )
    sessions = serializers.IntegerField(allow_null=True, help_text="How many it held; null for players.")
    last_session = serializers.DateTimeField(allow_null=True, help_text="When the last one was; null for players.")
    same_calendar = serializers.BooleanField(help_text="Whether it has the calendar of this campaign.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """What only GMs learn is null for players."""
        fields = super().to_representation(instance)
        if not self.context["is_gm"]:
            fields |= {"gms": None, "sessions": None, "last_session": None}
        return fields


class SharedWorldSerializer(serializers.Serializer[Any]):
    """A shared world, as the caller may see it."""

    name = serializers.CharField()
    revision = serializers.IntegerField()
    open_to_players = serializers.BooleanField(
        allow_null=True, help_text="Whether players of the other campaigns see this one; null for players."
    )
    campaigns = SharedWorldTableSerializer(many=True)


class SharedWorldStartBody(StrictSerializer):
    """A new shared world."""

    name = TextField(max_length=120)


class SharedWorldChangeBody(StrictSerializer):
    """What GMs change of a shared world."""

    revision = IntegerField(required=False, min_value=0, help_text=REVISION)
    name = TextField(max_length=120, required=False)
    open_to_players = BooleanField(
        required=False, help_text="Players of the other campaigns see this one's name, party and date."
    )


class SharedWorldJoinBody(StrictSerializer):
    """The code of an invitation."""

    code = TextField(max_length=80)


class SharedWorldCodeSerializer(serializers.Serializer[Any]):
    """A new invitation."""

    id = serializers.IntegerField(help_text="With it, this code can be revoked without the others.")
    code = serializers.CharField(help_text=f"For one other campaign, for {WORLD_DAYS} days; it cannot be read again.")


class SharedWorldCodeQuery(serializers.Serializer[Any]):
    """Which code is revoked."""

    id = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="The `id` of a code; the others stay. Without it, all are revoked.",
    )


class SharedWorldCalendarBody(StrictSerializer):
    """How the calendar of another campaign is taken over."""

    move_dates = BooleanField(
        required=False, default=False, help_text="Dates that it lacks may move to the nearest day."
    )


class SharedPagesQuery(StrictSerializer):
    """Filters of the shared pages."""

    text = TextField(max_length=120, required=False, help_text="A part of the name.")
    kind = serializers.ChoiceField(WorldEntry.Kind.choices, required=False)


class SharedTieSerializer(serializers.Serializer[Any]):
    """A tie of a shared page or NPC to another one, as it is read from there."""

    page = serializers.IntegerField(source="page.pk", help_text="The shared page or NPC at the other end.")
    name = serializers.CharField(source="page.name", help_text="Its name.")
    kind = serializers.CharField(source="fields.kind")
    words = serializers.CharField(help_text="The words before the other name.")
    back = serializers.CharField(help_text="The words as read from the other end.")
    since = serializers.CharField()
    until = serializers.CharField(help_text="If empty, the tie has not ended.")
    waits = serializers.BooleanField(help_text="Whether this campaign has not taken the other end yet.")


class SharedTieChangeSerializer(serializers.Serializer[Any]):
    """What the newest edition changes in a tie."""

    what = serializers.ChoiceField(CHANGES, help_text="“ended”: it is no longer shared; a copy stays.")
    tie = SharedTieSerializer(source="line")


class SharedEditionValues:
    """What the JSON of shared pages and of shared NPCs reads of an edition in the same way."""

    def get_taken(self, page: Any) -> int | None:
        """The number of the edition that the campaign compared last."""
        return page.own_copy.edition.number if page.own_copy else None

    def get_dates(self, page: Any) -> list[dict[str, str]]:
        """The dates of the newest edition, with their labels."""
        return [{"label": label, "date": date} for label, date in page.newest.dates]

    @extend_schema_field(SharedTieSerializer(many=True))
    def get_ties(self, page: Any) -> Any:
        """The ties of the newest edition to other shared pages and NPCs."""
        return SharedTieSerializer(page.ties, many=True).data


class SharedPageSerializer(SharedEditionValues, serializers.Serializer[Any]):
    """A page that the campaigns of a world share."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    name = serializers.CharField()
    origin = serializers.CharField(source="origin.name", help_text="The campaign that shared it first.")
    gm_part = serializers.BooleanField(help_text="Whether the secret blocks are shared too.")
    edition = serializers.IntegerField(source="number", help_text="The number of the newest edition.")
    entry = serializers.SerializerMethodField(help_text="The page of this campaign that is its copy, or null.")
    taken = serializers.SerializerMethodField(help_text="The edition that this campaign has, or null.")

    def get_entry(self, page: Any) -> int | None:
        """The campaign's copy."""
        return page.own_copy.entry_id if page.own_copy else None


class SharedPageDetailSerializer(SharedPageSerializer):
    """A shared page with the text of its newest edition."""

    text = serializers.CharField(source="newest.text")
    tags = serializers.ListField(child=serializers.CharField(), source="newest.tag_names")
    dates = serializers.SerializerMethodField(help_text="Each with `label` and `date`, in words.")
    ties = serializers.SerializerMethodField(help_text="Its ties to other shared pages and NPCs.")


class SharedPageBody(StrictSerializer):
    """How a page is shared."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    gm_part = BooleanField(
        required=False, help_text="True shares the secret blocks too, permanently. Left out: as it was shared before."
    )


class SharedConflictSerializer(serializers.Serializer[Any]):
    """A place that this campaign and another one changed."""

    mine = serializers.CharField()
    theirs = serializers.CharField()


class SharedChangesSerializer(serializers.Serializer[Any]):
    """What is new in a shared page since this campaign last took it over."""

    revision = serializers.IntegerField(help_text="The revision of this campaign's copy.")
    edition = serializers.IntegerField(help_text="The number of the newest edition.")
    text = serializers.CharField(help_text="The page with both changes, conflicts one after the other.")
    conflicts = SharedConflictSerializer(many=True)
    digest = serializers.CharField(help_text="What identifies the conflicts.")
    ties = SharedTieChangeSerializer(many=True, help_text="What changes in its ties.")


class MoveBody(StrictSerializer):
    """The character that moves, and where it goes."""

    character = IdField(help_text="An active character of this campaign.")
    campaign = IdField(help_text="A campaign of the same world and game that the caller also runs.")


class SharedChangesBody(StrictSerializer):
    """Which changes are taken over."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    edition = IntegerField(min_value=1)
    digest = TextField(max_length=32, required=False, allow_blank=True, help_text="As read; needed with conflicts.")
    choices: Any = serializers.ListField(
        child=serializers.ChoiceField(CHOICES), required=False, max_length=200, help_text="One for each conflict."
    )


class SharedNpcSerializer(SharedEditionValues, serializers.Serializer[Any]):
    """An NPC that the campaigns of a world share."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    origin = serializers.CharField(source="origin.name", help_text="The campaign that shared it first.")
    gm_part = serializers.BooleanField(help_text="Whether the secret blocks and the sheet are shared too.")
    edition = serializers.IntegerField(source="number", help_text="The number of the newest edition.")
    character = serializers.SerializerMethodField(help_text="The NPC of this campaign that is its copy, or null.")
    taken = serializers.SerializerMethodField(help_text="The edition that this campaign has, or null.")

    def get_character(self, page: Any) -> int | None:
        """The campaign's copy."""
        return page.own_copy.character_id if page.own_copy else None


class SharedNpcDetailSerializer(SharedNpcSerializer):
    """A shared NPC with its newest edition."""

    text = serializers.CharField(source="newest.text", help_text="The public notes.")
    dates = serializers.SerializerMethodField(help_text="Each with `label` (birth or death) and `date`, in words.")
    ties = serializers.SerializerMethodField(help_text="Its ties to other shared pages and NPCs.")
    sheet = serializers.DictField(source="newest.sheet", allow_null=True, help_text="With the GM part, else null.")
    system = serializers.CharField(source="newest.system", help_text="The game of the sheet, or empty.")


class SharedNpcsQuery(StrictSerializer):
    """Filters of the shared NPCs."""

    text = TextField(max_length=120, required=False, help_text="A part of the name.")


class SharedNpcBody(StrictSerializer):
    """How an NPC is shared."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    gm_part = BooleanField(
        required=False,
        help_text="True shares the secret blocks and the sheet too, permanently. Left out: as it was shared before.",
    )
