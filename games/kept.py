"""Pages that a phone may keep, so that they open without a network: only for the account that was shown them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

KEEP = "Phone-Keep"  # read by keeper.js
View = Callable[..., HttpResponse]


def kept_on_phone(view: View) -> View:
    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        account = request.actor.account  # type: ignore[attr-defined]
        if account and request.method == "GET" and answer.status_code == 200 and "HX-Request" not in request.headers:
            answer[KEEP] = account.public_id
        return answer

    return inner
