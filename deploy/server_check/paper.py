"""A small PDF, made as the workers make papers; in a process of its own, since a missing library may end it."""

import subprocess
import sys
from collections.abc import Iterator

from django.utils.translation import gettext as _

from deploy.laptop.launch import PDF_PACKAGES
from deploy.server_check.finding import Finding, Where, ok, wrong

PART = "paper"
SCRIPT = "import weasyprint, sys; sys.stdout.buffer.write(weasyprint.HTML(string='<p>Ä').write_pdf())"


def look(_where: Where) -> Iterator[Finding]:
    made = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, timeout=60, check=False)
    if made.returncode == 0 and made.stdout.startswith(b"%PDF"):
        yield ok(PART, _("Papers can be made."))
        return
    lines = made.stderr.decode(errors="replace").strip().splitlines() or [str(made.returncode)]
    yield wrong(PART, _("Papers cannot be made: %s") % lines[-1][:200], f"apt-get install {PDF_PACKAGES}")
