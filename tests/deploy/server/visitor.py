"""Somebody with a browser, at the far side of a proxy: keeps cookies, sends forms and JSON, and what got no answer once more."""

import http.cookiejar
import json
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any

LOST = (502, 503, 504)  # the proxy had nobody to ask, or nobody answered


class Visitor:
    def __init__(self, url: str, certificate: Path | None = None) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        context = ssl.create_default_context(cafile=certificate)
        handlers = urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(self.cookies)
        self.opener = urllib.request.build_opener(*handlers)
        self.lost = 0

    def ask(self, path: str, data: bytes | None = None, method: str | None = None, **headers: str) -> Any:
        """The answer, whatever its status."""
        lines = {"Origin": self.url} if data is not None else {}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()} | {"Accept-Language": "en"}
        request = urllib.request.Request(self.url + path, data, lines, method=method)
        try:
            return self.opener.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            return error

    def page(self, path: str) -> str:
        answer = self.ask(path)
        assert answer.status == 200, (path, answer.status)
        return answer.read().decode()

    def form(self, path: str, page: str, **fields: str) -> str:
        """Sends the form of a page that leads there or has these fields, with its hidden fields; the page that follows."""
        forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
        mine = next(form for form in forms if f'action="{path}"' in form or all(f'"{name}"' in form for name in fields))
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', mine))
        answer = self.ask(path, urllib.parse.urlencode(hidden | fields).encode())
        assert answer.status == 200, (path, answer.status, re.sub(r"<[^>]+>|\s+", " ", answer.read().decode())[-1500:])
        return answer.read().decode()

    def api(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Sent until it is answered, under one id: whatever became of the first try, it counts once."""
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": uuid.uuid4().hex,
            "Accept": "application/json",
        }
        token = next((cookie.value for cookie in self.cookies if cookie.name.endswith("csrf")), None)
        headers |= {"X-CSRFToken": token} if token else {}
        data = None if body is None else json.dumps(body).encode()
        end = time.monotonic() + 20
        while True:
            try:
                answer = self.ask(f"/api/v1/{path}", data, method, **headers)
                if answer.status not in LOST:
                    break
            except OSError:
                pass
            self.lost += 1
            assert time.monotonic() < end, path
            time.sleep(0.1)
        found = answer.read()
        assert answer.status < 300, (method, path, answer.status, found[:500])
        return json.loads(found) if answer.headers["Content-Type"].startswith("application/json") else found

    def listen(self, path: str) -> Any:
        """An open stream; read it line by line."""
        return self.ask(path, Accept="text/event-stream")
