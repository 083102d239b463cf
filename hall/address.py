"""Where the hall is found: on this computer, and on the network of the hall."""

import io
from urllib.parse import urlsplit

import segno
from django.utils.safestring import SafeString, mark_safe

LOOPBACK = "127.0.0.1"
THIS_COMPUTER = {"localhost", LOOPBACK, "::1"}
EVERYWHERE = "0.0.0.0"


def local_url(host: str, port: int) -> str:
    """The address for a browser on this computer."""
    return f"http://{'localhost' if host in {EVERYWHERE, LOOPBACK} else host}:{port}/"


def network_urls(host: str, port: int, *, lan: list[str]) -> list[str]:
    """The addresses for phones; none when only this computer is served or has no network."""
    hosts = lan if host == EVERYWHERE else [host] if host in lan else []
    return [f"http://{address}:{port}/" for address in hosts]


def phone_url(url: str, *, lan: list[str]) -> str:
    """What a phone opens for an address of this computer's own browser; others are good for phones too."""
    parts = urlsplit(url)
    if parts.hostname not in THIS_COMPUTER or not lan:
        return url
    (found, *_others) = network_urls(EVERYWHERE, parts.port or 80, lan=lan)
    return found.rstrip("/") + parts.path


def is_for_this_computer(url: str) -> bool:
    """Whether no phone can open it."""
    return urlsplit(url).hostname in THIS_COMPUTER


def qr_drawing(url: str) -> SafeString:
    """The address as a QR code in SVG, black on white whatever the page is."""
    drawing = segno.make(url, error="m", micro=False).svg_inline(
        omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)


def qr_picture(url: str) -> str:
    """The address as a QR code made of letters, two rows of it in a line."""
    picture = io.StringIO()
    segno.make(url, error="l").terminal(out=picture, compact=True)
    return picture.getvalue()
