"""The whole-match form: a YAML file with the names, and every deal with its hands and plays.

The form omits passes, which are put back here, and writes kings as it likes: in plays most
programs write 王 for either, some write 王 twice in the hands. A record names the face that
was held; the faces as written are kept beside it, so that a file comes back as it was.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, TypeVar

from engine.errors import RecordSyntaxError
from engine.goita.tiles import KING_FACES, TILES, UNSEEN_FACE
from engine.goita.variant import FOUR_SEATS, Seat
from engine.yaml import Block, Listing, Node, Scalar, read_yaml, write_yaml

LARGEST_FILE = 8 * 1024 * 1024
PLAYERS = {"p0": Seat(1), "p1": Seat(2), "p2": Seat(3), "p3": Seat(4)}
SECOND_KING = "second_king"

FACE = {tile.kanji: tile.digit for tile in TILES} | {UNSEEN_FACE: UNSEEN_FACE}
KANJI = {face: kanji for kanji, face in FACE.items()}
LINE_FORM = re.compile("([1-9x]*,){4}s[1-4](,[1-4](p|[1-9x]{2}))*")
OTHER_KING = dict(zip(KING_FACES, reversed(KING_FACES), strict=True))

Kind = TypeVar("Kind", Scalar, Block, Listing)


@dataclass(frozen=True, slots=True)
class MatchDeal:
    """One deal of a match. ``record`` is in line form, lawful or not."""

    record: str
    score: tuple[int, int] | None = None  # as typed: before the deal or after it
    notes: tuple[str, ...] = ()
    kings: str | None = None  # the faces that the file writes, in its order; None: the record's
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    players: tuple[str, ...]  # p0 to p3, who sit on seats 1 to 4
    deals: tuple[MatchDeal, ...]
    version: str = Scalar("1.0", plain=True)
    extra: Mapping[str, object] = field(default_factory=dict)


class _Play(NamedTuple):
    seat: Seat
    tiles: str  # defence and attack


def decoded(data: bytes) -> str:
    """Raise RecordSyntaxError unless the bytes are UTF-8 text of a bearable size."""
    if len(data) > LARGEST_FILE:
        raise RecordSyntaxError("file_too_large", limit=LARGEST_FILE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordSyntaxError("not_utf8", line=line, offset=error.start) from None
    if not text.strip():
        raise RecordSyntaxError("empty_file", line=1)
    return text


def read_match(data: bytes) -> MatchRecord:
    """Raise RecordSyntaxError, naming the line, when the file is not a match."""
    match = read_yaml(decoded(data))
    if not isinstance(match, Block):
        raise RecordSyntaxError("not_a_match", line=match.line)
    return MatchRecord(
        players=tuple(_required(Scalar, match, player) for player in PLAYERS),
        deals=tuple(_read_deal(_expect(Block, deal)) for deal in _required(Listing, match, "log")),
        version=_expect(Scalar, match.get("version", Scalar("1.0", plain=True))),
        extra=_others(match, "version", *PLAYERS, "log"),
    )


def _read_deal(deal: Block) -> MatchDeal:
    hand = _required(Block, deal, "hand")
    written = [_faces(_required(Scalar, hand, player)) for player in PLAYERS]
    hands = _both_faces(written)
    dealer = _seat(_required(Scalar, deal, "uchidashi"))
    plays = _plays(deal)
    events = _events(dealer, _as_held(hands, plays))
    return MatchDeal(
        record=",".join([*hands, f"s{dealer}", *events]),
        score=_score(deal),
        notes=() if hands == written else (SECOND_KING,),
        kings=_kings(chain(written, (play.tiles for play in plays))),
        extra=_others(deal, "hand", "uchidashi", "score", "game"),
    )


def _plays(deal: Block) -> list[_Play]:
    if deal.get("game") == "":
        return []
    return [_play(_expect(Listing, row)) for row in _required(Listing, deal, "game")]


def _play(row: Listing) -> _Play:
    if len(row) != 3:
        raise RecordSyntaxError("bad_value", line=row.line, field="game")
    player, defence, attack = (_expect(Scalar, node) for node in row)
    tiles = _faces(defence) + _faces(attack)
    if len(tiles) != 2:
        raise RecordSyntaxError("bad_value", line=row.line, field="game")
    return _Play(_seat(player), tiles)


def _score(deal: Block) -> tuple[int, int] | None:
    if "score" not in deal:
        return None
    score = _required(Listing, deal, "score")
    match [int(str(n)) for n in score if re.fullmatch("-?[0-9]{1,6}", str(n))]:
        case [one, two] if len(score) == 2:
            return one, two
    raise RecordSyntaxError("bad_value", line=score.line, field="score")


def _faces(tiles: Scalar) -> str:
    for kanji in tiles:
        if kanji not in FACE:
            raise RecordSyntaxError("unknown_tile", line=tiles.line, found=kanji)
    return "".join(FACE[kanji] for kanji in tiles)


def _seat(player: Scalar) -> Seat:
    if f"p{player}" not in PLAYERS:
        raise RecordSyntaxError("bad_value", line=player.line, found=str(player))
    return PLAYERS[f"p{player}"]


def _both_faces(hands: Sequence[str]) -> list[str]:
    """Where a file writes one king twice, the first by seat order is 王 and the second 玉."""
    text = ",".join(hands)
    if sorted(face for face in text if face in KING_FACES) in (["8", "8"], ["9", "9"]):
        faces = iter(KING_FACES)
        text = "".join(next(faces) if face in KING_FACES else face for face in text)
    return text.split(",")


def _as_held(hands: Sequence[str], plays: Sequence[_Play]) -> Iterator[_Play]:
    """A king in a play is the one that its seat holds; of two, the one written."""
    kings = {seat: set(hand) & set(KING_FACES) for seat, hand in zip(FOUR_SEATS.seats, hands, strict=True)}
    for seat, tiles in plays:
        faces = ""
        for written in tiles:
            faces += _held_face(written, kings[seat])
            kings[seat].discard(faces[-1])
        yield _Play(seat, faces)


def _held_face(written: str, kings: set[str]) -> str:
    other = OTHER_KING.get(written)
    return other if other is not None and other in kings and written not in kings else written


def _events(dealer: Seat, plays: Iterator[_Play]) -> Iterator[str]:
    """Put the passes back that the form omits: of all seats from the turn to the one who plays."""
    turn = dealer
    following = FOUR_SEATS.table.following
    for seat, tiles in plays:
        while turn != seat:
            yield FOUR_SEATS.table.passes[turn]
            turn = following[turn]
        yield f"{seat}{tiles}"
        turn = following[seat]


def _kings(texts: Iterable[str]) -> str:
    return "".join(KANJI[face] for text in texts for face in text if face in KING_FACES)


def write_match(match: MatchRecord) -> str:
    """Raise RecordSyntaxError for a deal without plays: the form cannot hold it."""
    return write_yaml(
        {
            _plain("version"): match.version,
            **{_plain(key): name for key, name in zip(PLAYERS, match.players, strict=True)},
            **match.extra,
            _plain("log"): [_write_deal(deal) for deal in match.deals],
        }
    )


def _write_deal(deal: MatchDeal) -> dict[str, object]:
    if not LINE_FORM.fullmatch(deal.record):
        raise RecordSyntaxError("no_yaml_form", found=deal.record)
    parts = _as_written(deal.record, deal.kings).split(",")
    hands, mark, events = parts[:4], parts[4], parts[5:]
    score: dict[str, object] = {} if deal.score is None else {_plain("score"): list(deal.score)}
    return {
        _plain("hand"): {_plain(key): _kanji(hand) for key, hand in zip(PLAYERS, hands, strict=True)},
        _plain("uchidashi"): int(mark[1:]) - 1,
        **score,
        **deal.extra,
        _plain("game"): [
            [str(int(event[0]) - 1), _kanji(event[1]), _kanji(event[2])]
            for event in events
            if not event.endswith("p")
        ],
    }


def _as_written(record: str, kings: str | None) -> str:
    if kings is None:
        return record
    faces = iter(kings)
    return re.sub(f"[{KING_FACES}]", lambda held: FACE[next(faces)], record)


def _kanji(faces: str) -> str:
    return "".join(KANJI[face] for face in faces)


def _plain(text: str) -> Scalar:
    return Scalar(text, plain=True)


def _expect(kind: type[Kind], node: Node) -> Kind:
    if not isinstance(node, kind):
        raise RecordSyntaxError("bad_value", line=node.line)
    return node


def _required(kind: type[Kind], block: Block, field: str) -> Kind:
    if field not in block:
        raise RecordSyntaxError("missing_field", line=block.line, field=field)
    return _expect(kind, block[field])


def _others(block: Block, *known: str) -> dict[str, object]:
    return {key: node for key, node in block.items() if key not in known}
