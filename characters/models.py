"""Characters and NPCs, the bestiary, and experience entries."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from characters.experience import units
from common.stored_pictures import StoredPicture


class Character(models.Model):
    """A player character or NPC; `sheet` has the format of its campaign's game, whose engine checks it."""

    class Kind(models.TextChoices):
        PC = "pc", _("player character")
        NPC = "npc", _("NPC")

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")
        DEAD = "dead", _("dead")

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="characters", verbose_name=_("campaign")
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="characters",
        verbose_name=_("player"),
        help_text=_("The person who plays the character; empty for NPCs."),
    )
    name = models.CharField(_("name"), max_length=120)
    kind = models.CharField(_("kind"), max_length=3, choices=Kind.choices, default=Kind.PC)
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.ACTIVE)
    visible = models.BooleanField(
        _("known to the players"), default=True, help_text=_("Only GMs can see an NPC that is not known.")
    )
    # The members who know it while not everyone does, as with the pages of the world.
    players = models.ManyToManyField(
        "people.Member", blank=True, related_name="npcs", verbose_name=_("players who know it")
    )
    # The digest of the portrait, so that lists need no query for portraits; "" without one.
    portrait = models.CharField(_("portrait"), max_length=64, blank=True, editable=False)
    sheet = models.JSONField(_("sheet"), default=dict)
    notes = models.TextField(_("notes"), blank=True, max_length=65536, help_text=_("The player's notes. Markdown."))
    about = models.TextField(
        _("public notes"),
        blank=True,
        max_length=65536,
        help_text=_("For NPCs. Markdown. Only GMs can see text between a line :::secret and a line :::."),
    )
    gm_notes = models.TextField(_("GM notes"), blank=True, max_length=65536, help_text=_("Only GMs see it."))
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    # How many of the revisions changed nothing that its player reads.
    hidden_revisions = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords(history_change_reason_field=models.CharField(max_length=400, null=True))

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["campaign", "kind", "status"], name="characters_of_campaign")]
        verbose_name = _("character")
        verbose_name_plural = _("characters")

    def __str__(self) -> str:
        return self.name

    def revision_for(self, *, is_gm: bool) -> int:
        """The revision for a GM (`is_gm`) or a player: a change of the GM notes alone does not change the player's."""
        return self.revision if is_gm else self.revision - self.hidden_revisions

    @property
    def is_known(self) -> bool:
        """Whether everyone knows the character, or its own player, or a player to whom it was shown and who is present.

        Lists read the `players` of hidden characters beforehand."""
        if self.visible or self.owner_id is not None:
            return True
        return any(member.present and not member.is_gm for member in self.players.all())


class Portrait(StoredPicture):
    """The portrait of a character: a small picture, decoded and encoded again; never the uploaded bytes."""

    character = models.OneToOneField(
        Character, models.CASCADE, related_name="portrait_picture", verbose_name=_("character")
    )

    class Meta:
        verbose_name = _("portrait")
        verbose_name_plural = _("portraits")


class ExperienceEntry(models.Model):
    """An experience entry of a character; current figures are sums of these and never stored."""

    class Kind(models.TextChoices):
        AWARD = "award", _("award")
        SPEND = "spend", _("spend")
        REFUND = "refund", _("refund")
        CORRECTION = "correction", _("correction")

    character = models.ForeignKey(Character, models.CASCADE, related_name="experience", verbose_name=_("character"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    unit = models.CharField(
        _("unit"), max_length=20, default="encounters", help_text=_("The unit: encounters, xp, ...")
    )
    amount = models.IntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=400)
    rule = models.CharField(_("rule"), max_length=10, blank=True)
    session = models.ForeignKey(
        "campaigns.Session",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="experience",
        verbose_name=_("session"),
    )
    encounter = models.ForeignKey(
        "campaigns.Encounter",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="experience",
        verbose_name=_("encounter"),
    )
    taken_back = models.BooleanField(
        _("taken back"), default=False, editable=False, help_text=_("A later entry takes this one back.")
    )
    undoes = models.OneToOneField(
        "self", models.RESTRICT, null=True, blank=True, related_name="undone_by", verbose_name=_("takes back")
    )
    data = models.JSONField(
        default=dict, blank=True, editable=False, help_text="for a purchase: the step that was bought"
    )
    key = models.CharField(  # noqa: DJ001 (the constraint needs null where there is none)
        max_length=64, null=True, editable=False, help_text="the same for repetitions of one request"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["character", "key"], name="one_entry_a_key"),
            models.UniqueConstraint(
                fields=["character", "encounter"],
                condition=models.Q(kind="award", encounter__isnull=False, taken_back=False),
                name="one_credit_an_encounter",
            ),
        ]
        verbose_name = _("experience entry")
        verbose_name_plural = _("experience entries")

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.unit}: {self.reason}"[:80]


class StepRequest(models.Model):
    """A step that only the GM may grant, with the player's explanation; nothing is spent until it is granted."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        GRANTED = "granted", _("granted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    character = models.ForeignKey(Character, models.CASCADE, related_name="requests", verbose_name=_("character"))
    step = models.JSONField(_("step"), help_text=_("In the format of the game."))
    label = models.CharField(_("what"), max_length=200)
    unit = models.CharField(_("unit"), max_length=20)
    price = models.IntegerField(
        _("price"), help_text=_("The price at the time of the request. The price at the time of the grant is paid.")
    )
    explanation = models.TextField(_("explanation"), max_length=4000)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("asked by")
    )
    created = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    answer = models.TextField(_("answer"), blank=True, max_length=4000)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("answered by")
    )
    answered = models.DateTimeField(_("answered"), null=True, editable=False)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["character", "status"], name="requests_of_character")]
        verbose_name = _("request for a step")
        verbose_name_plural = _("requests for steps")

    def __str__(self) -> str:
        return f"{self.character}: {self.label}"

    @property
    def price_words(self) -> str:
        """The price in words."""
        return units.get_unit(self.character.campaign.system, self.unit).in_words(self.price)


class Monster(models.Model):
    """A row of the bestiary: the site's own (no campaign) or a campaign's; the engine checks `stats`."""

    campaign = models.ForeignKey(
        "people.Campaign",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="monsters",
        verbose_name=_("campaign"),
        help_text=_("If empty, in every campaign of the game."),
    )
    system = models.CharField(_("game"), max_length=40)
    key = models.SlugField(
        _("key"), max_length=64, blank=True, help_text=_("Set for shipped rows; empty for your own rows.")
    )
    shipped = models.JSONField(null=True, blank=True, editable=False, help_text="the last shipped version of the row")
    name = models.CharField(_("name"), max_length=120)
    kind = models.CharField(_("kind"), max_length=60, blank=True, help_text=_("Beast, undead, person, ..."))
    size = models.CharField(_("size"), max_length=40, blank=True)
    stats = models.JSONField(_("figures"), default=dict, help_text=_("In the format of the game."))
    text = models.TextField(_("description"), blank=True, max_length=65536, help_text=_("Markdown, for GMs."))
    converted = models.BooleanField(_("converted"), default=False)
    licence = models.CharField(_("licence"), max_length=80, blank=True)
    attribution = models.TextField(_("attribution"), blank=True)
    active = models.BooleanField(_("offered"), default=True)
    revision = models.PositiveIntegerField(_("revision"), default=1, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    history = HistoricalRecords()

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["system", "campaign", "name"], name="monsters_of_game")]
        constraints = [
            models.UniqueConstraint(
                fields=["system", "key"],
                condition=models.Q(campaign__isnull=True) & ~models.Q(key=""),
                name="one_shipped_monster_a_key",
            )
        ]
        verbose_name = _("monster")
        verbose_name_plural = _("monsters")

    def __str__(self) -> str:
        return self.name
