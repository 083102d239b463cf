"""Between a profile and the JSON that a stage keeps. Reading checks everything and names what is wrong."""

from collections.abc import Mapping

from tournaments.domain.profile.values import (
    Bye,
    Forfeit,
    Lateness,
    MissedRound,
    Profile,
    SitOut,
    TimeRules,
)
from tournaments.domain.profile.words import (
    ByeResult,
    Count,
    Decider,
    DrawRule,
    FirstDealer,
    FiveFiveWins,
    LoserPoints,
    NextGameDealer,
    Overshoot,
    SitOutScore,
    Tie,
    TimeUp,
    TimeUpEqual,
    WinnerPoints,
)
from tournaments.domain.records import (
    InvalidRecord,
    Reader,
    choice,
    each,
    flag,
    optional,
    plain_value,
    record,
    whole,
)
from tournaments.enums import RankingKey

MINUTES = (0, 24 * 60)
POINTS = (-10_000, 10_000)


def profile_from(stored: Mapping[str, object]) -> Profile:
    """The profile that was stored; a field left out has its default.

    Raises InvalidRecord for an unknown field, a wrong value, or fields that contradict each other.
    """
    profile: Profile = record(Profile, PROFILE_FIELDS)("", stored)
    check_agreement(profile)
    return profile


def profile_to(profile: Profile) -> dict[str, object]:
    """The profile as JSON values; ``profile_from`` gives the same profile again."""
    plain: dict[str, object] = plain_value(profile)
    return plain


def ranked_key(field: str, value: object) -> tuple[RankingKey, bool]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidRecord("not_a_key_with_direction", {"field": field})
    key: RankingKey = choice(RankingKey)(field, value[0])
    return key, flag(field, value[1])


def ranking(field: str, value: object) -> tuple[tuple[RankingKey, bool], ...]:
    keys: tuple[tuple[RankingKey, bool], ...] = each(ranked_key)(field, value)
    names = [key for key, _ in keys]
    for key in names:
        if names.count(key) > 1:
            raise InvalidRecord("key_twice", {"field": field, "key": key.value})
    return keys


def check_agreement(profile: Profile) -> None:
    """Refuses fields that are fine alone and contradict each other."""
    if not profile.ranking:
        raise InvalidRecord("no_ranking_key", {"field": "ranking"})
    if profile.draw is DrawRule.DECIDED and not profile.deciders:
        raise InvalidRecord("no_decider", {"field": "deciders"})
    if profile.target is None:
        check_without_target(profile)


def check_without_target(profile: Profile) -> None:
    """Without a target there is nothing to cut off at it, and no winner's target to give."""
    if profile.overshoot is Overshoot.CAP:
        raise InvalidRecord("needs_target", {"field": "overshoot"})
    if profile.winner_points is WinnerPoints.TARGET:
        raise InvalidRecord("needs_target", {"field": "winner_points"})
    if profile.time.points is WinnerPoints.TARGET:
        raise InvalidRecord("needs_target", {"field": "time.points"})


TIME_FIELDS: Mapping[str, Reader] = {
    "limit": optional(whole(1, MINUTES[1])),
    "up": choice(TimeUp),
    "no_new_deal_before": whole(*MINUTES),
    "points": choice(WinnerPoints),
    "equal": choice(TimeUpEqual),
}
LATENESS_FIELDS: Mapping[str, Reader] = {
    "warning": optional(whole(*MINUTES)),
    "game": optional(whole(*MINUTES)),
    "match": optional(whole(*MINUTES)),
}
BYE_FIELDS: Mapping[str, Reader] = {
    "result": choice(ByeResult),
    "points": whole(*POINTS),
    "difference": whole(*POINTS),
}
SIT_OUT_FIELDS: Mapping[str, Reader] = {"score": choice(SitOutScore), "points": whole(*POINTS)}
MISSED_FIELDS: Mapping[str, Reader] = {"result": choice(ByeResult), "points": whole(*POINTS)}
FORFEIT_FIELDS: Mapping[str, Reader] = {
    "winner": optional(whole(*POINTS)),
    "loser": whole(*POINTS),
    "difference": flag,
}
PROFILE_FIELDS: Mapping[str, Reader] = {
    "target": optional(whole(10, 10_000)),
    "five_five_wins": choice(FiveFiveWins),
    "first_dealer": choice(FirstDealer),
    "next_game_dealer": choice(NextGameDealer),
    "time": record(TimeRules, TIME_FIELDS),
    "late_after": record(Lateness, LATENESS_FIELDS),
    "best_of": whole(1, 99),
    "overshoot": choice(Overshoot),
    "count": choice(Count),
    "win_bonus": whole(0, 1_000_000),
    "winner_points": choice(WinnerPoints),
    "loser_points": choice(LoserPoints),
    "draw": choice(DrawRule),
    "deciders": each(choice(Decider)),
    "bye": record(Bye, BYE_FIELDS),
    "sit_out": record(SitOut, SIT_OUT_FIELDS),
    "missed_round": record(MissedRound, MISSED_FIELDS),
    "forfeit": record(Forfeit, FORFEIT_FIELDS),
    "place_points": each(whole(*POINTS)),
    "ranking": ranking,
    "tie": choice(Tie),
    "team": ranking,
}
