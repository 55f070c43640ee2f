"""Models of encounters: preparation, participants, commands, events, and the secret states."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.models import Member, Role


class Encounter(models.Model):
    """A scene that is prepared, running or ended; its cards are in EncounterSecret."""

    class Status(models.TextChoices):
        PREPARED = "prepared", _("prepared")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    campaign = models.ForeignKey(
        "people.Campaign", models.CASCADE, related_name="encounters", verbose_name=_("campaign")
    )
    session = models.ForeignKey(
        "campaigns.Session",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="encounters",
        verbose_name=_("session"),
    )
    title = models.CharField(_("title"), max_length=160)
    notes = models.TextField(_("GM notes"), blank=True, max_length=65536, help_text=_("Markdown; only GMs see it."))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PREPARED)
    options = models.JSONField(_("game options"), default=dict, blank=True)
    number = models.PositiveIntegerField(_("number of the last command"), default=0, editable=False)
    # Whom play waits for since when; play/waits.py reads and writes it.
    awaited = models.JSONField(null=True, editable=False)
    outcome = models.CharField(_("outcome"), max_length=200, blank=True)
    counts = models.BooleanField(_("counts toward a level"), default=True)
    real_cards = models.BooleanField(
        _("real cards or dice"),
        null=True,
        blank=True,
        help_text=_("The group draws or rolls and enters the results. If unknown, as in the campaign."),
    )
    # Not the campaign's option of today: what was hidden at a table stays hidden when the option changes.
    dealerless = models.BooleanField(
        _("without a dealer"),
        default=False,
        help_text=_("As in the campaign when the encounter was prepared. Every player can run it."),
    )
    source = models.ForeignKey(
        "campaigns.ImportedObject",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="encounters",
        verbose_name=_("from module"),
    )
    # Set on an encounter that was prepared again: updates of the module change `source` encounters only.
    repeated_source = models.ForeignKey(
        "campaigns.ImportedObject",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="repeated_encounters",
        verbose_name=_("prepared again from module"),
    )
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [
            models.Index(fields=["campaign", "status"], name="encounter_by_status"),
            models.Index(fields=["id"], condition=models.Q(status="running"), name="running_encounters"),
        ]
        verbose_name = _("encounter")
        verbose_name_plural = _("encounters")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The encounter's page."""
        return reverse("encounter", args=[self.pk])

    @property
    def uses_physical_chance(self) -> bool:
        """Whether the group uses its own cards or dice: the encounter's setting, or else the campaign's."""
        return self.campaign.real_cards if self.real_cards is None else self.real_cards

    def is_run_by(self, membership: Member) -> bool:
        """Whether the member prepares it and gives the GM's orders: GMs, and without a dealer every player."""
        return membership.is_gm or (membership.role == Role.PLAYER and self.dealerless)


class EncounterGroup(models.Model):
    """A group in a prepared encounter: one character, or several copies of one monster, on one side."""

    class Side(models.TextChoices):
        PLAYERS = "players", _("players")
        MONSTERS = "monsters", _("monsters")

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="groups", verbose_name=_("encounter"))
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    side = models.CharField(_("side"), max_length=10, choices=Side.choices)
    group = models.CharField(_("initiative group"), max_length=64, blank=True)
    monster = models.ForeignKey(
        "characters.Monster", models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("monster")
    )
    character = models.ForeignKey(
        "characters.Character",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("character"),
    )
    count = models.PositiveSmallIntegerField(_("count"), default=1)
    names = models.JSONField(_("names"), default=list, blank=True, help_text=_("A name for each copy."))
    note = models.CharField(_("note"), max_length=400, blank=True)
    hidden = models.BooleanField(
        _("hidden at first"), default=False, help_text=_("Players cannot see them until you reveal them or they act.")
    )

    class Meta:
        ordering = ["encounter", "position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(monster__isnull=False) ^ models.Q(character__isnull=False),
                name="monster_or_character",
            )
        ]
        verbose_name = _("encounter group")
        verbose_name_plural = _("encounter groups")

    def __str__(self) -> str:
        return f"{self.count} × {self.monster or self.character}"


class Participant(models.Model):
    """A participant of a started encounter, under the id that the engine uses."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="participants", verbose_name=_("encounter"))
    key = models.CharField(_("id at the table"), max_length=64)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    name = models.CharField(_("name"), max_length=200)
    side = models.CharField(_("side"), max_length=10, choices=EncounterGroup.Side.choices)
    group = models.CharField(_("initiative group"), max_length=64, blank=True)
    monster = models.ForeignKey(
        "characters.Monster", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("monster")
    )
    character = models.ForeignKey(
        "characters.Character",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="participations",
        verbose_name=_("character"),
    )
    # Deleting a membership must not show its hand to the GM; deleting the campaign may delete both.
    controller = models.ForeignKey(
        "people.Member",
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="controls",
        verbose_name=_("played by"),
        help_text=_("Empty: the GM plays it."),
    )
    present = models.BooleanField(
        _("at the table"), default=True, help_text=_("Not set for participants who have left.")
    )
    hidden = models.BooleanField(_("hidden"), default=False, help_text=_("Only GMs and the player know."))

    class Meta:
        ordering = ["encounter", "position", "id"]
        constraints = [models.UniqueConstraint(fields=["encounter", "key"], name="one_participant_a_key")]
        verbose_name = _("participant")
        verbose_name_plural = _("participants")

    def __str__(self) -> str:
        return self.name


class EncounterSecret(models.Model):
    """The engine's states, which hold every card; only campaigns/encounters/play/ reads them.

    `state` is the state after command `number`; `settled` records what the end changed on sheets, so that an undo
    of the end can take it back.
    """

    encounter = models.OneToOneField(Encounter, models.CASCADE, primary_key=True, related_name="secret")
    start = models.JSONField(editable=False)
    state = models.JSONField(editable=False)
    number = models.PositiveIntegerField(default=0, editable=False)
    settled = models.JSONField(null=True, editable=False)

    # Not `objects`: a bare query for secrets should look as unusual as it is.
    sealed = models.Manager()

    class Meta:
        verbose_name = _("encounter secret")
        verbose_name_plural = _("encounter secrets")

    def __str__(self) -> str:
        return f"secret of encounter {self.encounter_id}"


class EncounterDraw(models.Model):
    """A deal or a command that waits until the group has entered its drawn cards; deleted after that.

    `body` holds cards that players have entered already; only play/pending_draws.py and physical_draws.py read it.
    """

    encounter = models.OneToOneField(Encounter, models.CASCADE, primary_key=True, related_name="draw")
    body = models.JSONField(editable=False)

    # Not `objects`, for the same reason as above.
    sealed = models.Manager()

    class Meta:
        verbose_name = _("awaited draw")
        verbose_name_plural = _("awaited draws")

    def __str__(self) -> str:
        return f"draw of encounter {self.encounter_id}"


class EncounterSeed(models.Model):
    """The site's secret and the players' words, from which an encounter is dealt; only play/seeds.py reads it.

    `words` is [{"member", "who", "word", "salt", "seal"}]. Nobody sees another person's word before the deal, or
    the secret before it is `opened`.
    """

    encounter = models.OneToOneField(Encounter, models.CASCADE, primary_key=True, related_name="seed")
    secret = models.CharField(max_length=64, editable=False)
    words = models.JSONField(default=list, editable=False)
    asked = models.BooleanField(_("players are asked for a word"), default=False)
    opened = models.BooleanField(_("secret opened"), default=False, editable=False)

    # Not `objects`, for the same reason as above.
    sealed = models.Manager()

    class Meta:
        verbose_name = _("encounter seed")
        verbose_name_plural = _("encounter seeds")

    def __str__(self) -> str:
        return f"seed of encounter {self.encounter_id}"


class Command(models.Model):
    """One accepted command, the truth of an encounter. Append-only; `struck_by` is set by an undo."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="commands", verbose_name=_("encounter"))
    number = models.PositiveIntegerField(_("number"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("given by")
    )
    actor = models.CharField(_("actor"), max_length=64)
    type = models.CharField(_("type"), max_length=40)
    body = models.JSONField(editable=False)
    # Empty as null, so that commands without a key do not collide in the unique constraint.
    key = models.CharField(_("idempotency key"), max_length=200, null=True, editable=False)  # noqa: DJ001
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    reveals = models.BooleanField(_("revealed something"), default=False)
    struck_by = models.PositiveIntegerField(_("struck by"), null=True, blank=True)
    created = models.DateTimeField(_("given at"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["encounter", "number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="one_command_a_number"),
            models.UniqueConstraint(fields=["encounter", "by", "key"], name="one_command_a_key"),
        ]
        verbose_name = _("command")
        verbose_name_plural = _("commands")

    def __str__(self) -> str:
        return f"{self.number}: {self.type}"


class Event(models.Model):
    """What a command caused, with who may see it."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="events", verbose_name=_("encounter"))
    number = models.PositiveIntegerField(_("number of its command"))
    position = models.PositiveSmallIntegerField(_("position"))
    body = models.JSONField(editable=False)
    public = models.BooleanField(_("public"), editable=False)
    struck = models.BooleanField(_("struck"), default=False)

    class Meta:
        ordering = ["encounter", "number", "position"]
        constraints = [models.UniqueConstraint(fields=["encounter", "number", "position"], name="one_event_a_position")]
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return f"event {self.number}.{self.position}"
