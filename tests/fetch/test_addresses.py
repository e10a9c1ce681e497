"""Which addresses are public, whatever this version of Python thinks."""

import ipaddress

import pytest

from maintext.fetch.addresses import is_public

PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
169.253.255.255
169.255.0.1 172.15.255.255 172.32.0.1 191.255.255.255 192.0.1.1 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1
203.0.112.255 203.0.114.0 223.255.255.255 168.63.129.15 168.63.129.17
2000::1 2001:200::1 2001:4860:4860::8888 2001:dbf::1 2606:2800:220:1::1 2a00:1450::1 3ffd:ffff::1 3fff:1000::1
::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1 2606::5efe:808:808
""".split()
NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 168.63.129.16 169.254.0.1
169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.9 192.0.0.10 192.0.0.170 192.0.0.192 192.0.2.1
192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8
64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 64:ff9b:1::8.8.8.8 64:ff9b:1:ffff:ffff:ffff:ffff:ffff 100::1
100:0:0:1::1
2001::1 2001:0:808:808::1 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff::1
2001:db8::1 2001:db8:ffff::1 2002:7f00:1::1 2002:a00:1::1 2002:c0a8:101::1 2002:a9fe:a9fe::1 2620:4f:8000::1 3ffe::1
3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 5f00:ffff::1 8000::1 fc00::1 fd00:ec2::254 fdff::1 fe00::1 fe80::1 fe80::1%eth0
febf::1 fec0::1 feff::1 ff02::1 ff0e::1 2606::5efe:7f00:1 2606::200:5efe:a00:1 2606::5efe:c0a8:1
""".split()


@pytest.mark.parametrize("ip", PUBLIC)
def test_addresses_of_the_internet_are_public(ip: str) -> None:
    assert is_public(ip)


@pytest.mark.parametrize("ip", NOT_PUBLIC)
def test_special_addresses_are_not(ip: str) -> None:
    assert not is_public(ip)


@pytest.mark.parametrize("ip", ["", "x", "1.2.3", "1.2.3.4.5", "::g", "1.2.3.4/8", "0x7f.1"])
def test_other_text_is_not(ip: str) -> None:
    assert not is_public(ip)


@pytest.mark.parametrize("ip", PUBLIC + NOT_PUBLIC)
def test_python_is_not_asked(ip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions of Python differ in what is global; here that makes no difference."""
    expected = is_public(ip)
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        for name in ("is_global", "is_private", "is_reserved", "is_link_local", "is_site_local", "is_loopback"):
            if hasattr(kind, name):
                monkeypatch.setattr(kind, name, property(lambda _: not expected))
    assert is_public(ip) == expected


@pytest.mark.parametrize("version", [4, 6])
def test_what_python_calls_private_is_not_public(version: int) -> None:
    """The other way round they may differ: here a few ranges more are refused."""
    size, kind = (32, ipaddress.IPv4Address) if version == 4 else (128, ipaddress.IPv6Address)
    for top in range(1 << 12):
        address = kind(top << (size - 12) | 1)
        assert not (is_public(str(address)) and (address.is_private or address.is_multicast or address.is_reserved))
