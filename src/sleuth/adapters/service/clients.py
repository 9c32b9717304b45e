"""Who asks: the address that a request comes from, so that nobody takes the share of the others."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, IPv6Network, ip_address

NOBODY = ""
"""No address: a call from the same process, or through a socket that has none. It has no share of its own."""

client: ContextVar[str] = ContextVar("client", default=NOBODY)
"""Who asks now. Tasks that a request starts inherit it, and so does what a page does later."""


def client_at(address: str) -> str:
    """The client at an address. One house has one network of IPv6 with countless addresses, so that is one client."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None and not known.is_loopback:
        return str(IPv6Network((int(known), 64), strict=False))
    return str(getattr(known, "ipv4_mapped", None) or known)
