"""QR codes for pages."""

import base64
import io

import segno


def qr_image(text: str) -> str:
    """A data URL for an <img>: black on white, whatever the page's theme."""
    out = io.BytesIO()
    segno.make(text, micro=False, error="m").save(out, kind="svg", scale=5, border=3, light="#fff", xmldecl=False)
    return f"data:image/svg+xml;base64,{base64.b64encode(out.getvalue()).decode()}"
