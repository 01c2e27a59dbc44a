"""Uploaded pictures: what is stored is always encoded by ourselves, scaled down, and holds nothing but pixels."""

import io
import warnings
from collections.abc import Callable
from typing import IO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.core.errors import Refused
from tournament.core.refusals import PICTURE_BYTES, PICTURE_PIXELS

KINDS = ("PNG", "JPEG", "WEBP")  # pixels only: no SVG, nothing that can hold a script or an address
MOST_PIXELS = 24_000_000
MB = 1024 * 1024


def as_logo(file: IO[bytes], size: int) -> bytes:
    """A small PNG that keeps the transparency of the club's logo."""
    return _reencoded(file, size, 4, lambda upright: _encoded(upright.convert("RGBA"), 900, "PNG", optimize=True))


def as_sheet(file: IO[bytes], size: int) -> bytes:
    """A JPEG that is sharp on a whole sheet of A4."""
    return _reencoded(file, size, 12, lambda upright: _encoded(_on_white(upright), 2480, "JPEG", quality=85))


def _on_white(upright: Image.Image) -> Image.Image:
    picture = upright.convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def as_photo(file: IO[bytes], size: int) -> bytes:
    """A JPEG large enough to see every piece of a board on a screen."""
    return _reencoded(file, size, 12, lambda upright: _encoded(upright.convert("RGB"), 1600, "JPEG", quality=82))


def _reencoded(file: IO[bytes], size: int, most: int, encode: Callable[[Image.Image], bytes]) -> bytes:
    """Too large a picture is refused before it is decoded."""
    if size > most * MB:
        raise PICTURE_BYTES({"most": most})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(file, formats=KINDS)
            if picture.width * picture.height > MOST_PIXELS:
                raise PICTURE_PIXELS()
            return encode(ImageOps.exif_transpose(picture))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as error:
        raise Refused("picture_kind", _("This is not a picture that can be read. PNG, JPEG and WebP can.")) from error


def _encoded(upright: Image.Image, side: int, kind: str, **how: object) -> bytes:
    upright.thumbnail((side, side))
    out = io.BytesIO()
    clean = Image.new(upright.mode, upright.size)
    clean.paste(upright)  # the pixels alone: no place, no camera, no comment
    clean.save(out, kind, **how)
    return out.getvalue()
