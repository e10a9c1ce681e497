"""Which IP addresses belong to the public internet.

The standard library's ``is_global`` differs between versions of Python. Here the ranges are written out: global unicast
is allowed, and from it the registries of special addresses are subtracted (IANA's for IPv4 and IPv6, and the internal
services of a cloud provider).
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

_SPECIAL_V4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",  # this machine
        "168.63.129.16/32",  # internal services of a cloud provider
        "169.254.0.0/16",  # link-local, and the metadata services of clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
_GLOBAL_V6: Final = IPv6Network("2000::/3")
_SPECIAL_V6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID and others
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # AS112
        "3ffe::/16",  # the first test network, returned
        "3fff::/20",  # documentation
    )
)
_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_NAT64: Final = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR: Final = IPv6Network("2002::/16")
_ISATAP: Final = frozenset({0x00005EFE, 0x02005EFE})
"""The third quarter of an address that ends with an IPv4 address in a tunnel of the local network."""


def is_public(ip: str) -> bool:
    """Whether an IP address is public; IPv4 addresses embedded in IPv6 addresses are checked as what they are."""
    try:
        address = ip_address(ip.partition("%")[0])
    except ValueError:
        return False
    return _is_public_v4(address) if isinstance(address, IPv4Address) else _is_public_v6(address)


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in _SPECIAL_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    number = int(address)
    if address in _MAPPED or address in _NAT64:
        return _is_public_v4(IPv4Address(number & 0xFFFFFFFF))
    if address not in _GLOBAL_V6 or any(address in network for network in _SPECIAL_V6):
        return False
    if address in _SIX_TO_FOUR and not _is_public_v4(IPv4Address(number >> 80 & 0xFFFFFFFF)):
        return False
    return number >> 32 & 0xFFFFFFFF not in _ISATAP or _is_public_v4(IPv4Address(number & 0xFFFFFFFF))
