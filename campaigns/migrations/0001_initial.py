import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("characters", "0001_initial"),
        ("people", "0001_initial"),
        ("people", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="BackupRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256")),
                ("rows", models.BigIntegerField(verbose_name="rows")),
                ("encounters", models.PositiveIntegerField(verbose_name="encounters replayed")),
            ],
            options={
                "verbose_name": "verified backup",
                "verbose_name_plural": "verified backups",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ImportedObject",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("module_key", models.CharField(max_length=64, verbose_name="module")),
                ("collection", models.CharField(max_length=20, verbose_name="collection")),
                ("key", models.CharField(max_length=64, verbose_name="key")),
                ("position", models.PositiveIntegerField(default=0, verbose_name="position")),
                ("title", models.CharField(max_length=200, verbose_name="title")),
                ("base", models.JSONField(editable=False, verbose_name="as imported")),
                ("base_digest", models.CharField(editable=False, max_length=64)),
                ("base_version", models.CharField(max_length=64, verbose_name="version")),
                ("current", models.JSONField(verbose_name="as it is now")),
                ("tombstone", models.BooleanField(default=False, verbose_name="deleted here")),
                ("orphan", models.BooleanField(default=False, verbose_name="no longer in the module")),
                ("made", models.JSONField(blank=True, default=dict, editable=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "monster",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="characters.monster",
                        verbose_name="monster",
                    ),
                ),
            ],
            options={
                "verbose_name": "imported object",
                "verbose_name_plural": "imported objects",
                "ordering": ["campaign", "module_key", "collection", "position", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "module_key", "collection", "key"), name="one_import_an_object"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("title", models.CharField(blank=True, max_length=160, verbose_name="title")),
                ("starts", models.DateTimeField(blank=True, null=True, verbose_name="starts")),
                (
                    "status",
                    models.CharField(
                        choices=[("planned", "planned"), ("held", "played")],
                        default="planned",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "agenda",
                    models.TextField(
                        blank=True,
                        help_text="Plans for the session. Markdown; only GMs see it.",
                        max_length=65536,
                        verbose_name="agenda",
                    ),
                ),
                (
                    "notes",
                    models.TextField(
                        blank=True,
                        help_text="Markdown. All members can read it, except for text between a line :::secret and a line :::.",
                        max_length=65536,
                        verbose_name="notes",
                    ),
                ),
                (
                    "gm_notes",
                    models.TextField(
                        blank=True, help_text="Only GMs see it.", max_length=65536, verbose_name="GM notes"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                (
                    "attendance",
                    models.ManyToManyField(
                        blank=True, related_name="sessions", to="people.member", verbose_name="attendance"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "ordering": ["campaign", "-number"],
                "constraints": [models.UniqueConstraint(fields=("campaign", "number"), name="one_session_a_number")],
            },
        ),
        migrations.CreateModel(
            name="Encounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=160, verbose_name="title")),
                (
                    "notes",
                    models.TextField(
                        blank=True, help_text="Markdown; only GMs see it.", max_length=65536, verbose_name="GM notes"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("prepared", "prepared"), ("running", "running"), ("ended", "ended")],
                        default="prepared",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="game options")),
                (
                    "number",
                    models.PositiveIntegerField(default=0, editable=False, verbose_name="number of the last command"),
                ),
                ("outcome", models.CharField(blank=True, max_length=200, verbose_name="outcome")),
                ("counts", models.BooleanField(default=True, verbose_name="counts toward a level")),
                (
                    "real_cards",
                    models.BooleanField(
                        blank=True,
                        help_text="The group draws or rolls and enters the results. If unknown, as in the campaign.",
                        null=True,
                        verbose_name="real cards or dice",
                    ),
                ),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                ("started", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("ended", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="encounters",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="encounters",
                        to="campaigns.importedobject",
                        verbose_name="from module",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="encounters",
                        to="campaigns.session",
                        verbose_name="session",
                    ),
                ),
            ],
            options={
                "verbose_name": "encounter",
                "verbose_name_plural": "encounters",
                "ordering": ["-created", "-id"],
                "indexes": [models.Index(fields=["campaign", "status"], name="encounter_by_status")],
            },
        ),
        migrations.CreateModel(
            name="EncounterDraw",
            fields=[
                (
                    "encounter",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="draw",
                        serialize=False,
                        to="campaigns.encounter",
                    ),
                ),
                ("body", models.JSONField(editable=False)),
            ],
            options={
                "verbose_name": "awaited draw",
                "verbose_name_plural": "awaited draws",
            },
            managers=[
                ("sealed", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="EncounterSecret",
            fields=[
                (
                    "encounter",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret",
                        serialize=False,
                        to="campaigns.encounter",
                    ),
                ),
                ("start", models.JSONField(editable=False)),
                ("state", models.JSONField(editable=False)),
                ("number", models.PositiveIntegerField(default=0, editable=False)),
                ("settled", models.JSONField(editable=False, null=True)),
            ],
            options={
                "verbose_name": "encounter secret",
                "verbose_name_plural": "encounter secrets",
            },
            managers=[
                ("sealed", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="EncounterSeed",
            fields=[
                (
                    "encounter",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="seed",
                        serialize=False,
                        to="campaigns.encounter",
                    ),
                ),
                ("secret", models.CharField(editable=False, max_length=64)),
                ("words", models.JSONField(default=list, editable=False)),
                ("asked", models.BooleanField(default=False, verbose_name="players are asked for a word")),
                ("opened", models.BooleanField(default=False, editable=False, verbose_name="secret opened")),
            ],
            options={
                "verbose_name": "encounter seed",
                "verbose_name_plural": "encounter seeds",
            },
            managers=[
                ("sealed", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalSession",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("title", models.CharField(blank=True, max_length=160, verbose_name="title")),
                ("starts", models.DateTimeField(blank=True, null=True, verbose_name="starts")),
                (
                    "status",
                    models.CharField(
                        choices=[("planned", "planned"), ("held", "played")],
                        default="planned",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "agenda",
                    models.TextField(
                        blank=True,
                        help_text="Plans for the session. Markdown; only GMs see it.",
                        max_length=65536,
                        verbose_name="agenda",
                    ),
                ),
                (
                    "notes",
                    models.TextField(
                        blank=True,
                        help_text="Markdown. All members can read it, except for text between a line :::secret and a line :::.",
                        max_length=65536,
                        verbose_name="notes",
                    ),
                ),
                (
                    "gm_notes",
                    models.TextField(
                        blank=True, help_text="Only GMs see it.", max_length=65536, verbose_name="GM notes"
                    ),
                ),
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
                "verbose_name": "historical session",
                "verbose_name_plural": "historical sessions",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Module",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, verbose_name="key")),
                ("title", models.CharField(max_length=200, verbose_name="title")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: shipped with the site, or published for everyone by staff.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="modules",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="uploaded by",
                    ),
                ),
            ],
            options={
                "verbose_name": "module",
                "verbose_name_plural": "modules",
                "ordering": ["title", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "key"), name="one_module_a_key"),
                    models.UniqueConstraint(
                        condition=models.Q(("owner__isnull", True)), fields=("key",), name="one_shared_module_a_key"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ModuleVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.CharField(max_length=64, verbose_name="version")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("document", models.JSONField(editable=False, verbose_name="document")),
                ("licence", models.CharField(max_length=80, verbose_name="licence")),
                ("attribution", models.TextField(blank=True, verbose_name="attribution")),
                ("warnings", models.JSONField(blank=True, default=list, verbose_name="warnings")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="uploaded"),
                ),
                (
                    "module",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="campaigns.module",
                        verbose_name="module",
                    ),
                ),
            ],
            options={
                "verbose_name": "module version",
                "verbose_name_plural": "module versions",
                "ordering": ["module", "-created", "-id"],
                "constraints": [models.UniqueConstraint(fields=("module", "version"), name="one_document_a_version")],
            },
        ),
        migrations.CreateModel(
            name="ModuleFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, verbose_name="key")),
                ("path", models.CharField(max_length=200, verbose_name="path")),
                ("media_type", models.CharField(max_length=40, verbose_name="media type")),
                ("sent_sha256", models.CharField(editable=False, max_length=64)),
                ("sha256", models.CharField(editable=False, max_length=64, verbose_name="SHA-256")),
                ("width", models.PositiveIntegerField(help_text="In pixels.", verbose_name="width")),
                ("height", models.PositiveIntegerField(help_text="In pixels.", verbose_name="height")),
                ("data", models.BinaryField(verbose_name="picture")),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="campaigns.moduleversion",
                        verbose_name="module version",
                    ),
                ),
            ],
            options={
                "verbose_name": "module picture",
                "verbose_name_plural": "module pictures",
                "ordering": ["version", "path"],
                "constraints": [models.UniqueConstraint(fields=("version", "key"), name="one_file_a_key")],
            },
        ),
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="options")),
                ("result", models.JSONField(blank=True, default=dict, verbose_name="result")),
                ("journal", models.JSONField(blank=True, default=list, editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "stopped"),
                            ("rolled-back", "taken back"),
                        ],
                        default="done",
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                ("stage", models.CharField(blank=True, max_length=40, verbose_name="stage")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="objects done")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="total objects")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                ("stopping", models.BooleanField(default=False, editable=False, verbose_name="asked to stop")),
                (
                    "touched",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="last sign of life"
                    ),
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
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="runs",
                        to="campaigns.moduleversion",
                        verbose_name="module version",
                    ),
                ),
            ],
            options={
                "verbose_name": "import",
                "verbose_name_plural": "imports",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "running")),
                        fields=("campaign",),
                        name="one_running_import_a_campaign",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ObjectState",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("module_key", models.CharField(max_length=64, verbose_name="module")),
                ("collection", models.CharField(max_length=20, verbose_name="collection")),
                ("key", models.CharField(max_length=64, verbose_name="key")),
                ("revealed", models.DateTimeField(blank=True, null=True, verbose_name="shown to the players")),
                ("state", models.JSONField(blank=True, default=dict, verbose_name="state")),
                (
                    "notes",
                    models.TextField(
                        blank=True, help_text="Markdown; only GMs see it.", max_length=65536, verbose_name="GM notes"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="object_states",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "object in play",
                "verbose_name_plural": "objects in play",
                "ordering": ["campaign", "module_key", "collection", "key"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "module_key", "collection", "key"), name="one_state_an_object"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, verbose_name="id at the table")),
                ("position", models.PositiveSmallIntegerField(default=0, verbose_name="position")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "side",
                    models.CharField(
                        choices=[("players", "players"), ("monsters", "monsters")], max_length=10, verbose_name="side"
                    ),
                ),
                ("group", models.CharField(blank=True, max_length=64, verbose_name="initiative group")),
                (
                    "present",
                    models.BooleanField(
                        default=True, help_text="Not set for participants who have left.", verbose_name="at the table"
                    ),
                ),
                (
                    "hidden",
                    models.BooleanField(
                        default=False, help_text="Only GMs and the player know.", verbose_name="hidden"
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="participations",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "controller",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: the GM plays it.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="controls",
                        to="people.member",
                        verbose_name="played by",
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="campaigns.encounter",
                        verbose_name="encounter",
                    ),
                ),
                (
                    "monster",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="characters.monster",
                        verbose_name="monster",
                    ),
                ),
            ],
            options={
                "verbose_name": "participant",
                "verbose_name_plural": "participants",
                "ordering": ["encounter", "position", "id"],
                "constraints": [models.UniqueConstraint(fields=("encounter", "key"), name="one_participant_a_key")],
            },
        ),
        migrations.CreateModel(
            name="Recap",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "audience",
                    models.CharField(
                        choices=[("gm", "GMs"), ("party", "everyone"), ("character", "one character")],
                        max_length=9,
                        verbose_name="for",
                    ),
                ),
                ("text", models.TextField(help_text="Markdown.", max_length=65536, verbose_name="text")),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
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
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recaps",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recaps",
                        to="campaigns.session",
                        verbose_name="session",
                    ),
                ),
            ],
            options={
                "verbose_name": "recap",
                "verbose_name_plural": "recaps",
                "ordering": ["session", "audience", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("audience", "character"), _negated=True),
                        fields=("session", "audience"),
                        name="one_recap_an_audience",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("audience", "character")),
                        fields=("session", "character"),
                        name="one_recap_a_character",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("note", "note"),
                            ("check", "check"),
                            ("encounter", "encounter"),
                            ("award", "award"),
                            ("character", "character"),
                            ("module", "module"),
                            ("campaign", "campaign"),
                            ("correction", "correction"),
                        ],
                        default="note",
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                ("text", models.TextField(max_length=8000, verbose_name="text")),
                ("data", models.JSONField(blank=True, default=dict, verbose_name="figures")),
                ("rules", models.JSONField(blank=True, default=list, verbose_name="rules")),
                (
                    "audience",
                    models.CharField(
                        choices=[("all", "everyone in the campaign"), ("gm", "GMs only")],
                        default="all",
                        max_length=4,
                        verbose_name="who sees it",
                    ),
                ),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                (
                    "restored",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Restored from an archive by someone other than the author, and not confirmed.",
                        verbose_name="restored",
                    ),
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
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="log",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "corrects",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="corrections",
                        to="campaigns.logentry",
                        verbose_name="corrects",
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="log",
                        to="campaigns.encounter",
                        verbose_name="encounter",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="log",
                        to="campaigns.session",
                        verbose_name="session",
                    ),
                ),
            ],
            options={
                "verbose_name": "log entry",
                "verbose_name_plural": "log entries",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["campaign", "-id"], name="log_of_campaign"),
                    models.Index(fields=["session", "-id"], name="log_of_session"),
                    models.Index(fields=["character", "-id"], name="log_of_character"),
                    models.Index(fields=["campaign", "kind", "-id"], name="log_of_kind"),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalRecap",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                (
                    "audience",
                    models.CharField(
                        choices=[("gm", "GMs"), ("party", "everyone"), ("character", "one character")],
                        max_length=9,
                        verbose_name="for",
                    ),
                ),
                ("text", models.TextField(help_text="Markdown.", max_length=65536, verbose_name="text")),
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
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="characters.character",
                        verbose_name="character",
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
                    "session",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="campaigns.session",
                        verbose_name="session",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical recap",
                "verbose_name_plural": "historical recaps",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(editable=False, max_length=32, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("whole", "export of a campaign"),
                            ("own", "export of one's own data"),
                            ("restore", "restore"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting for an answer"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "refused"),
                            ("cancelled", "cancelled"),
                        ],
                        default="running",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("stage", models.CharField(blank=True, max_length=20, verbose_name="stage")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="rows done")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="total rows")),
                ("stopping", models.BooleanField(default=False, verbose_name="asked to stop")),
                ("about", models.JSONField(blank=True, default=dict, editable=False)),
                ("size", models.BigIntegerField(default=0, verbose_name="bytes")),
                ("dropped", models.BooleanField(default=False, editable=False, verbose_name="file deleted")),
                ("fetched", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="last fetched")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                (
                    "touched",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="last sign of life"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transfers",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "transfer",
                "verbose_name_plural": "transfers",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TransferPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "transfer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="campaigns.transfer"
                    ),
                ),
            ],
            options={
                "verbose_name": "part of a transfer",
                "verbose_name_plural": "parts of transfers",
                "ordering": ["transfer", "number"],
                "constraints": [models.UniqueConstraint(fields=("transfer", "number"), name="one_part_a_number")],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(help_text="It begins with https://.", max_length=500, verbose_name="address")),
                ("topics", models.JSONField(default=list, verbose_name="events")),
                ("secret", models.CharField(editable=False, max_length=64)),
                ("old_secret", models.CharField(blank=True, editable=False, max_length=64)),
                ("old_until", models.DateTimeField(editable=False, null=True)),
                ("active", models.BooleanField(default=True, verbose_name="active")),
                ("removed", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="removed")),
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
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "topic",
                    models.CharField(
                        choices=[
                            ("log", "a log entry"),
                            ("encounter-begun", "an encounter begins"),
                            ("encounter-ended", "an encounter ends"),
                            ("award", "an award"),
                            ("session", "a session is planned, changed or played"),
                            ("test", "a test"),
                        ],
                        max_length=20,
                        verbose_name="of",
                    ),
                ),
                ("body", models.JSONField(default=dict, verbose_name="what")),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("told", "delivered"), ("given-up", "failed")],
                        default="waiting",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                ("due", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next try")),
                ("answer", models.CharField(blank=True, max_length=200, verbose_name="answer")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                ("told", models.DateTimeField(blank=True, null=True, verbose_name="delivered")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="campaigns.webhook",
                        verbose_name="webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["status", "due"], name="deliveries_due")],
            },
        ),
        migrations.CreateModel(
            name="WorldEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("location", "location"),
                            ("handout", "handout"),
                            ("note", "note"),
                            ("thread", "thread"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Link to it from any text: [[its name]].", max_length=120, verbose_name="name"
                    ),
                ),
                ("folded", models.CharField(editable=False, max_length=360)),
                (
                    "text",
                    models.TextField(
                        blank=True,
                        help_text="Markdown. Only GMs can see text between a line :::secret and a line :::.",
                        max_length=65536,
                        verbose_name="text",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("gm", "GMs only"),
                            ("party", "everyone in the campaign"),
                            ("chosen", "chosen players"),
                        ],
                        default="gm",
                        max_length=6,
                        verbose_name="who sees it",
                    ),
                ),
                (
                    "closed",
                    models.DateTimeField(
                        blank=True, help_text="When the thread was closed.", null=True, verbose_name="closed"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                ("archived", models.DateTimeField(blank=True, null=True, verbose_name="archived")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        help_text="If empty, it belongs to the GMs. The player can always read and change it.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="written",
                        to="people.member",
                        verbose_name="player whose page it is",
                    ),
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
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="world",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inside",
                        to="campaigns.worldentry",
                        verbose_name="location",
                    ),
                ),
                (
                    "players",
                    models.ManyToManyField(
                        blank=True, related_name="world", to="people.member", verbose_name="chosen players"
                    ),
                ),
            ],
            options={
                "verbose_name": "page of the world",
                "verbose_name_plural": "pages of the world",
                "ordering": ["kind", "name", "id"],
                "indexes": [models.Index(fields=["campaign", "kind", "archived"], name="world_of_campaign")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("archived__isnull", True), ("author__isnull", True)),
                        fields=("campaign", "folded"),
                        name="one_page_a_name",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("archived__isnull", True), ("author__isnull", False)),
                        fields=("author", "folded"),
                        name="one_page_a_name_and_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reveal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "shown",
                    models.BooleanField(
                        default=True, help_text="If not ticked, it was hidden again.", verbose_name="shown"
                    ),
                ),
                ("how", models.CharField(blank=True, max_length=200, verbose_name="how")),
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
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reveals",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reveals",
                        to="characters.character",
                        verbose_name="NPC",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        help_text="If empty, everyone in the campaign.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reveals",
                        to="people.member",
                        verbose_name="who",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reveals",
                        to="campaigns.session",
                        verbose_name="session",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reveals",
                        to="campaigns.worldentry",
                        verbose_name="page",
                    ),
                ),
            ],
            options={
                "verbose_name": "reveal",
                "verbose_name_plural": "reveals",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["campaign", "-id"], name="reveals_of_campaign"),
                    models.Index(fields=["session", "-id"], name="reveals_of_session"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("character__isnull", True), ("entry__isnull", False)),
                            models.Q(("character__isnull", False), ("entry__isnull", True)),
                            _connector="OR",
                        ),
                        name="a_page_or_an_npc",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalWorldEntry",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("location", "location"),
                            ("handout", "handout"),
                            ("note", "note"),
                            ("thread", "thread"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Link to it from any text: [[its name]].", max_length=120, verbose_name="name"
                    ),
                ),
                ("folded", models.CharField(editable=False, max_length=360)),
                (
                    "text",
                    models.TextField(
                        blank=True,
                        help_text="Markdown. Only GMs can see text between a line :::secret and a line :::.",
                        max_length=65536,
                        verbose_name="text",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("gm", "GMs only"),
                            ("party", "everyone in the campaign"),
                            ("chosen", "chosen players"),
                        ],
                        default="gm",
                        max_length=6,
                        verbose_name="who sees it",
                    ),
                ),
                (
                    "closed",
                    models.DateTimeField(
                        blank=True, help_text="When the thread was closed.", null=True, verbose_name="closed"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                ("archived", models.DateTimeField(blank=True, null=True, verbose_name="archived")),
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
                    "author",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        help_text="If empty, it belongs to the GMs. The player can always read and change it.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="people.member",
                        verbose_name="player whose page it is",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
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
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="campaigns.worldentry",
                        verbose_name="location",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical page of the world",
                "verbose_name_plural": "historical pages of the world",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="WorldLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("folded", models.CharField(help_text="the name as used in links", max_length=360)),
                ("secret", models.BooleanField(help_text="only in texts for GMs")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="people.campaign"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="campaigns.worldentry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="campaigns.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "link",
                "verbose_name_plural": "links",
                "indexes": [models.Index(fields=["campaign", "folded"], name="links_to_name")],
            },
        ),
        migrations.CreateModel(
            name="WorldPicture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "described",
                    models.CharField(
                        blank=True,
                        help_text="For people who cannot see the picture.",
                        max_length=300,
                        verbose_name="description",
                    ),
                ),
                ("media_type", models.CharField(max_length=40, verbose_name="media type")),
                ("width", models.PositiveIntegerField(help_text="In pixels.", verbose_name="width")),
                ("height", models.PositiveIntegerField(help_text="In pixels.", verbose_name="height")),
                ("sha256", models.CharField(editable=False, max_length=64, verbose_name="SHA-256")),
                ("data", models.BinaryField(verbose_name="picture")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="when"),
                ),
                ("removed", models.DateTimeField(blank=True, null=True, verbose_name="removed")),
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
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pictures",
                        to="campaigns.worldentry",
                        verbose_name="page",
                    ),
                ),
            ],
            options={
                "verbose_name": "picture",
                "verbose_name_plural": "pictures",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("removed__isnull", True)), fields=("entry",), name="one_picture_a_page"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ConversionRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40, verbose_name="game")),
                ("key", models.SlugField(max_length=64, verbose_name="table")),
                (
                    "figures",
                    models.JSONField(
                        help_text="The page “Conversion tables” of a campaign explains them.", verbose_name="figures"
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: for every campaign of the game.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conversions",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "conversion table",
                "verbose_name_plural": "conversion tables",
                "ordering": ["system", "key"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("campaign__isnull", True)),
                        fields=("system", "key"),
                        name="one_site_conversion_a_table",
                    ),
                    models.UniqueConstraint(fields=("campaign", "system", "key"), name="one_conversion_a_table"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Command",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("actor", models.CharField(max_length=64, verbose_name="actor")),
                ("type", models.CharField(max_length=40, verbose_name="type")),
                ("body", models.JSONField(editable=False)),
                ("key", models.CharField(editable=False, max_length=200, null=True, verbose_name="idempotency key")),
                ("fingerprint", models.CharField(blank=True, editable=False, max_length=64)),
                ("reveals", models.BooleanField(default=False, verbose_name="revealed something")),
                ("struck_by", models.PositiveIntegerField(blank=True, null=True, verbose_name="struck by")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="given at"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="given by",
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commands",
                        to="campaigns.encounter",
                        verbose_name="encounter",
                    ),
                ),
            ],
            options={
                "verbose_name": "command",
                "verbose_name_plural": "commands",
                "ordering": ["encounter", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("encounter", "number"), name="one_command_a_number"),
                    models.UniqueConstraint(fields=("encounter", "by", "key"), name="one_command_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EncounterGroup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField(default=0, verbose_name="position")),
                (
                    "side",
                    models.CharField(
                        choices=[("players", "players"), ("monsters", "monsters")], max_length=10, verbose_name="side"
                    ),
                ),
                ("group", models.CharField(blank=True, max_length=64, verbose_name="initiative group")),
                ("count", models.PositiveSmallIntegerField(default=1, verbose_name="count")),
                (
                    "names",
                    models.JSONField(blank=True, default=list, help_text="A name for each copy.", verbose_name="names"),
                ),
                ("note", models.CharField(blank=True, max_length=400, verbose_name="note")),
                (
                    "hidden",
                    models.BooleanField(
                        default=False,
                        help_text="Players cannot see them until you reveal them or they act.",
                        verbose_name="hidden at first",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="characters.character",
                        verbose_name="character",
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="groups",
                        to="campaigns.encounter",
                        verbose_name="encounter",
                    ),
                ),
                (
                    "monster",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="characters.monster",
                        verbose_name="monster",
                    ),
                ),
            ],
            options={
                "verbose_name": "encounter group",
                "verbose_name_plural": "encounter groups",
                "ordering": ["encounter", "position", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("monster__isnull", False), ("character__isnull", False), _connector="XOR"),
                        name="monster_or_character",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number of its command")),
                ("position", models.PositiveSmallIntegerField(verbose_name="position")),
                ("body", models.JSONField(editable=False)),
                ("public", models.BooleanField(editable=False, verbose_name="public")),
                ("struck", models.BooleanField(default=False, verbose_name="struck")),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="campaigns.encounter",
                        verbose_name="encounter",
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["encounter", "number", "position"],
                "constraints": [
                    models.UniqueConstraint(fields=("encounter", "number", "position"), name="one_event_a_position")
                ],
            },
        ),
    ]
