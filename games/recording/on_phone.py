"""Mark pages that a phone may cache, so that they open without a network: for the account that saw them only."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse

from tournament.core.actors import Request

KEEP = "Phone-Keep"  # read by keeper.js
View = Callable[..., HttpResponse]


def kept_on_phone(view: View) -> View:
    @wraps(view)
    def inner(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        account = request.actor.account
        if account and request.method == "GET" and answer.status_code == 200 and "HX-Request" not in request.headers:
            answer[KEEP] = account.public_id
        return answer

    return inner
