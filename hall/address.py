"""Where the hall is found: on this computer, and on the network of the hall."""

import io

import segno

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def local_url(host: str, port: int) -> str:
    """The address for a browser on this computer."""
    return f"http://{'localhost' if host in {EVERYWHERE, LOOPBACK} else host}:{port}/"


def network_urls(host: str, port: int, *, lan: list[str]) -> list[str]:
    """The addresses for phones; none when only this computer is served or has no network."""
    hosts = lan if host == EVERYWHERE else [host] if host in lan else []
    return [f"http://{address}:{port}/" for address in hosts]


def qr_picture(url: str) -> str:
    """The address as a QR code made of letters, two rows of it in a line."""
    picture = io.StringIO()
    segno.make(url, error="l").terminal(out=picture, compact=True)
    return picture.getvalue()
