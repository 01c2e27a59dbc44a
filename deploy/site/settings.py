"""The one settings module. Environment variables decide; the defaults are safe.

On a laptop nothing need be set: SQLite in the data folder, no Redis. A server sets AUGENGENAU_MODE=server, DATABASE_URL,
REDIS_URL, AUGENGENAU_HOSTS and AUGENGENAU_SECRET_KEY (or their _FILE forms).
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from deploy.laptop import folder
from deploy.site import environment as env
from deploy.site import languages, sqlite, static

BASE_DIR = env.BASE
VERSION = "0.1.0"
COMMAND = folder.COMMAND  # what is typed in a terminal of a laptop

MODE = env.text("AUGENGENAU_MODE", "laptop")
if MODE not in ("laptop", "server"):
    raise ImproperlyConfigured(f"AUGENGENAU_MODE must be laptop or server, not {MODE!r}.")
ON_SERVER = MODE == "server"
DEBUG = env.truth("AUGENGENAU_DEBUG")
if DEBUG and ON_SERVER:
    raise ImproperlyConfigured("AUGENGENAU_DEBUG shows secrets to everybody: not in server mode.")

DATA_DIR = Path(env.text("AUGENGENAU_DATA", str(BASE_DIR / "data"))).resolve()
FILES_DIR = Path(env.text("AUGENGENAU_FILES", str(DATA_DIR / "files")))
FILES_BUCKET = env.bucket(env.secret("AUGENGENAU_FILES_BUCKET"))  # instead of a folder that all nodes share
BACKUP_DIR = DATA_DIR / "backups"
_second_place = env.text("AUGENGENAU_BACKUP")  # another disk, best
BACKUP_SECOND = Path(_second_place).resolve() if _second_place else None
BACKUP_HOURS = env.number("AUGENGENAU_BACKUP_HOURS", 6)  # on a server, between two of them; 0: no automatic backups
CONTACT_DAYS = env.number("AUGENGENAU_CONTACT_DAYS", 90)  # after the tournament, then addresses and notes are erased


def _secret_key() -> str:
    key = env.secret("AUGENGENAU_SECRET_KEY")
    if key:
        return key
    if ON_SERVER:
        raise ImproperlyConfigured("AUGENGENAU_SECRET_KEY is missing: set it, the same on every node.")
    from deploy.laptop.data_key import secret_key

    return secret_key(DATA_DIR)


SECRET_KEY = _secret_key()

# The host names we answer to. On a laptop the address changes with the network: deploy.site.middleware.laptop_hosts accepts
# any IP address, but no foreign name, which an attacker could point at us.
ALLOWED_HOSTS = env.words("AUGENGENAU_HOSTS", "" if ON_SERVER else "*")
LAPTOP_NAMES = env.words("AUGENGENAU_NAMES")
LISTENS = env.text("AUGENGENAU_LISTENS")  # the address that the launcher listens on, where there is a launcher
if ON_SERVER and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured("AUGENGENAU_HOSTS is missing: the names under which this server is reached.")
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS] if ON_SERVER else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "deploy.site.apps.OurStaticFiles",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "tournament",
    "games",
    "referee",
]
MIDDLEWARE = [
    "deploy.site.middleware.known_host",
    "tournament.core.pages.everybody.keep_pages",
    "deploy.site.middleware.security_headers",
    "deploy.site.for_programs.middleware",
    "deploy.site.middleware.slashed",
    "deploy.site.middleware.https_for_programs",
    "django.middleware.security.SecurityMiddleware",
    "deploy.site.middleware.laptop_hosts",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "deploy.site.middleware.plain_text",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "deploy.site.answers.door",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.core.access.WhoMiddleware",
    "deploy.site.answers.RefusalMiddleware",
]
if ON_SERVER:
    MIDDLEWARE.insert(0, "deploy.site.observing.Observing")
METRICS_TOKEN = env.secret("AUGENGENAU_METRICS_TOKEN")  # grants reading /metrics
ROOT_URLCONF = "deploy.site.urls"
ASGI_APPLICATION = "deploy.site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "tournament.core.context.page",
                "tournament.desk.side.context.side",
            ],
            "libraries": {
                "ui": "tournament.templatetags.ui",
                "boards": "games.templatetags.boards",
                "phone": "referee.phone.tags",
            },
            "builtins": ["tournament.templatetags.ui", "django.templatetags.i18n", "django.templatetags.static"],
        },
    }
]

SQLITE_VERSION = sqlite.use_safe_library()
_database_url = env.secret("DATABASE_URL")
if _database_url:
    DATABASES = {"default": env.database(_database_url)}
elif ON_SERVER:
    raise ImproperlyConfigured("DATABASE_URL is missing: a server keeps its data in PostgreSQL.")
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "augengenau.sqlite3",
            "OPTIONS": sqlite.options(SQLITE_VERSION),
        }
    }
DATABASE_ROUTERS = ["tournament.core.reading.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis only carries wake-ups, job ids and the cache: without it everything works, a little later. The cache must never evict
# the others, so a server has two Redis.
REDIS_URL = env.secret("REDIS_URL")
CELERY_APP = "deploy.site.celery_app"
CACHE_URL = env.secret("AUGENGENAU_CACHE_URL", REDIS_URL)
_memory = {
    "LOCATION": "augengenau",
    "OPTIONS": {"MAX_ENTRIES": 20_000},  # the rate limits of busy clients must not be evicted by those of many others
}
CACHES = {
    "default": (
        {"BACKEND": "deploy.site.redis_cache.Shared", "LOCATION": CACHE_URL, "OPTIONS": {"memory": _memory}}
        if ON_SERVER and CACHE_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", **_memory}
    )
}

# Mails and webhooks. Mails contain links, and are not sent from a request that would know the site's address.
MAIL = env.secret("AUGENGENAU_MAIL")
SITE = env.text("AUGENGENAU_SITE", f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if ON_SERVER else "").rstrip("/")
if MAIL and not SITE:
    raise ImproperlyConfigured("AUGENGENAU_SITE is missing: mails name it, like https://turnier.example.org.")
vars().update(env.mail(MAIL))
DEFAULT_FROM_EMAIL = env.text("AUGENGENAU_MAIL_FROM", f"augengenau@{urlsplit(SITE).hostname}")
HOOKS_LOCAL = not ON_SERVER and env.truth("AUGENGENAU_HOOKS_LOCAL")  # webhooks to programs on this machine, over http

AUTH_USER_MODEL = "tournament.Account"
AUTHENTICATION_BACKENDS = ["tournament.people.signing_in.Backend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("login", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "tournament.people.passwords.NotOurWords"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "start"

SESSION_ENGINE = "tournament.people.sessions"
# Browsers enforce these prefixes of cookie names on a server: this host only and every path, or any path; both only over https.
HOST_ONLY, HTTPS_ONLY = ("__Host-", "__Secure-") if ON_SERVER else ("", "")
SESSION_COOKIE_NAME = f"{HOST_ONLY}session"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{HOST_ONLY}csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "deploy.site.answers.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
# Not "no-referrer": browsers then send `Origin: null` with our own forms, which the CSRF check refuses.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
if ON_SERVER:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
# How many proxies of ours stand in front: only so many entries of X-Forwarded-For are trusted.
PROXIES = env.number("AUGENGENAU_PROXIES", 1 if ON_SERVER else 0)

LANGUAGE_CODE = "de"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_SAMESITE = True, ON_SERVER, "Lax"
FORMAT_MODULE_PATH = "deploy.site.formats"  # deploy.site.formats.en.formats: the dates of English
LOCALE_PATHS = [BASE_DIR / "templates" / "locale"]
LANGUAGES = languages.available(LOCALE_PATHS, first=LANGUAGE_CODE)
TIME_ZONE = env.text("TZ", "Europe/Berlin")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("AUGENGENAU_STATIC", str(BASE_DIR / "build" / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": FILES_DIR}},
    "staticfiles": {"BACKEND": "deploy.site.apps.Hashed"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # halves the compressing; nothing refers to the others
WHITENOISE_ADD_HEADERS_FUNCTION = static.fence
WHITENOISE_MAX_AGE = 0 if DEBUG else 60
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournament.core.api_common.bearer.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["tournament.core.access.ApiGate"],
    "DEFAULT_THROTTLE_CLASSES": ["tournament.core.api_common.limits.Limit"],
    "DEFAULT_SCHEMA_CLASS": "tournament.core.api_common.schema.Description",
    "URL_FORMAT_OVERRIDE": None,
    "UNICODE_JSON": False,  # a lone surrogate, quoted in a refusal, cannot be encoded otherwise
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [],  # tournament.core.api_common.base sets its own
    "EXCEPTION_HANDLER": "deploy.site.answers.api_exception",
    "UNAUTHENTICATED_USER": "tournament.people.signing_in.Nobody",
}
# Requests a minute of one token, account or (without either) address; None: any number.
API_LIMITS = {"read": 600, "write": 300, "engine": 300, "work": 60}
SPECTACULAR_SETTINGS = {
    "TITLE": "Augengenau",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PARSER_WHITELIST": ["tournament.core.api_common.base.Json"],
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["tournament.core.api_common.document.finished"],
    "COMPONENT_SPLIT_PATCH": False,  # what a PATCH must name, its serializer says
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "deploy.site.logs.Line"}
        if ON_SERVER
        else {"format": "{asctime} {levelname:<7} {name}: {message}", "style": "{"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("AUGENGENAU_LOG", "INFO")},
    "loggers": {
        "celery": {"level": "WARNING"},
        "fontTools": {"level": "ERROR"},
        "weasyprint": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        # Refused with 400; what anybody may send is no fault of ours with a trace.
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
# Login names are unique regardless of case, by a constraint on the lower-cased name, which the check overlooks.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
