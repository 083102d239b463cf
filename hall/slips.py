"""The slips by which phones come to a table: the link as an address and as a picture, and its PIN."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from hall.address import is_for_this_computer, phone_url, qr_drawing
from tournaments.models import TableLink
from tournaments.selectors.phones import ShownLink


@dataclass(frozen=True, slots=True)
class Slip:
    """One link as it lies on a table. ``phones`` have come in by it."""

    link: TableLink
    address: str
    pin: str
    phones: int
    is_locked: bool
    codes_are_locked: bool

    @property
    def picture(self) -> SafeString:
        return qr_drawing(self.address)

    @property
    def reaches_phones(self) -> bool:
        """False where this computer has no network."""
        return not is_for_this_computer(self.address)


def slips_for(links: Iterable[ShownLink], request: HttpRequest) -> list[Slip]:
    """The slips of these links, with the address at which phones find the hall."""
    return [
        Slip(
            link=shown.link,
            address=_address(shown, request),
            pin=f"{shown.pin[:3]} {shown.pin[3:]}",
            phones=shown.phones,
            is_locked=shown.is_locked,
            codes_are_locked=shown.codes_are_locked,
        )
        for shown in links
    ]


def _address(shown: ShownLink, request: HttpRequest) -> str:
    here = request.build_absolute_uri(reverse("table-link", args=[shown.token]))
    return phone_url(here, lan=settings.LAN_ADDRESSES)
