import django.db.models.deletion
import django.utils.timezone
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("people", "0001_initial"),
        ("people", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Character",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        choices=[("pc", "player character"), ("npc", "NPC")],
                        default="pc",
                        max_length=3,
                        verbose_name="kind",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "active"), ("retired", "retired"), ("dead", "dead")],
                        default="active",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "visible",
                    models.BooleanField(
                        default=True,
                        help_text="Only GMs can see an NPC that is not known.",
                        verbose_name="known to the players",
                    ),
                ),
                ("sheet", models.JSONField(default=dict, verbose_name="sheet")),
                (
                    "notes",
                    models.TextField(
                        blank=True, help_text="The player's notes. Markdown.", max_length=65536, verbose_name="notes"
                    ),
                ),
                (
                    "about",
                    models.TextField(
                        blank=True,
                        help_text="For NPCs. Markdown. Only GMs can see text between a line :::secret and a line :::.",
                        max_length=65536,
                        verbose_name="public notes",
                    ),
                ),
                (
                    "gm_notes",
                    models.TextField(
                        blank=True, help_text="Only GMs see it.", max_length=65536, verbose_name="GM notes"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                ("hidden_revisions", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="characters",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        help_text="The person who plays the character; empty for NPCs.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="characters",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "character",
                "verbose_name_plural": "characters",
                "ordering": ["name", "id"],
                "indexes": [models.Index(fields=["campaign", "kind", "status"], name="characters_of_campaign")],
            },
        ),
        migrations.CreateModel(
            name="ExperienceEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("award", "award"),
                            ("spend", "spend"),
                            ("refund", "refund"),
                            ("correction", "correction"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                (
                    "unit",
                    models.CharField(
                        default="encounters",
                        help_text="The unit: encounters, xp, ...",
                        max_length=20,
                        verbose_name="unit",
                    ),
                ),
                ("amount", models.IntegerField(verbose_name="amount")),
                ("reason", models.CharField(max_length=400, verbose_name="reason")),
                ("rule", models.CharField(blank=True, max_length=10, verbose_name="rule")),
                (
                    "taken_back",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="A later entry takes this one back.",
                        verbose_name="taken back",
                    ),
                ),
                (
                    "data",
                    models.JSONField(
                        blank=True, default=dict, editable=False, help_text="for a purchase: the step that was bought"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        editable=False, help_text="the same for repetitions of one request", max_length=64, null=True
                    ),
                ),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="experience",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="undone_by",
                        to="characters.experienceentry",
                        verbose_name="takes back",
                    ),
                ),
            ],
            options={
                "verbose_name": "experience entry",
                "verbose_name_plural": "experience entries",
                "ordering": ["-id"],
                "constraints": [models.UniqueConstraint(fields=("character", "key"), name="one_entry_a_key")],
            },
        ),
        migrations.CreateModel(
            name="HistoricalCharacter",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        choices=[("pc", "player character"), ("npc", "NPC")],
                        default="pc",
                        max_length=3,
                        verbose_name="kind",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "active"), ("retired", "retired"), ("dead", "dead")],
                        default="active",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "visible",
                    models.BooleanField(
                        default=True,
                        help_text="Only GMs can see an NPC that is not known.",
                        verbose_name="known to the players",
                    ),
                ),
                ("sheet", models.JSONField(default=dict, verbose_name="sheet")),
                (
                    "notes",
                    models.TextField(
                        blank=True, help_text="The player's notes. Markdown.", max_length=65536, verbose_name="notes"
                    ),
                ),
                (
                    "about",
                    models.TextField(
                        blank=True,
                        help_text="For NPCs. Markdown. Only GMs can see text between a line :::secret and a line :::.",
                        max_length=65536,
                        verbose_name="public notes",
                    ),
                ),
                (
                    "gm_notes",
                    models.TextField(
                        blank=True, help_text="Only GMs see it.", max_length=65536, verbose_name="GM notes"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                ("hidden_revisions", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                ("history_change_reason", models.CharField(max_length=400, null=True)),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="The person who plays the character; empty for NPCs.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical character",
                "verbose_name_plural": "historical characters",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalMonster",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                ("system", models.CharField(max_length=40, verbose_name="game")),
                (
                    "key",
                    models.SlugField(
                        blank=True,
                        help_text="Set for shipped rows; empty for your own rows.",
                        max_length=64,
                        verbose_name="key",
                    ),
                ),
                (
                    "shipped",
                    models.JSONField(
                        blank=True, editable=False, help_text="the last shipped version of the row", null=True
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        blank=True, help_text="Beast, undead, person, ...", max_length=60, verbose_name="kind"
                    ),
                ),
                ("size", models.CharField(blank=True, max_length=40, verbose_name="size")),
                (
                    "stats",
                    models.JSONField(default=dict, help_text="In the format of the game.", verbose_name="figures"),
                ),
                (
                    "text",
                    models.TextField(
                        blank=True, help_text="Markdown, for GMs.", max_length=65536, verbose_name="description"
                    ),
                ),
                ("converted", models.BooleanField(default=False, verbose_name="converted")),
                ("licence", models.CharField(blank=True, max_length=80, verbose_name="licence")),
                ("attribution", models.TextField(blank=True, verbose_name="attribution")),
                ("active", models.BooleanField(default=True, verbose_name="offered")),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="If empty, in every campaign of the game.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical monster",
                "verbose_name_plural": "historical monsters",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Monster",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40, verbose_name="game")),
                (
                    "key",
                    models.SlugField(
                        blank=True,
                        help_text="Set for shipped rows; empty for your own rows.",
                        max_length=64,
                        verbose_name="key",
                    ),
                ),
                (
                    "shipped",
                    models.JSONField(
                        blank=True, editable=False, help_text="the last shipped version of the row", null=True
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        blank=True, help_text="Beast, undead, person, ...", max_length=60, verbose_name="kind"
                    ),
                ),
                ("size", models.CharField(blank=True, max_length=40, verbose_name="size")),
                (
                    "stats",
                    models.JSONField(default=dict, help_text="In the format of the game.", verbose_name="figures"),
                ),
                (
                    "text",
                    models.TextField(
                        blank=True, help_text="Markdown, for GMs.", max_length=65536, verbose_name="description"
                    ),
                ),
                ("converted", models.BooleanField(default=False, verbose_name="converted")),
                ("licence", models.CharField(blank=True, max_length=80, verbose_name="licence")),
                ("attribution", models.TextField(blank=True, verbose_name="attribution")),
                ("active", models.BooleanField(default=True, verbose_name="offered")),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        help_text="If empty, in every campaign of the game.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="monsters",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "monster",
                "verbose_name_plural": "monsters",
                "ordering": ["name", "id"],
                "indexes": [models.Index(fields=["system", "campaign", "name"], name="monsters_of_game")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("campaign__isnull", True), models.Q(("key", ""), _negated=True)),
                        fields=("system", "key"),
                        name="one_shipped_monster_a_key",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="StepRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("step", models.JSONField(help_text="In the format of the game.", verbose_name="step")),
                ("label", models.CharField(max_length=200, verbose_name="what")),
                ("unit", models.CharField(max_length=20, verbose_name="unit")),
                (
                    "price",
                    models.IntegerField(
                        help_text="The price at the time of the request. The price at the time of the grant is paid.",
                        verbose_name="price",
                    ),
                ),
                ("explanation", models.TextField(max_length=4000, verbose_name="explanation")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("granted", "granted"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                ("answer", models.TextField(blank=True, max_length=4000, verbose_name="answer")),
                ("answered", models.DateTimeField(editable=False, null=True, verbose_name="answered")),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="answered by",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked by",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
            ],
            options={
                "verbose_name": "request for a step",
                "verbose_name_plural": "requests for steps",
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["character", "status"], name="requests_of_character")],
            },
        ),
    ]
