"""Every setting of the site, read from the environment (config/env.py; README lists the variables)."""

import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
# Under pytest the mode is known; everywhere else silence means production.
MODE = env.text("FATEKEEPER_MODE", "test" if "pytest" in sys.modules else "production")
if MODE not in {"production", "development", "test"}:
    raise env.ImproperlyConfigured(f"FATEKEEPER_MODE is {MODE!r}; use production, development or test.")
PRODUCTION = MODE == "production"
DEBUG = env.flag("DEBUG", False) and not PRODUCTION
SECRET_KEY = env.text("SECRET_KEY", None if PRODUCTION else "only-for-development-" + "k" * 40)
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", None if PRODUCTION else "127.0.0.1,localhost,testserver,[::1]")
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", "")
HTTPS = env.flag("HTTPS", PRODUCTION)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "template_partials",
    "simple_history",
    "csp",
    "rules",
    "characters",
    "campaigns",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.Guests",
    "config.middleware.PrivatePages",
    "config.middleware.ViewerZone",
    "config.middleware.ButtonsOnly",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["config.templatetags.fatekeeper"],
        },
    }
]

DATABASES = {"default": env.database(BASE_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        # Rate limits must hold across processes, so counters live in the database outside the tests.
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache"
        if MODE == "test"
        else "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "fatekeeper_cache",
    }
}

AUTH_USER_MODEL = "campaigns.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
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
ACCOUNT_FORMS = {"login": "config.accounts.LoginForm", "signup": "config.accounts.SignupForm"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# Demo tables that may be begun in an hour: from one address, and in all. None in all: no demo.
DEMO_TABLES_AN_ADDRESS = env.number("DEMO_TABLES_AN_ADDRESS", 20)
DEMO_TABLES_AN_HOUR = env.number("DEMO_TABLES_AN_HOUR", 300)
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_RATE_LIMITS = {} if MODE == "test" else {"login_failed": "10/15m/ip,10/15m/key"}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Fatekeeper"

# Archive keys of other installations whose campaigns may be restored here (manage.py archive_key prints one's own).
ARCHIVE_KEYS = env.names("ARCHIVE_KEYS", "")
if any(len(key) != 64 or set(key) - set("0123456789abcdef") for key in ARCHIVE_KEYS):
    raise env.ImproperlyConfigured("ARCHIVE_KEYS: a key is 64 characters of 0-9 and a-f; commas stand between two.")
# Whether webhooks may go to addresses inside the operator's own network.
WEBHOOKS_PRIVATE = env.flag("WEBHOOKS_PRIVATE", False)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
TIME_ZONE = env.text("TIME_ZONE", "UTC")
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "locale"]

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var" / "static"
if not PRODUCTION:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

EMAIL_CONFIG = env.environ.Env.email_url_config(env.text("EMAIL_URL", "consolemail://"))
vars().update(EMAIL_CONFIG)
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
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_SSL_REDIRECT = HTTPS and env.flag("SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 60 * 60 * 24 * 365 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if env.flag("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api.parsing.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.api.tokens.SignedInWithinScope"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "config.api.paging.Cursor",
    "DEFAULT_SCHEMA_CLASS": "config.api.schema.Schema",
    "EXCEPTION_HANDLER": "config.api.problems.handler",
    "DEFAULT_THROTTLE_CLASSES": []
    if MODE == "test"
    else ["config.api.limits.Throttle", "config.api.limits.AnonymousThrottle"],
    "DEFAULT_THROTTLE_RATES": {"user": "1200/min", "anon": "60/min"},
    "PAGE_SIZE": 50,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
REST_KNOX = {"TOKEN_TTL": None, "TOKEN_PREFIX": "fate_", "TOKEN_MODEL": "campaigns.ApiToken"}
KNOX_TOKEN_MODEL = "campaigns.ApiToken"  # noqa: S105 - the name of a table
SPECTACULAR_SETTINGS = {
    "TITLE": "Fatekeeper API",
    "VERSION": "1.0.0",
    "DESCRIPTION": "Campaigns, characters, encounters, session logs and modules. Additive changes only.",
    "OAS_VERSION": "3.1.0",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "campaigns.models.people.Role",
        "InvitedRoleEnum": "campaigns.serializers.campaigns.INVITED",
        "LogKindEnum": "campaigns.models.LogEntry.Kind",
        "AudienceEnum": "campaigns.models.LogEntry.Audience",
        "SessionStatusEnum": "campaigns.models.Session.Status",
        "EncounterStatusEnum": "campaigns.models.Encounter.Status",
        "SideEnum": "campaigns.models.EncounterGroup.Side",
        "CharacterKindEnum": "characters.models.Character.Kind",
        "CharacterStatusEnum": "characters.models.Character.Status",
        "EntryKindEnum": "characters.models.ExperienceEntry.Kind",
        "WorldKindEnum": "campaigns.models.WorldEntry.Kind",
        "VisibilityEnum": "campaigns.models.WorldEntry.Visibility",
        "RecapAudienceEnum": "campaigns.models.Recap.Audience",
        "TopicEnum": "campaigns.models.Webhook.Topic",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"brief": {"()": "config.logs.Brief"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["brief"]}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
}
