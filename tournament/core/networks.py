"""Which addresses count as one at every limit. PURE.

A household, a hall or a rented machine has one address of IPv4, but 2⁶⁴ of IPv6, and often 65,536 networks of that size: a /48.
So a limit counts the /64, and beside it the /48 with WIDER times as much.
"""

import ipaddress

WIDER = 4


def home_of(address: str) -> str:
    """An address of IPv4 as it is, of IPv6 its /64. What is no address is one network, whatever it says."""
    read = _read(address)
    if isinstance(read, ipaddress.IPv6Address):
        return _network(read, 64)
    return str(read) if read else address and "unknown"


def site_of(address: str) -> str:
    """The /48 of an address of IPv6; nothing for any other."""
    read = _read(address)
    return _network(read, 48) if isinstance(read, ipaddress.IPv6Address) else ""


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        read = ipaddress.ip_address(address.strip().partition("%")[0])
    except ValueError:
        return None
    return (read.ipv4_mapped or read) if isinstance(read, ipaddress.IPv6Address) else read


def _network(address: ipaddress.IPv6Address, bits: int) -> str:
    return str(ipaddress.IPv6Network((address, bits), strict=False))
