"""The product with one language more, of which there is nothing but its catalogues."""

from deploy.site import languages
from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import DATA_DIR, LANGUAGE_CODE, LOCALE_PATHS
from games.engine.rules import speech
from tests.pseudo import CODE, write_catalogues

FOLDER = DATA_DIR / "locale"
if not (FOLDER / CODE).exists():
    write_catalogues(FOLDER)
speech.add_catalogues(FOLDER)
LOCALE_PATHS = [*LOCALE_PATHS, FOLDER]
LANGUAGES = languages.available(LOCALE_PATHS, first=LANGUAGE_CODE)
