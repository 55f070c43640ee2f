import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("person", "person"),
                            ("guest", "guest of the demo table"),
                            ("house", "the site"),
                            ("absent", "absent (restored place)"),
                        ],
                        default="person",
                        editable=False,
                        max_length=6,
                        verbose_name="kind",
                    ),
                ),
                ("zone", models.CharField(blank=True, max_length=64, verbose_name="time zone")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "permissions": [("read_secrets", "Can read secret texts, notes and rolls of campaigns in the admin")],
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Campaign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "system",
                    models.CharField(
                        help_text="The slug of the game. It cannot be changed later.",
                        max_length=40,
                        verbose_name="game",
                    ),
                ),
                (
                    "summary",
                    models.TextField(
                        blank=True,
                        help_text="Markdown. Only GMs can see text between a line :::secret and a line :::.",
                        max_length=4000,
                        verbose_name="summary",
                    ),
                ),
                (
                    "options",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="House rules for the game engine.",
                        verbose_name="game options",
                    ),
                ),
                (
                    "open_sheets",
                    models.BooleanField(
                        default=True,
                        help_text="Players can read each other's character sheets.",
                        verbose_name="open sheets",
                    ),
                ),
                (
                    "real_cards",
                    models.BooleanField(
                        default=False,
                        help_text="The group plays with its own deck and enters the drawn cards.",
                        verbose_name="real cards",
                    ),
                ),
                (
                    "dealerless",
                    models.BooleanField(
                        default=False,
                        help_text="Any player can run the opposition. Only the player who has taken its seat sees its hand.",
                        verbose_name="without a dealer",
                    ),
                ),
                ("zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "self_running",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="The site plays all participants that nobody else plays.",
                        verbose_name="runs automatically",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                ("archived", models.DateTimeField(blank=True, null=True, verbose_name="archived")),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
                    ),
                ),
            ],
            options={
                "verbose_name": "campaign",
                "verbose_name_plural": "campaigns",
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("can_write", models.BooleanField(default=False, verbose_name="may write")),
                (
                    "area",
                    models.CharField(
                        blank=True,
                        choices=[("", "everything"), ("modules", "modules only")],
                        default="",
                        max_length=10,
                        verbose_name="for",
                    ),
                ),
                ("last_used", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "ordering": ["-created"],
            },
        ),
        migrations.CreateModel(
            name="HistoricalCampaign",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "system",
                    models.CharField(
                        help_text="The slug of the game. It cannot be changed later.",
                        max_length=40,
                        verbose_name="game",
                    ),
                ),
                (
                    "summary",
                    models.TextField(
                        blank=True,
                        help_text="Markdown. Only GMs can see text between a line :::secret and a line :::.",
                        max_length=4000,
                        verbose_name="summary",
                    ),
                ),
                (
                    "options",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="House rules for the game engine.",
                        verbose_name="game options",
                    ),
                ),
                (
                    "open_sheets",
                    models.BooleanField(
                        default=True,
                        help_text="Players can read each other's character sheets.",
                        verbose_name="open sheets",
                    ),
                ),
                (
                    "real_cards",
                    models.BooleanField(
                        default=False,
                        help_text="The group plays with its own deck and enters the drawn cards.",
                        verbose_name="real cards",
                    ),
                ),
                (
                    "dealerless",
                    models.BooleanField(
                        default=False,
                        help_text="Any player can run the opposition. Only the player who has taken its seat sees its hand.",
                        verbose_name="without a dealer",
                    ),
                ),
                ("zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "self_running",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="The site plays all participants that nobody else plays.",
                        verbose_name="runs automatically",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False, verbose_name="revision")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                ("archived", models.DateTimeField(blank=True, null=True, verbose_name="archived")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
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
                "verbose_name": "historical campaign",
                "verbose_name_plural": "historical campaigns",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalMember",
            fields=[
                ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("gm", "GM"), ("co-gm", "co-GM"), ("player", "player"), ("observer", "observer")],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                (
                    "joined",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="joined"),
                ),
                ("left", models.DateTimeField(blank=True, null=True, verbose_name="left")),
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
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical member",
                "verbose_name_plural": "historical members",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("gm", "GM"), ("co-gm", "co-GM"), ("player", "player"), ("observer", "observer")],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                (
                    "joined",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="joined"),
                ),
                ("left", models.DateTimeField(blank=True, null=True, verbose_name="left")),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "member",
                "verbose_name_plural": "members",
                "ordering": ["campaign", "joined", "id"],
                "constraints": [models.UniqueConstraint(fields=("campaign", "user"), name="one_place_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("gm", "GM"), ("co-gm", "co-GM"), ("player", "player"), ("observer", "observer")],
                        default="player",
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("nonce", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "note",
                    models.CharField(blank=True, help_text="The person for whom it is.", max_length=120, verbose_name="note"),
                ),
                ("expires", models.DateTimeField(verbose_name="expires")),
                ("uses_left", models.PositiveSmallIntegerField(default=1, verbose_name="uses left")),
                ("revoked", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                (
                    "created",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="people.campaign",
                        verbose_name="campaign",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
                    ),
                ),
                (
                    "place",
                    models.ForeignKey(
                        blank=True,
                        help_text="The place of an absent person. The person who uses the link gets it and everything that belongs to it.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="people.member",
                        verbose_name="place",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["-created", "-id"],
            },
        ),
        migrations.CreateModel(
            name="PlaceOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        verbose_name="restored by",
                    ),
                ),
                (
                    "place",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers",
                        to="people.member",
                        verbose_name="place",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="place_offers",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "offered place",
                "verbose_name_plural": "offered places",
                "ordering": ["-id"],
                "constraints": [models.UniqueConstraint(fields=("place", "user"), name="one_offer_of_a_place")],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200)),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("body", models.JSONField(null=True)),
                ("dropped", models.BooleanField(default=False)),
                ("owner", models.CharField(blank=True, default="", max_length=32)),
                ("claimed", models.DateTimeField(null=True)),
                ("effect", models.JSONField(null=True)),
                ("created", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "idempotency record",
                "verbose_name_plural": "idempotency records",
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_a_key")],
            },
        ),
    ]
