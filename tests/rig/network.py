"""Hosts on this machine: network namespaces on a switch of their own, which no cable joins to the machine's own network.

A host has no name in the system: it is there as long as this process holds it, and gone with it however that ends. What is
started in a host, a process, a thread or a socket, belongs to it from then on.
"""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

NETWORK = "10.77.0"  # of a switch that leads nowhere: several rigs may use it at once
NOBODY = "02:00:00:00:00:00"
MINE = "/proc/thread-self/ns/net"
CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)


def lacking() -> str:
    """Why there can be no hosts here; nothing if there can."""
    try:
        Network("a", "b").close()
    except (OSError, AttributeError, subprocess.CalledProcessError) as error:
        said = str(getattr(error, "stderr", None) or error)
        return f"network namespaces cannot be made here ({' '.join(said.split())})"
    return ""


class Namespace:
    def __init__(self) -> None:
        with _home_again():
            _system("unshare", CLONE_NEWNET)
            self.held = os.open(MINE, os.O_RDONLY)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """This thread is there meanwhile."""
        with _home_again():
            _system("setns", self.held, CLONE_NEWNET)
            yield

    def ip(self, *words: str) -> None:
        with self.entered():
            subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Host(Namespace):
    def __init__(self, name: str, address: str, switch: Namespace) -> None:
        super().__init__()
        self.name, self.address, self.switch = name, address, switch
        there = f"/proc/{os.getpid()}/fd/{switch.held}"
        self.ip("link", "add", "eth0", "type", "veth", "peer", "name", name, "netns", there)
        self.ip("link", "set", "dev", "lo", "up")
        self.take(address)
        self.ip("link", "set", "dev", "eth0", "up")
        switch.ip("link", "set", "dev", name, "master", "switch", "up")

    def take(self, address: str) -> None:
        """An address, the first or one more."""
        self.ip("address", "add", f"{address}/24", "dev", "eth0")


class Network:
    def __init__(self, *names: str) -> None:
        self.switch, self.hosts = Namespace(), dict[str, Host]()
        self.switch.ip("link", "add", "name", "switch", "type", "bridge")
        self.switch.ip("link", "set", "dev", "switch", "up")
        for number, name in enumerate(names, 1):
            self.hosts[name] = Host(name, f"{NETWORK}.{number}", self.switch)

    def __getitem__(self, name: str) -> Host:
        return self.hosts[name]

    def cut(self, one: str, *others: str) -> AbstractContextManager[None]:
        """Nothing passes between one host and the others."""
        return self._lost([way for other in others for way in ((one, other), (other, one))])

    def mute(self, one: str, *others: str) -> AbstractContextManager[None]:
        """Nothing that one host sends to the others arrives; what they send does."""
        return self._lost([(one, other) for other in others])

    @contextmanager
    def _lost(self, ways: list[tuple[str, str]]) -> Iterator[None]:
        """Without a word, as behind a broken cable: it goes to a neighbour whom nobody is. (Of a route into a black hole the
        sender is told.)"""
        with ExitStack() as ends:
            for one, other in ways:
                here, there = self[one], self[other]
                here.ip("neighbour", "replace", there.address, "dev", "eth0", "lladdr", NOBODY, "nud", "permanent")
                ends.callback(here.ip, "neighbour", "delete", there.address, "dev", "eth0")
            yield

    @contextmanager
    def unplugged(self, name: str) -> Iterator[None]:
        self.switch.ip("link", "set", "dev", name, "down")
        try:
            yield
        finally:
            self.switch.ip("link", "set", "dev", name, "up")

    def close(self) -> None:
        for namespace in (*self.hosts.values(), self.switch):
            os.close(namespace.held)


@contextmanager
def _home_again() -> Iterator[None]:
    home = os.open(MINE, os.O_RDONLY)
    try:
        yield
    finally:
        _system("setns", home, CLONE_NEWNET)
        os.close(home)


def _system(call: str, *arguments: int) -> None:
    if getattr(_libc, call)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
