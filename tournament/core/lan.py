"""This machine's addresses in the local network, by which phones reach it."""

import socket

from tournament.core import system

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
# Bridges and tunnels of containers and virtual machines: no phone is behind them.
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni")


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that others may reach, the likeliest first."""
    likeliest = _address_of_default_route()
    addresses = system.interface_addresses(VIRTUAL) or [likeliest, *_addresses_by_name()]
    reachable = filter(_may_be_reached, dict.fromkeys(addresses))
    return sorted(reachable, key=lambda address: address != likeliest)


def _may_be_reached(address: str) -> bool:
    return not address.startswith(("127.", "169.254.", "0.")) and address != ""


def _address_of_default_route() -> str:
    """Connecting a UDP socket only looks up the route: no packet is sent. The address is reserved for examples."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""  # no default route, which is usual in a hall
        return str(probe.getsockname()[0])


def _addresses_by_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
