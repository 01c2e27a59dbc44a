"""A client for one bucket of an S3 store, as far as files named by their hash need it: put, get, head, delete, list.

Requests are signed with AWS4-HMAC-SHA256. A file's name is the hash of its content, so the store verifies what arrives.
Bucket names stand in the path, which every such store understands. Left out: multipart, versions, permissions, redirects.
"""

import hashlib
import hmac
import http.client
import re
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from urllib.parse import parse_qs, quote, unquote, urlsplit

PATIENCE = 2.0  # seconds without a byte: the proxy takes a node whose page waits longer for one that hangs (nginx.conf.template)
TO_KEEP = 10.0  # seconds for an upload
TRIES = 2  # every request here is idempotent
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
EMPTY = hashlib.sha256(b"").hexdigest()


class StoreError(OSError):
    """The store refused, or did not answer."""


@dataclass(frozen=True)
class Bucket:
    host: str
    name: str
    key: str
    secret: str = field(repr=False)
    region: str
    is_plain: bool = False  # http, within a private network

    @classmethod
    def at(cls, url: str) -> "Bucket":
        """Parse `s3://KEY:SECRET@host/bucket?region=…`; `s3+http` for a store within a private network."""
        parts = urlsplit(url)
        name = parts.path.strip("/")
        key, secret = unquote(parts.username or ""), unquote(parts.password or "")
        is_whole = parts.hostname and key and secret and _NAME.fullmatch(name)
        if parts.scheme not in ("s3", "s3+http") or not is_whole:
            raise ValueError("s3://KEY:SECRET@host/bucket?region=…")
        region = parse_qs(parts.query).get("region", ["us-east-1"])[0]
        host = parts.netloc.rpartition("@")[2]
        return cls(host, name, key, secret, region, parts.scheme == "s3+http")

    def put(self, name: str, content: bytes) -> None:
        self._request("PUT", name, content, payload=name)

    def get(self, name: str) -> bytes:
        status, content = self._request("GET", name)
        if status == 404:
            raise FileNotFoundError(name)
        return content

    def has(self, name: str) -> bool:
        return self._request("HEAD", name)[0] == 200

    def drop(self, name: str) -> None:
        self._request("DELETE", name)

    def names(self) -> Iterator[str]:
        """All names in order, fetched page by page."""
        query = {"list-type": "2"}
        while query:
            listing = self._request("GET", "", query=query)[1].decode()
            yield from re.findall(r"<Key>([^<]*)</Key>", listing)
            following = re.search(r"<NextContinuationToken>([^<]*)</NextContinuationToken>", listing)
            query = {"list-type": "2", "continuation-token": unescape(following[1])} if following else {}

    def _request(
        self,
        method: str,
        name: str,
        content: bytes = b"",
        *,
        query: Mapping[str, str] | None = None,
        payload: str = EMPTY,
    ) -> tuple[int, bytes]:
        path = f"/{self.name}/{name}" if name else f"/{self.name}"
        may_lack = bool(name) and method != "PUT"  # a file may be missing, its bucket may not
        for last in range(TRIES, 0, -1):
            try:
                status, body = self._send(method, path, content, query or {}, payload)
            except (OSError, http.client.HTTPException) as error:
                if last == 1:
                    raise StoreError(f"the store of files does not answer: {type(error).__name__}") from error
                continue
            if status < 300 or (status == 404 and may_lack):
                return status, body
            if status < 500 or last == 1:
                break
        raise StoreError(f"the store of files answers {method} with {status}")

    def _send(
        self, method: str, path: str, content: bytes, query: Mapping[str, str], payload: str
    ) -> tuple[int, bytes]:
        wait = TO_KEEP if method == "PUT" else PATIENCE
        connection = (
            http.client.HTTPConnection(self.host, timeout=wait)
            if self.is_plain
            else http.client.HTTPSConnection(self.host, timeout=wait, context=ssl.create_default_context())
        )
        query_string = canonical_query(query)
        at = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        headers = {"host": self.host, "x-amz-content-sha256": payload, "x-amz-date": at}
        headers["Authorization"] = self.signed(method, path, query_string, headers)
        try:
            connection.request(method, f"{path}?{query_string}" if query_string else path, content or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def signed(self, method: str, path: str, query: str, headers: Mapping[str, str]) -> str:
        """The `Authorization` header for a request with exactly these signed headers."""
        at, names = headers["x-amz-date"], ";".join(sorted(headers))
        lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
        request = "\n".join((method, path, query, lines, names, headers["x-amz-content-sha256"]))
        scope = f"{at[:8]}/{self.region}/s3/aws4_request"
        digest = hashlib.sha256(request.encode()).hexdigest()
        key = f"AWS4{self.secret}".encode()
        for word in (*scope.split("/"), "\n".join(("AWS4-HMAC-SHA256", at, scope, digest))):
            key = hmac.new(key, word.encode(), hashlib.sha256).digest()
        return f"AWS4-HMAC-SHA256 Credential={self.key}/{scope},SignedHeaders={names},Signature={key.hex()}"


def canonical_query(query: Mapping[str, str]) -> str:
    return "&".join(f"{quote(name, safe='-_.~')}={quote(query[name], safe='-_.~')}" for name in sorted(query))
