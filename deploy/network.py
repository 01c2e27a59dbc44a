"""Where the product is reached: the listening socket, this machine's addresses, the QR code for phones.

Nothing here sends anything to another machine.
"""

import errno
import fcntl
import io
import select
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator

Listener = socket.socket

START_LIMIT = 60.0  # seconds until the first page must be there
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
# Bridges and tunnels of containers and virtual machines: no phone is behind them.
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni")
SIOCGIFADDR = 0x8915  # of Linux: the IPv4 address of an interface


def listen(host: str, port: int) -> Listener:
    """Bound here and handed down: the address stays ours, visitors wait while a dead web process restarts."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        raise SystemExit(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 8000
        return f"Port {port} is taken by another program: choose another one with --port {other}."
    if error.errno == errno.EACCES:
        return f"Port {port} is kept for the administrator: choose one above 1023, such as --port 8000."
    return f"{host} is not an address of this machine: leave --host away, or take --host 127.0.0.1."


def wait_for_first_page(listener: Listener, web: subprocess.Popen[bytes]) -> None:
    """Returns when the first page has been answered; ends the start if that cannot happen any more."""
    with socket.socket(listener.family) as visitor:
        visitor.connect(_reachable(listener))
        visitor.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        limit = time.monotonic() + START_LIMIT
        while not select.select([visitor], [], [], 0.05)[0]:
            if web.poll() is not None or time.monotonic() > limit:
                raise SystemExit("Augengenau could not be started: the reason stands above.")
        while visitor.recv(65536):
            pass


def _reachable(listener: Listener) -> tuple[str, int]:
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
    addresses = lan_addresses() if host in EVERYWHERE else [name_for_browsers(host)]
    if not addresses:
        yield "  Phones           cannot join: this machine is in no network"
        return
    urls = [f"http://{address}:{port}/" for address in addresses]
    yield f"  Phones           {' or '.join(urls)}\n"
    yield qr_code(urls[0])


def qr_code(url: str) -> str:
    """For a terminal; empty where that cannot show the blocks."""
    import segno

    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(drawing, compact=True, border=2)
    text = drawing.getvalue()
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    return text


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that others may reach, the likeliest first."""
    likeliest = _address_of_default_route()
    addresses = _interface_addresses() or [likeliest, *_addresses_by_name()]
    reachable = filter(_may_be_reached, dict.fromkeys(addresses))
    return sorted(reachable, key=lambda address: address != likeliest)


def _may_be_reached(address: str) -> bool:
    return not address.startswith(("127.", "169.254.", "0.")) and address != ""


def _address_of_default_route() -> str:
    """Connecting a datagram socket only looks up the way: no packet leaves. The address is for examples."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""  # no way out of here, which is usual in a hall
        return str(probe.getsockname()[0])


def _interface_addresses() -> list[str]:
    if sys.platform != "linux":
        return []
    names = [name for _, name in socket.if_nameindex() if not name.startswith(VIRTUAL)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        return [address for name in names if (address := _address_of(name, probe))]


def _address_of(interface: str, probe: socket.socket) -> str:
    try:
        answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
    except OSError:
        return ""
    return socket.inet_ntoa(answer[20:24])


def _addresses_by_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
