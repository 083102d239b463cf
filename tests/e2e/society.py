"""Twelve people whose family names count from one on, so that a page tells at a glance who is stronger."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

PEOPLE = ("一柳", "二宮", "三浦", "四方", "五島", "六車", "七尾", "八木", "九鬼", "十河", "百瀬", "千葉")
NAME = re.compile("|".join(PEOPLE))
BRANCHES = ("能登", "金沢", "東京")
AT_HOME = len(PEOPLE) // len(BRANCHES)


def names_in(text: str) -> list[str]:
    return NAME.findall(text)


def strength(side: str) -> int:
    """1 is the strongest; a side is as strong as its strongest."""
    return min(PEOPLE.index(name) + 1 for name in names_in(side))


def stronger(one: str, other: str) -> list[tuple[int, int]]:
    """The side with the strongest player wins its one game 150–90."""
    return [(150, 90) if strength(one) < strength(other) else (90, 150)]


@dataclass(frozen=True)
class Society:
    """The people on the books, by family name; entered through the API as from a list sent in before."""

    page: "Page"
    uuids: dict[str, str]

    def enter(self, event: str, entries: int, *, size: int = 2) -> None:
        """So many pairs, or single persons, in the order of their strength; all of them are here."""
        for first in range(0, entries * size, size):
            people = PEOPLE[first : first + size]
            if size == 1:
                send(self.page, "POST", f"events/{event}/persons", person=self.uuids[people[0]])
            else:
                two = zip(("first", "second"), people, strict=True)
                send(self.page, "POST", f"events/{event}/pairs", **{at: self.uuids[name] for at, name in two})
            for name in people:
                send(self.page, "PUT", f"events/{event}/attendances/{self.uuids[name]}", present=True)
        self.page.reload()


def register(page: "Page") -> dict[str, str]:
    """Everybody is on the books, four in each branch."""
    (club,) = send(page, "GET", "clubs")["clubs"]
    homes = [branch["uuid"] for branch in club["branches"]]
    return {
        name: send(
            page, "POST", f"clubs/{club['slug']}/members", name=f"{name} 進", branch=homes[place // AT_HOME]
        )["uuid"]
        for place, name in enumerate(PEOPLE)
    }


def send(page: "Page", method: str, path: str, **body: object) -> Any:
    """One call of the API with the cookies of the page."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    url = re.match(r"https?://[^/]+", page.url)
    assert url
    answer = page.request.fetch(
        f"{url.group()}/api/v1/{path}",
        method=method,
        data=body or None,
        headers={"X-CSRFToken": cookies["csrftoken"]},
    )
    assert answer.ok, answer.text()
    return answer.json()
