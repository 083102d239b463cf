"""A hall with forty people whose names have one to eight characters, as pages must stand it.

Built through the services; deals are lawful ones from the engine, drawn with a fixed seed.
"""

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from clubs.models import Branch, Club
from clubs.services.members import found_club, register_member
from engine import RULESETS
from scoring.domain.match_score import MatchScore
from scoring.services.drafts import pair_next_round
from scoring.services.results import confirm_match, derive_score
from scoring.services.rounds import close_round, publish_round
from tests.events import play
from tournaments.enums import Format, TournamentState
from tournaments.models import Match, Round, Stage
from tournaments.services.entries import enter_pair
from tournaments.services.events import add_stage, create_tournament
from tournaments.services.reception import close_reception, mark_present

BRANCHES = {
    "noto": "能登",
    "kanazawa": "金沢",
    "tokyo": "東京",
    "osaka": "大阪",
    "miyagi": "宮城",
    "nagano": "長野",
    "chiba": "千葉",
    "toyama": "富山",
}
# Name, reading. Family names that are equal, one-character names, and long ones stand on purpose.
PEOPLE = [
    ("田中 太郎", "たなか たろう"), ("吉田 花子", "よしだ はなこ"),
    ("数馬 進", "かずま すすむ"), ("林 恵", "はやし めぐみ"),
    ("天野 翔", "あまの しょう"), ("上出 実", "かみで みのる"),
    ("新 仁", "あたらし じん"), ("梅田 さくら", "うめだ さくら"),
    ("長谷川 健太郎", "はせがわ けんたろう"), ("佐々木 美智子", "ささき みちこ"),
    ("小木曽 守", "おぎそ まもる"), ("王 一", "おう はじめ"),
    ("勘解由小路 綾", "かでのこうじ あや"), ("一", "にのまえ"),
    ("山口 正", "やまぐち ただし"), ("山口 京", "やまぐち みやこ"),
    ("辻 誠", "つじ まこと"), ("坂下 弘", "さかした ひろし"),
    ("干場 清", "ほしば きよし"), ("谷内 香", "やち かおり"),
    ("宮下 茂", "みやした しげる"), ("向 直樹", "むかい なおき"),
    ("灰谷 豊", "はいたに ゆたか"), ("橋 律", "はし りつ"),
    ("宮本 武", "みやもと たけし"), ("大森 千代", "おおもり ちよ"),
    ("鶴野 昇", "つるの のぼる"), ("寺下 文", "てらした ふみ"),
    ("瀬戸 渉", "せと わたる"), ("国重 和", "くにしげ かず"),
    ("浜 勝", "はま まさる"), ("岩坂 夏", "いわさか なつ"),
    ("中 光", "なか ひかる"), ("石尾 力", "いしお つとむ"),
    ("升谷 節", "ますたに せつ"), ("南出 リョウ", "みなみで りょう"),
    ("田中 次郎", "たなか じろう"), ("吉田 信", "よしだ まこと"),
    ("田中 太郎", "たなか たろう"), ("ビクトリア", "びくとりあ"),
]  # fmt: skip


def society() -> Club:
    """A society with eight branches."""
    return found_club("能登ごいた保存会", slug="noto-goita", branches=BRANCHES)


def mayors_cup(
    *,
    slug: str = "cup",
    pairs: int = 20,
    closed: int = 0,
    running: bool = False,
    format: Format = Format.SWISS,
    preset: str = "society_pairs",
    seed: int = 1,
) -> Stage:
    """An event with this many rounds closed, and one more in the middle of play if asked for."""
    rng = random.Random(seed)
    club = Club.objects.filter(slug="noto-goita").first() or society()
    stage = entered_stage(club, slug=slug, pairs=pairs, format=format, preset=preset)
    if not closed and not running:
        return stage
    close_reception(stage.division)
    for _ in range(closed):
        round = drawn_round(stage)
        for match in round.matches.exclude(table=None):
            play_to_the_end(match, rng)
            confirm_match(match, by=None)
        close_round(round)
    if running:
        round = drawn_round(stage)
        for match in list(round.matches.exclude(table=None))[:-1]:
            play_some(match, rng, deals=rng.randrange(5))
    stage.refresh_from_db()
    return stage


def entered_stage(club: Club, *, slug: str, pairs: int, format: Format, preset: str) -> Stage:
    """Reception is open and everybody is here."""
    tournament = create_tournament(
        "第25回 能登町長杯",
        slug=slug,
        club=club,
        starts_at=datetime(2026, 9, 13, 4, tzinfo=UTC),
        venue="コンセールのと",
        fee=500,
    )
    stage = add_stage(tournament.divisions.get(), format=format, preset=preset, seed=slug)
    branches = list(club.branches.order_by("number"))
    for place in range(pairs):
        enter_two(stage, place, branches)
    return stage


def enter_two(stage: Stage, place: int, branches: Sequence[Branch]) -> None:
    """Every third pair comes from two branches."""
    first, second = 2 * place, 2 * place + 1
    homes = (branches[place % len(branches)], branches[(place + place % 3) % len(branches)])
    people = [
        register_member(
            PEOPLE[index % len(PEOPLE)][0],
            reading=PEOPLE[index % len(PEOPLE)][1],
            branch=home,
        )
        for index, home in zip((first, second), homes, strict=True)
    ]
    enter_pair(stage.division, first=people[0], second=people[1])
    for person in people:
        mark_present(stage.tournament, person=person)


def drawn_round(stage: Stage) -> Round:
    """The next round, published."""
    round = pair_next_round(Stage.objects.get(pk=stage.pk))
    publish_round(round)
    return round


def play_to_the_end(match: Match, rng: random.Random) -> None:
    while not score_of(match).finished:
        play(match, lawful_record(match, rng))


def play_some(match: Match, rng: random.Random, *, deals: int) -> None:
    for _ in range(deals):
        if not score_of(match).finished:
            play(match, lawful_record(match, rng))


def lawful_record(match: Match, rng: random.Random) -> str:
    stage = match.round.stage
    return RULESETS[stage.ruleset_key].random_record(rng, options=stage.options)


def score_of(match: Match) -> MatchScore:
    return derive_score(match)


def ended(stage: Stage) -> Stage:
    """The event as it stands in the list of past ones."""
    tournament = stage.tournament
    tournament.state = TournamentState.CLOSED.value
    tournament.save()
    return stage
