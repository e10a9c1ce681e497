"""The proxy that requests go through."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

from maintext.errors import OptionError

_PORTS: Final = {"http": 80, "socks5": 1080, "socks5h": 1080, "socks": 1080}


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy and how to log in there."""

    scheme: str
    host: str
    port: int
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    @classmethod
    def at(cls, url: str) -> "Proxy":
        """The proxy at a URL.

        Raises:
            OptionError: the URL is not that of a proxy.
        """
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in _PORTS or not parts.hostname:
            raise OptionError("proxy must be an address such as http://host:port or socks5://host:port")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], user, password)
