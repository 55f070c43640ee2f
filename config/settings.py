"""Every setting of the site, read from the environment by config/env.py; docs/operators/settings.md lists them."""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from whitenoise import compress

from common.version import VERSION
from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
# The data folder, to which the site writes: the SQLite database, collected static files, backups.
DATA_DIR = Path(env.text("FATEKEEPER_DATA", str(BASE_DIR / "var"))).absolute()
# How many nightly backups are kept in the data folder; 0 makes none.
BACKUPS_KEPT = env.number("BACKUPS_KEPT", 14)
# Under pytest the mode is known; everywhere else the default is production.
MODE = env.text("FATEKEEPER_MODE", "test" if "pytest" in sys.modules else "production")
if MODE not in {"production", "development", "test"}:
    raise env.ImproperlyConfigured(f"FATEKEEPER_MODE is {MODE!r}; use production, development or test.")
PRODUCTION = MODE == "production"
if PRODUCTION:
    # Other accounts of the machine must not read the database and the backups. Static files stay readable
    # (operations/installation/preparing.py).
    os.umask(0o077)
DEBUG = env.flag("DEBUG", False) and not PRODUCTION
SECRET_KEY = env.text("SECRET_KEY", None if PRODUCTION else "only-for-development-" + "k" * 40)
# Earlier keys, with which sign-ins and links stay valid (docs/operators/secret-key.md).
SECRET_KEY_FALLBACKS = env.names("SECRET_KEY_FALLBACKS", "")
ALLOWED_HOSTS = env.host_names("ALLOWED_HOSTS", None if PRODUCTION else "127.0.0.1,localhost,testserver,[::1]")
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", "")
API_ORIGINS = env.origins("API_ORIGINS")
HTTPS = env.flag("HTTPS", PRODUCTION)
# Other sites whose accounts sign in here; none unless the operator names them (docs/operators/sign-in.md).
SOCIALACCOUNT_PROVIDERS = env.sign_in_providers(secure=PRODUCTION)

INSTALLED_APPS = [
    # First, so that its `changepassword` replaces that of django.contrib.auth.
    "people.credentials",
    "config.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "config.apps.SiteStaticFilesConfig",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    # Always installed, so that its tables do not depend on a setting.
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    *[f"allauth.socialaccount.providers.{name}" for name in SOCIALACCOUNT_PROVIDERS if name != "openid_connect"],
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "simple_history",
    "csp",
    "rules",
    "people",
    "characters",
    "campaigns",
    "operations",
]
MIDDLEWARE = [
    "config.server.request_log.RequestLog",
    "config.server.retries.DatabaseRetries",
    "config.server.compression.CompressionMiddleware",
    "config.server.sign_in_memory.SignInMemory",
    "config.api.cross_origin.CrossOriginMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.SignedInMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.SignInAgainMiddleware",
    "config.middleware.StorableAddressMiddleware",
    "config.middleware.StorableFormMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.DemoVisitorMiddleware",
    "config.middleware.PrivatePagesMiddleware",
    "config.middleware.TimeZoneMiddleware",
    "config.middleware.PostOnlyMiddleware",
    "config.middleware.BusyPages",
]
# Old versions are read-only in the admin, because restoring one would bypass today's checks.
SIMPLE_HISTORY_REVERT_DISABLED = True
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # The cached loader stands first in development too: django.utils.autoreload empties it after a change.
            "loaders": [
                (
                    "common.template_loader.CachedLoader",
                    ["common.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "config.templatetags.addresses",
                "config.templatetags.fatekeeper",
                "rules.pages.template_tags",
                "characters.sheets.template_tags",
                "campaigns.log.template_tags",
                "campaigns.world.emblems",
                "campaigns.encounters.nav_tags",
                "campaigns.encounters.table.table_tags",
                "campaigns.encounters.table.fragment_tags",
                "operations.demo.demo_tables",
            ],
        },
    }
]

DATABASES = {"default": env.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        # Rate limits must hold across processes, so counters live in the database outside the tests. The cache also has
        # who edits a page; it never evicts a row before it expires (config/counters.py).
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache"
        if MODE == "test"
        else "config.counters.CounterCache",
        "LOCATION": "fatekeeper_cache",
    }
}

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "config.accounts.PasswordBackend",
    "config.accounts.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if MODE == "test"
    else ["django.contrib.auth.hashers.Argon2PasswordHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_ADAPTER = "config.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "config.accounts.LoginForm",
    "signup": "config.accounts.SignupForm",
    "reset_password": "config.accounts.ResetPasswordForm",
}
# Who may create an account: everyone, only people who follow an invitation, or nobody (config/accounts).
SIGNUP = env.text("SIGNUP", "open")
if SIGNUP not in {"open", "invitation", "closed"}:
    raise env.ImproperlyConfigured(f"SIGNUP is {SIGNUP!r}; use open, invitation or closed.")
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# Nobody must confirm an address, but only a confirmed one can be used to sign in or to reset a password
# (config/accounts).
# "strict" accepts an address that another account has like any other, so that no response reveals known addresses.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Fatekeeper: "
ACCOUNT_PREVENT_ENUMERATION = "strict"
# The most new demo tables in an hour: from one address, and in total. 0 in total: no demo.
DEMO_TABLES_AN_ADDRESS = env.number("DEMO_TABLES_AN_ADDRESS", 20)
DEMO_TABLES_AN_HOUR = env.number("DEMO_TABLES_AN_HOUR", 300)
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
SOCIALACCOUNT_ADAPTER = "config.accounts.providers.ProviderAdapter"
SOCIALACCOUNT_FORMS = {"signup": "config.accounts.providers.ProviderSignupForm"}
# User names are public, so people choose them. An address from a provider opens no existing account.
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_REAUTHENTICATION_REQUIRED = True
SOCIALACCOUNT_STORE_TOKENS = False
ACCOUNT_RATE_LIMITS = {} if MODE == "test" else {"login_failed": "10/15m/ip,10/15m/key"}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Fatekeeper"

# Archive keys of other installations whose campaigns may be restored here (manage.py archive_key prints one's own).
ARCHIVE_KEYS = env.names("ARCHIVE_KEYS", "")
if any(len(key) != 64 or set(key) - set("0123456789abcdef") for key in ARCHIVE_KEYS):
    raise env.ImproperlyConfigured("ARCHIVE_KEYS: a key has 64 characters of 0-9 and a-f; separate keys with commas.")
# Whether webhooks and push messages may go to addresses inside the operator's own network.
WEBHOOKS_PRIVATE = env.flag("WEBHOOKS_PRIVATE", False)

# The address of the source code, for the footer; the AGPL requires it if the code was changed.
SOURCE_URL = env.text("SOURCE_URL", "")
if SOURCE_URL and not SOURCE_URL.startswith(("https://", "http://")):
    raise env.ImproperlyConfigured(f"SOURCE_URL is {SOURCE_URL!r}; it must begin with https:// or http://.")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
TIME_ZONE = env.time_zone()
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "locale"]
# On as soon as a translation is shipped, because translating costs a tenth of the time of a page.
USE_I18N = LOCALE_PATHS[0].is_dir()

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
if not PRODUCTION:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.server.script_bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.server.static_files.StaticFiles"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
# Pages only use files with a hash in their name, so other copies and source maps need no compression.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*compress.Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

EMAIL_CONFIG = env.mail()
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10
EMAIL_SUBJECT_PREFIX = "[Fatekeeper] "  # of mails about errors
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Fatekeeper <fatekeeper@localhost>")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_ENGINE = "config.server.sessions"
MESSAGE_STORAGE = "config.server.personal_messages.PersonalMessages"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_SSL_REDIRECT = HTTPS and env.flag("SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 60 * 60 * 24 * 365 if HTTPS else 0)
# Off by default, because both also affect other sites of the domain, and browsers that were never here.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD", False)
if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    raise env.ImproperlyConfigured("HSTS_PRELOAD needs HSTS_SUBDOMAINS=1: browsers preload whole domains only.")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# How many proxies append to X-Forwarded-For; without any the header is ignored (common/client_address.py).
TRUSTED_PROXIES = 0
if env.flag("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 1, minimum=1)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api.parsing.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.api.tokens.SignedInWithinScope"],
    "DEFAULT_PAGINATION_CLASS": "config.api.paging.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "config.api.schema.Schema",
    "EXCEPTION_HANDLER": "config.api.problems.handler",
    "DEFAULT_METADATA_CLASS": "config.api.metadata.AddressMetadata",
    "DEFAULT_THROTTLE_CLASSES": []
    if MODE == "test"
    else ["config.api.limits.UserThrottle", "config.api.limits.AnonymousThrottle"],
    "NUM_PROXIES": TRUSTED_PROXIES,
    "DEFAULT_THROTTLE_RATES": {"user": "1200/min", "anon": "60/min"},
    "PAGE_SIZE": 50,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
REST_KNOX = {"TOKEN_TTL": None, "TOKEN_PREFIX": "fate_", "TOKEN_MODEL": "people.ApiToken"}
KNOX_TOKEN_MODEL = "people.ApiToken"  # noqa: S105 - the name of a table
SPECTACULAR_SETTINGS = {
    "TITLE": "Fatekeeper API",
    "VERSION": VERSION,
    "SERVERS": [{"url": "/", "description": "This site"}],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api.reference.describe_everything",
        "config.api.reference.add_games",
        "config.api.reference.add_headers",
        "config.api.body_examples.add_examples",
        "config.api.response_examples.add_response_examples",
    ],
    "WEBHOOKS": [
        f"campaigns.webhooks.reference.{name}"
        for name in ("LOG", "AWARD", "BEGUN", "ENDED", "SESSION", "REMINDER", "TEST")
    ],
    "OAS_VERSION": "3.1.0",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "people.models.Role",
        "InvitedRoleEnum": "campaigns.overview.serializers.INVITED",
        "LogKindEnum": "campaigns.models.LogEntry.Kind",
        "AudienceEnum": "campaigns.models.LogEntry.Audience",
        "PlannedEventAudienceEnum": "campaigns.models.PlannedEvent.Audience",
        "SessionStatusEnum": "campaigns.models.Session.Status",
        "EncounterStatusEnum": "campaigns.models.Encounter.Status",
        "SideEnum": "campaigns.models.EncounterGroup.Side",
        "CharacterKindEnum": "characters.models.Character.Kind",
        "CharacterStatusEnum": "characters.models.Character.Status",
        "EntryKindEnum": "characters.models.ExperienceEntry.Kind",
        "WorldKindEnum": "campaigns.models.WorldEntry.Kind",
        "VisibilityEnum": "campaigns.models.WorldEntry.Visibility",
        "TieKindEnum": "campaigns.models.Tie.Kind",
        "WhatEnum": "characters.experience.serializers.ANSWERS",
        "SharedChangeEnum": "campaigns.world.shared_worlds.changes.CHANGES",
        "QuestLineKindEnum": "campaigns.models.QuestLine.Kind",
        "RecapAudienceEnum": "campaigns.models.Recap.Audience",
        "TopicEnum": "campaigns.models.Webhook.Topic",
        "DeliveredTopicEnum": "campaigns.webhooks.serializers.DELIVERED",
    },
}

# Recipients of error mails, and a service that collects errors (config/logs.py, config/server/error_reports.py).
ERROR_MAIL = env.mail_addresses("ERROR_MAIL")
ADMINS = [(address, address) for address in ERROR_MAIL]
SERVER_EMAIL = DEFAULT_FROM_EMAIL
SENTRY_DSN = env.text("SENTRY_DSN", "")
env.require_error_service(SENTRY_DSN)
# The bearer token for /metrics (config/server/metrics.py); without it there is no such address.
METRICS_TOKEN = env.text("METRICS_TOKEN", "")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise env.ImproperlyConfigured("METRICS_TOKEN has fewer than 20 characters.")
LOG_FORMAT = env.text("LOG_FORMAT", "text")
if LOG_FORMAT not in {"text", "json"}:
    raise env.ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}; use text or json.")
# One line for each request, with the route and without the values in the address.
LOG_REQUESTS = env.flag("LOG_REQUESTS", PRODUCTION)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"brief": {"()": "config.logs.BriefFilter"}, "request": {"()": "config.logs.RequestFilter"}},
    "formatters": {"text": {"()": "config.logs.TextFormatter"}, "json": {"()": "config.logs.JsonFormatter"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "filters": ["brief", "request"], "formatter": LOG_FORMAT},
        "mail": {"class": "config.logs.ErrorMail", "level": "ERROR", "filters": ["request"], "formatter": "text"},
    },
    # Django's own handlers would mail each error with cookies and fields to ADMINS, and without a limit.
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
    "root": {"handlers": ["console", *(["mail"] if ERROR_MAIL else [])], "level": env.log_level()},
}
