"""Pictures that people upload: whatever comes, what is kept is one that we wrote ourselves, small, and nothing but its points."""

import io
import warnings
from collections.abc import Callable
from typing import BinaryIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.errors import Refused

KINDS = ("PNG", "JPEG", "WEBP")  # pictures of points only: no SVG, nothing that holds a program or an address
MOST_POINTS = 24_000_000
MB = 1024 * 1024


def as_logo(file: BinaryIO, size: int) -> bytes:
    """A small PNG, see-through where the club's logo is."""
    return _anew(file, size, 4, lambda upright: _written(upright.convert("RGBA"), 900, "PNG", optimize=True))


def as_photo(file: BinaryIO, size: int) -> bytes:
    """A JPEG large enough to see every piece of a board on a screen."""
    return _anew(file, size, 12, lambda upright: _written(upright.convert("RGB"), 1600, "JPEG", quality=82))


def _anew(file: BinaryIO, size: int, most: int, written: Callable[[Image.Image], bytes]) -> bytes:
    """Refused before it is unpacked if it is too large."""
    if size > most * MB:
        raise Refused("picture_size", _("The picture is larger than %(most)d MB.") % {"most": most})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(file, formats=KINDS)
            if picture.width * picture.height > MOST_POINTS:
                raise Refused("picture_size", _("The picture has more than 24 million points."))
            return written(ImageOps.exif_transpose(picture))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError) as error:
        raise Refused("picture_kind", _("This is not a picture that can be read. PNG, JPEG and WebP can.")) from error


def _written(upright: Image.Image, side: int, kind: str, **how: object) -> bytes:
    upright.thumbnail((side, side))
    out = io.BytesIO()
    clean = Image.new(upright.mode, upright.size)
    clean.paste(upright)  # the points alone: no place, no camera, no comment
    clean.save(out, kind, **how)
    return out.getvalue()
