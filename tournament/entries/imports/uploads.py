"""Read the list that a form sent, pasted or as a file."""

import hashlib
import json
from typing import Any

from tournament.core.pages.requests import Request, action_id
from tournament.entries.imports import reading, spreadsheets
from tournament.entries.imports import text as lists


def form_key(request: Request) -> str | None:
    """The action id of an import: a hash of the form's fields, its id among them. The parsed people will not do: they depend
    on who is entered already, so the same form sent twice would differ."""
    if action_id(request) is None:
        return None
    fields = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return hashlib.sha256(json.dumps(fields).encode()).hexdigest()[:40]


def sent_list(request: Request, sheet: str = "") -> dict[str, Any]:
    """The text, and whether it is from a file. A spreadsheet becomes the text that copying its cells would give, from the
    sheet that is named, or else the first."""
    file = request.FILES.get("file")
    if file is None:
        return {"text": request.POST.get("text", ""), "is_file": request.POST.get("is_file") == "1"}
    if file.size is None or file.size > reading.MOST_BYTES:
        raise lists.ListError("too_big")
    content = file.read()
    if spreadsheets.is_spreadsheet(content):
        chosen = spreadsheets.read_sheet(content, request.POST.get("sheet", sheet))
        return {"text": chosen.text, "is_file": False, "sheet": chosen}
    return {"text": lists.decode(content), "is_file": True}
