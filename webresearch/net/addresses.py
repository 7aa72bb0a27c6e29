"""Which IP addresses are public: one table of our own, so that the answer does not change with Python's version."""

import ipaddress

# The special-purpose ranges of the IANA IPv4 registry that a page can't come from, 6to4 relays, multicast, the reserved
# block, and the one public address that Azure gives its host.
NOT_PUBLIC_V4 = tuple(
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)

# All public IPv6 addresses lie in here; outside are loopback, mapped, translated, local, link-local, multicast, unassigned.
PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
# Protocol assignments with Teredo and ORCHID, and the two documentation ranges.
NOT_PUBLIC_V6 = tuple(ipaddress.IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "3fff::/20"))
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
ISATAP = (0x00005EFE, 0x02005EFE)  # the first half of an interface identifier whose second half is an IPv4 address


def is_public(address: str) -> bool:
    """Whether an IP address in text form is one that a page on the web can have; False for anything else.

    An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4, ISATAP) is judged as well.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return is_public_v4(ip) if isinstance(ip, ipaddress.IPv4Address) else is_public_v6(ip)


def is_public_v4(ip: ipaddress.IPv4Address) -> bool:
    """The rule for IPv4."""
    return not any(ip in network for network in NOT_PUBLIC_V4)


def is_public_v6(ip: ipaddress.IPv6Address) -> bool:
    """The rule for IPv6; an address with a zone is of one link only."""
    if ip.scope_id is not None:
        return False
    hidden = hidden_v4(ip)
    if hidden is not None and not is_public_v4(hidden):
        return False
    if ip.ipv4_mapped is not None or ip in NAT64:
        return True
    return ip in PUBLIC_V6 and not any(ip in network for network in NOT_PUBLIC_V6)


def hidden_v4(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that traffic to this IPv6 address would end at, if there is one."""
    low = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    if ip in NAT64 or (int(ip) >> 32 & 0xFFFFFFFF) in ISATAP:
        return low
    return ip.ipv4_mapped or ip.sixtofour
