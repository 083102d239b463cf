"""The model of one match: what its record must be after any acts (decisions.md: acts from a phone).

An act that names the last one applies; one that was overtaken by the same is that one; one that was
overtaken by another is held, and then nothing counts until the desk has chosen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from uuid import UUID

# Ten points each: no game ends, so every order of them is lawful.
DEALS = ("sheet,s1,1,1,received", "sheet,s1,2,1,received", "sheet,s1,3,1,led")
BACK = "the last one back"
NOW = "whatever is last when it arrives"


@dataclass(frozen=True, slots=True)
class Made:
    """An act as its sender made it: ``after`` is the uuid of what was seen last, or NOW for the desk."""

    uuid: str
    content: str
    after: str | None


@dataclass(slots=True)
class Model:
    applied: list[tuple[str, str]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)

    def take(self, act: Made) -> tuple[int, str]:
        """The status, and the uuid of what stands for the act."""
        if act.uuid not in self.answers:
            self.answers[act.uuid] = self.take_first(act)
        return self.answers[act.uuid]

    def take_first(self, act: Made) -> tuple[int, str]:
        last = self.applied[-1][0]
        if not self.held and act.after in (last, NOW):
            self.applied.append((act.uuid, act.content))
            return 200, act.uuid
        uuid, content = self.overtaking(act.after)
        if not self.held and content == act.content:
            return 200, uuid
        self.held.append(act.uuid)
        return 409, act.uuid

    def overtaking(self, after: str | None) -> tuple[str, str]:
        """What was applied after that, else the last one."""
        names = [uuid for uuid, _content in self.applied]
        place = names.index(after) + 1 if after in names else len(names)
        return self.applied[min(place, len(names) - 1)]

    @property
    def standing(self) -> list[str]:
        deals: list[str] = []
        for _uuid, content in self.applied:
            deals[len(deals) - (content == BACK) :] = [] if content == BACK else [content]
        return deals

    @property
    def outcome(self) -> object:
        return "disputed" if self.held else tuple(self.standing)


def made_offline(dice: Random, base: str | None) -> list[Made]:
    """What a phone has made without network, each act after the one before."""
    made: list[Made] = []
    for number in range(dice.randint(1, 3)):
        content = BACK if made and made[-1].content != BACK and dice.random() < 0.2 else dice.choice(DEALS)
        after = made[-1].uuid if number else base
        made.append(Made(str(UUID(int=dice.getrandbits(128), version=4)), content, after))
    return made


def made_at_once(dice: Random) -> list[Made]:
    """What the desk enters, looking at what is there."""
    return [
        Made(str(UUID(int=dice.getrandbits(128), version=4)), dice.choice(DEALS), NOW)
        for _ in range(dice.randint(0, 2))
    ]


def deliver(
    queues: Sequence[Sequence[Made]], order: Sequence[int], send: Callable[[int, Made], tuple[int, str]]
) -> None:
    """Each sender's acts in their order; what stands for an act is what its next one names."""
    waiting = [list(acts) for acts in queues]
    for sender in order:
        act = waiting[sender].pop(0)
        _status, standing = send(sender, act)
        if waiting[sender] and waiting[sender][0].after == act.uuid:
            waiting[sender][0] = replace(waiting[sender][0], after=standing)


def orders(queues: Sequence[Sequence[Made]]) -> Iterator[tuple[int, ...]]:
    """Every order of arrival in which nobody overtakes himself: the sender of each act."""
    if not any(queues):
        yield ()
        return
    for sender, acts in enumerate(queues):
        if acts:
            rest = [acts[1:] if other == sender else queues[other] for other in range(len(queues))]
            yield from ((sender, *order) for order in orders(rest))


def outcomes(queues: Sequence[Sequence[Made]], applied: Sequence[tuple[str, str]]) -> set[object]:
    """What may come out when all of them send at once: what does in one order or another."""
    found = set()
    for order in orders(queues):
        found.add(_outcome(queues, order, Model(list(applied))))
    return found


def _outcome(queues: Sequence[Sequence[Made]], order: Sequence[int], model: Model) -> object:
    deliver(queues, order, lambda _sender, act: model.take(act))
    return model.outcome
