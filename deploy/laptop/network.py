"""How the product is reached: the listening socket, this machine's addresses, the QR code for phones.

Nothing here sends anything to another machine.
"""

import errno
import io
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

from deploy.laptop.children import how_it_ended
from tournament.core import system
from tournament.core.lan import EVERYWHERE, lan_addresses

Listener = socket.socket

NEAR = 20
START_LIMIT = 180.0  # seconds until the first page must be there, also on a slow laptop that does other things


def listen(host: str, port: int) -> Listener:
    """Bound here and inherited by the web process: while that restarts, the address stays ours and visitors wait."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        system.listen_alone(listener)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        raise SystemExit(_why_not(error, host, port)) from None
    return listener


def free_near(host: str, port: int) -> int:
    """The port, or the next that no other program has; the port itself where none is free."""
    for each in range(port, min(port + NEAR, 65536)):
        try:
            listen(host, each).close()
        except SystemExit:
            continue
        return each
    return port


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8000
        return f"Port {port} is taken by another program: choose another one with --port {other}."
    if error.errno == errno.EACCES:
        return f"Port {port} is kept for the administrator: choose one above 1023, such as --port 8000."
    return f"{host} is not an address of this machine: leave --host away, or take --host 127.0.0.1."


def wait_for_first_page(address: tuple[str, int], web: "subprocess.Popen[bytes]") -> None:
    """Return when the first page has been answered; end the start if that cannot happen any more."""
    limit = time.monotonic() + START_LIMIT
    with _visitor(address, web, limit) as visitor:
        visitor.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while not select.select([visitor], [], [], 0.05)[0]:
            _require_starting(web, limit)
        while visitor.recv(65536):
            pass


def _visitor(address: tuple[str, int], web: "subprocess.Popen[bytes]", limit: float) -> socket.socket:
    """Connected as soon as somebody listens: at once, where the launcher has opened the socket."""
    while True:
        try:
            return socket.create_connection(address, timeout=START_LIMIT)
        except OSError:
            _require_starting(web, limit)
            time.sleep(0.05)


def _require_starting(web: "subprocess.Popen[bytes]", limit: float) -> None:
    if web.poll() is not None:
        raise SystemExit(f"Augengenau could not be started: {how_it_ended(web.returncode)}")
    if time.monotonic() > limit:
        raise SystemExit(f"Augengenau could not be started: no page within {START_LIMIT:.0f} seconds. Try again.")


def reachable(listener: Listener) -> tuple[str, int]:
    """Where this machine itself reaches it."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        host = "::1" if listener.family == socket.AF_INET6 else "127.0.0.1"
    return host, port


def name_for_browsers(host: str) -> str:
    """`localhost` where it answers, because browsers trust it without https."""
    if host in EVERYWHERE or _stays_here(host):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _stays_here(host: str) -> bool:
    return host.startswith("127.") or host in ("::1", "localhost")


def for_phones(host: str, port: int) -> Iterator[str]:
    """The lines that tell a hall how to join."""
    if _stays_here(host):
        yield f"  Phones           cannot join, because of --host {host}"
        return
    urls = urls_for_phones(host, port)
    if not urls:
        yield "  Phones           cannot join: this machine is in no network"
        return
    yield f"  Phones           {' or '.join(urls)}\n"
    yield qr_code(urls[0])


def urls_for_phones(host: str, port: int) -> list[str]:
    """The likeliest first; none where phones cannot join."""
    if _stays_here(host):
        return []
    addresses = lan_addresses() if host in EVERYWHERE else [name_for_browsers(host)]
    return [f"http://{address}:{port}/" for address in addresses]


def qr_code(url: str) -> str:
    """The QR code as text for a terminal; empty if the terminal's encoding lacks the block characters."""
    import segno

    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(drawing, compact=True, border=2)
    text = drawing.getvalue()
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    return text
