"""The proxy as a visitor meets it: certificate, both kinds of addresses, what it hands on and what it keeps to itself."""

import socket
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from deploy.server_check.clocks import compared
from deploy.server_check.finding import Finding, Where, note, ok, wrong
from deploy.server_check.visit import FORGED, FORGED_ADDRESS, FORGED_HOST, FORGED_ID, Answer, Proxy, answer_of, key

PART, CERTIFICATE, LIVE = "proxy", "certificate", "live"
RENEW_BEFORE = timedelta(days=14)
TEMPLATE = "deploy/server/nginx.conf.template"
FAMILIES = ((socket.AF_INET, "IPv4"), (socket.AF_INET6, "IPv6"))


def look(where: Where) -> Iterator[Finding]:
    proxy, asked = Proxy.of_the_site(where.proxy), timezone.now()
    try:
        health = proxy.ask("/healthz")
        answered = timezone.now()
    except ssl.SSLError as error:
        why = getattr(error, "verify_message", "") or str(error)
        yield wrong(CERTIFICATE, _("Browsers refuse the certificate: %s") % why, _renew())
        return
    except OSError as error:
        words = {"site": settings.SITE, "why": str(error)[:200]}
        yield wrong(PART, _("%(site)s does not answer: %(why)s") % words, _todo())
        return
    yield _certificate(proxy)
    yield from families(proxy)
    yield compared(PART, _("the proxy"), parsedate_to_datetime(health.headers["date"]), asked, answered)
    yield from _handed_on(proxy)
    yield from _kept(proxy)
    yield from _stream(proxy)


def _todo() -> str:
    return _("See that the proxy runs, and set it up as %(file)s has it.") % {"file": TEMPLATE}


def _renew() -> str:
    return _("Have it renewed (certbot renew), and the proxy read it (systemctl reload nginx).")


def _certificate(proxy: Proxy) -> Finding:
    with proxy.connected() as connection:
        said = connection.sock.getpeercert() or {}
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(str(said["notAfter"])), UTC)
    words = {"day": date_format(ends), "days": (ends - timezone.now()).days}
    text = _("The certificate holds until %(day)s, for %(days)d days more.") % words
    return wrong(CERTIFICATE, text, _renew()) if ends - timezone.now() < RENEW_BEFORE else ok(CERTIFICATE, text)


def families(proxy: Proxy) -> Iterator[Finding]:
    for family, name in FAMILIES:
        addresses = proxy.addresses(family)
        if not addresses:
            text = _("%(site)s has no address of %(family)s.") % {"site": proxy.address or proxy.name, "family": name}
            yield note(name, text, _("Whoever has only these cannot reach it: name one in the DNS."))
        for address in addresses:
            yield _reached(proxy, name, address)


def _reached(proxy: Proxy, name: str, address: str) -> Finding:
    try:
        if proxy.ask("/healthz", address).status == 200:
            return ok(name, _("It answers at %s.") % address)
    except OSError:
        pass
    todo = _("Let the proxy listen there (%(file)s), or take the address out of the DNS.") % {"file": TEMPLATE}
    return wrong(name, _("It does not answer at %s.") % address, todo)


def _handed_on(proxy: Proxy) -> Iterator[Finding]:
    answer = proxy.ask("/seen", Authorization=key(), **FORGED)
    told = answer.told
    if answer.status != 200 or not told:
        text = _("The program does not say through the proxy what reaches it (status %d).") % answer.status
        yield wrong(PART, text, _("See that hosts, metrics token and version are the same everywhere."))
        return
    found = list(_wrongly_handed_on(told["headers"], told, proxy))
    yield from (wrong(PART, text, _todo()) for text in found)
    if not found:
        yield ok(PART, _("The proxy hands on who asks, by which name and how, and nothing that a visitor forges."))


def _wrongly_handed_on(headers: dict[str, str], told: dict[str, object], proxy: Proxy) -> Iterator[str]:
    if told["address"] == FORGED_ADDRESS or FORGED_ADDRESS in headers.get("x-forwarded-for", ""):
        yield _("A visitor can forge the own address (X-Forwarded-For).")
    elif "x-forwarded-for" not in headers:
        yield _("All visitors have one address: the proxy does not hand it on (X-Forwarded-For).")
    elif len(headers["x-forwarded-for"].split(",")) != settings.PROXIES:
        yield _("AUGENGENAU_PROXIES is %(said)d, but the addresses of %(seen)d proxies arrive.") % {
            "said": settings.PROXIES,
            "seen": len(headers["x-forwarded-for"].split(",")),
        }
    if not told["is_secure"]:
        yield _("The program does not hear that visitors came by https (X-Forwarded-Proto).")
    if FORGED_HOST in headers.get("x-forwarded-host", "") or FORGED_ADDRESS in headers.get("forwarded", ""):
        yield _("What a visitor says with X-Forwarded-Host or Forwarded is handed on.")
    if headers.get("x-request-id", FORGED_ID) == FORGED_ID:
        yield _("The proxy gives requests no number of its own (X-Request-ID).")
    if headers.get("host", "").partition(":")[0] != proxy.name:
        yield _("The program does not hear by which name it was asked (Host).")


def _kept(proxy: Proxy) -> Iterator[Finding]:
    if proxy.ask("/metrics", Authorization=key()).status != 404:
        yield wrong(PART, _("Through the proxy anybody may try to read /metrics."), _todo())
    with proxy.connected() as connection:
        foreign = answer_of(connection, "/", {"Host": FORGED_HOST})
    if foreign.status < 400:
        yield wrong(PART, _("The site answers to a name that is not its own."), _("See AUGENGENAU_HOSTS."))
    home: Answer = proxy.ask("/")
    if "strict-transport-security" not in home.headers:
        yield wrong(PART, _("Browsers are not told to come by https only."), _todo())


def _stream(proxy: Proxy) -> Iterator[Finding]:
    """Of two parts the first has to come before the second is sent."""
    todo = _("See that augengenau-live runs, and hand /live/ on unbuffered, as %(file)s has it.") % {"file": TEMPLATE}
    try:
        apart = _time_between(proxy)
    except OSError as error:
        yield wrong(LIVE, _("Live streams do not come through: %s") % error, todo)
        return
    if apart is None:
        yield wrong(LIVE, _("Live streams do not come through the proxy."), todo)
    elif apart < 0.5:
        yield wrong(LIVE, _("The proxy holds live streams back."), todo)
    else:
        yield ok(LIVE, _("Live streams come through the proxy as they are sent."))


def _time_between(proxy: Proxy) -> float | None:
    with proxy.connected() as connection:
        connection.request("GET", "/live/seen", headers={"Authorization": key()})
        answer = connection.getresponse()
        if answer.status != 200 or not answer.readline().startswith(b"data: {"):
            return None
        first = time.monotonic()
        answer.read()
        return time.monotonic() - first
