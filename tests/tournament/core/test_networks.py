"""From where somebody asks, as limits count it: whoever has a thousand addresses of one network is one."""

import ipaddress

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from hypothesis import assume, given
from hypothesis import strategies as st

from deploy.site import streams
from tournament.core import guard
from tournament.core.errors import Locked
from tournament.core.networks import WIDER, home_of, site_of

V6 = st.integers(0, 2**128 - 1).map(ipaddress.IPv6Address)
V4 = st.integers(0, 2**32 - 1).map(ipaddress.IPv4Address)
HOST, SUBNET = 2**64, 2**80


def is_plain(address: ipaddress.IPv6Address) -> bool:
    return address.ipv4_mapped is None


@given(V6.filter(is_plain), st.integers(0, HOST - 1))
def test_all_addresses_of_a_64_count_as_one(address, other):
    beside = ipaddress.IPv6Address(int(address) // HOST * HOST + other)
    assume(is_plain(beside))  # beside :: there are those that stand for addresses of IPv4
    assert home_of(str(address)) == home_of(beside.exploded) == home_of(f"{beside}%eth0")


@given(V6.filter(is_plain), st.integers(0, SUBNET - 1))
def test_above_it_all_of_a_48_count_as_one(address, other):
    beside = ipaddress.IPv6Address(int(address) // SUBNET * SUBNET + other)
    assume(is_plain(beside))
    assert site_of(str(address)) == site_of(str(beside)) != ""


@given(V6.filter(is_plain), V6.filter(is_plain))
def test_different_networks_stay_different(one, other):
    assert (home_of(str(one)) == home_of(str(other))) == (int(one) // HOST == int(other) // HOST)
    assert (site_of(str(one)) == site_of(str(other))) == (int(one) // SUBNET == int(other) // SUBNET)


@given(V4)
def test_an_address_of_ipv4_is_itself_however_it_is_written(address):
    assert home_of(str(address)) == home_of(f"::ffff:{address}") == str(address)
    assert site_of(str(address)) == site_of(f"::ffff:{address}") == ""


@given(st.text())
def test_what_is_no_address_is_one_network_and_short(said):
    assert len(home_of(said)) < 64 and len(site_of(said)) < 64
    if not any(sign.isdigit() for sign in said):
        assert home_of(said) in ("", "unknown", "::/64")


def addresses(network: str, subnets: int = 1) -> list[str]:
    """One host of a few subnets each, round and round."""
    return [f"{network}:{n % subnets:x}:0:0:1:{n:x}" for n in range(400)]


def passed(said: list[str], door=guard.link_door) -> int:
    count = 0
    for address in said:
        try:
            guard.take(door(RequestFactory().get("/", REMOTE_ADDR=address)))
        except Locked:
            continue
        count += 1
    return count


@pytest.mark.django_db
@pytest.mark.parametrize("door", [guard.network_door, guard.entering_door, guard.link_door])
def test_a_door_counts_the_whole_64(one_window, door):
    limit = door(RequestFactory().get("/")).limit
    assert passed(addresses("2001:db8:1"), door) == limit
    assert passed(["2001:db8:1:1::1", "192.0.2.1"], door) == 2, "the neighbours are let in"


@pytest.mark.django_db
def test_and_the_48_above_it(one_window):
    def narrow(request):
        return guard.of_network("narrow", request, 5)

    assert passed(addresses("2001:db8:2", subnets=40), narrow) == 5 * WIDER
    assert passed(["2001:db8:3::1"], narrow) == 1


@pytest.mark.django_db
def test_wrong_passwords_from_one_64_are_bounded(one_window):
    """130 of them were looked at, the limit being 60."""
    looked_at = 0
    for n, address in enumerate(addresses("2001:db8:1")[:70]):
        form = {"login": f"name{n}", "password": "wrong"}
        looked_at += Client(REMOTE_ADDR=address).post("/login/", form).status_code == 422
    assert looked_at == 60


def test_programs_without_a_token_count_together(db, settings):
    cache.clear()
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 5}

    def read(address: str) -> int:
        return Client(REMOTE_ADDR=address).get("/api/v1/tournaments/").status_code

    assert [read(address) for address in addresses("2001:db8:1")[:7]] == [200] * 5 + [429] * 2
    wide = [read(address) for address in addresses("2001:db8:2", subnets=40)[:30]]
    assert wide.count(200) == 5 * WIDER
    assert read("192.0.2.1") == 200


def test_streams_count_together(settings):
    settings.PROXIES = 1
    scopes = [{"headers": [(b"x-forwarded-for", said.encode())]} for said in addresses("2001:db8:1")[:3]]
    limits = [streams.counted(scope) for scope in scopes]
    most, all_of_us = streams.MOST_OF_ONE_ADDRESS, {streams.ALL: streams.MOST}
    assert limits == [{**all_of_us, "2001:db8:1::/64": most, "2001:db8:1::/48": WIDER * most}] * 3
    settings.PROXIES = 0
    assert streams.counted({"headers": [], "client": ("192.0.2.1", 1)}) == {**all_of_us, "192.0.2.1": most}
