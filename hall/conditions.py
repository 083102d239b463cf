"""要項: settings, frozen profile and engine options of a stage in plain words, with rule numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.cut_words import cut_sentences
from hall.listing import listed
from hall.settings_words import ranked_and_drawn, settings_sentences
from hall.words import FORMATS, RANKING
from scoring.domain.teams import team_order
from scoring.selectors.team_standings import has_teams
from tournaments.domain.profile import (
    ByeResult,
    Count,
    Decider,
    DrawRule,
    FirstDealer,
    FiveFiveWins,
    LoserPoints,
    NextGameDealer,
    Overshoot,
    Profile,
    SitOutScore,
    TimeUp,
    TimeUpEqual,
    WinnerPoints,
)
from tournaments.domain.settings import Remainder
from tournaments.enums import Format
from tournaments.models import Stage
from tournaments.selectors.events import ranking_changes

ROUNDS_CHOSEN = {Format.SWISS, Format.ROTATION}
ROUNDS_OF_THE_FIELD = {Format.ROUND_ROBIN, Format.KNOCKOUT, Format.TWO_WINS_TWO_LOSSES}


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Article:
    """One heading of the conditions and what stands under it."""

    title: str
    sentences: tuple[Sentence, ...]


def conditions_of(stage: Stage) -> list[Article]:
    """Everything that decides a result in this stage, in the order in which a reader asks."""
    profile = stage.profile
    articles = [
        Article(_("Who comes in"), tuple(map(Sentence, cut_sentences(stage)))),
        Article(_("Format"), tuple(_format(stage))),
        Article(_("A game"), tuple(_game(profile))),
        Article(_("A match"), tuple(_match(profile))),
        Article(_("First dealer"), tuple(_dealers(profile))),
        Article(_("Points in the standings"), (*_points(profile), *_changed_rankings(stage))),
        Article(_("Without an opponent"), tuple(_absence(stage))),
        Article(_("Members and floaters"), tuple(_members(stage))),
        Article(_("Teams"), tuple(_teams(stage))),
        Article(_("Time"), tuple(_time(profile))),
    ]
    if stage.ruleset_key == "goita":
        rules = (*_rules(stage.options), *_five_five(profile))
        articles.append(Article(_("Rules of play"), rules))
    return [article for article in articles if article.sentences]


def _changed_rankings(stage: Stage) -> Iterator[Sentence]:
    """An order of ranking that was changed after the start is told with the one before (T59)."""
    began = stage.started_at
    for change in (one for one in ranking_changes(stage) if began and one.at > began):
        day = change.at.astimezone(ZoneInfo(stage.tournament.venue_timezone))
        facts = {
            "day": date_format(day, "DATE_FORMAT"),
            "before": listed(str(RANKING[key].name) for key in change.before),
            "after": listed(str(RANKING[key].name) for key in change.after),
            "reason": change.reason or "–",
        }
        yield Sentence(
            _("Changed on %(day)s: ranked by %(after)s; before that by %(before)s. Reason: %(reason)s.")
            % facts
        )


def _format(stage: Stage) -> Iterator[Sentence]:
    if stage.format == Format.IMPORTED.value:
        yield Sentence(_("The matches were read from records of games already played."))
        return
    played_as, settings = Format(stage.format), stage.settings
    rounds = stage.rounds_planned
    words = {"format": FORMATS[played_as], "count": rounds}
    if _knows_its_rounds(stage):
        told = ngettext("%(format)s, %(count)s round.", "%(format)s, %(count)s rounds.", rounds)
    else:
        told = _("%(format)s.")
    yield Sentence(told % words)
    yield Sentence(ranked_and_drawn(played_as, settings))
    yield from map(Sentence, settings_sentences(played_as, settings))


def _knows_its_rounds(stage: Stage) -> bool:
    """Where the field decides how many rounds there are, it does so at the first draw."""
    played_as = Format(stage.format)
    is_drawn = stage.started_at is not None
    return played_as in ROUNDS_CHOSEN or (played_as in ROUNDS_OF_THE_FIELD and is_drawn)


def _game(profile: Profile) -> Iterator[Sentence]:
    if profile.target is None:
        yield Sentence(_("No points are counted towards a target."))
        return
    yield Sentence(
        _("Whoever first reaches %(target)s points wins the game.") % {"target": profile.target},
        "G-6.5",
    )
    if profile.overshoot is Overshoot.KEEP:
        yield Sentence(_("Points beyond the target count."))
    else:
        yield Sentence(
            _("Points beyond the target do not count: %(target)s at most.") % {"target": profile.target}
        )


def _match(profile: Profile) -> Iterator[Sentence]:
    if profile.best_of == 1:
        yield Sentence(_("A match is one game."))
    else:
        yield Sentence(
            _("A match is best of %(games)s: whoever wins %(needed)s games wins it.")
            % {"games": profile.best_of, "needed": profile.best_of // 2 + 1}
        )
        yield Sentence(
            _("Wins are counted by matches.")
            if profile.count is Count.MATCHES
            else _("Wins are counted by games.")
        )
    if profile.draw is DrawRule.STANDS:
        yield Sentence(_("A drawn match stands: half a win each."))
    else:
        ways = {
            Decider.ONE_MORE_DEAL: _("one more deal"),
            Decider.REPLAY: _("a replay"),
            Decider.LOT: _("a lot"),
        }
        steps = _(", then ").join(ways[decider] for decider in profile.deciders)
        yield Sentence(_("A drawn match is decided by: %(steps)s.") % {"steps": steps})


def _dealers(profile: Profile) -> Iterator[Sentence]:
    first = {
        FirstDealer.KINGS_DRAW: _("The side that draws the king names the first dealer."),
        FirstDealer.RANDOM: _("The first dealer is drawn by lot."),
        FirstDealer.CHOSEN: _("The first dealer is agreed upon."),
        FirstDealer.FEWEST_DEALS: _("Whoever has dealt least so far deals first."),
        FirstDealer.SEAT_ONE: _("Seat 1 deals first."),
    }
    yield Sentence(first[profile.first_dealer], "G-2.2")
    if profile.best_of > 1:
        later = {
            NextGameDealer.OTHER_SIDE: _("In the next game the other side deals first."),
            NextGameDealer.LOSER: _("In the next game the losing side deals first."),
            NextGameDealer.WINNER: _("In the next game the winning side deals first."),
            NextGameDealer.AS_FIRST: _("Later games begin like the first one."),
        }
        yield Sentence(later[profile.next_game_dealer], "G-2.2")


def _points(profile: Profile) -> Iterator[Sentence]:
    if profile.winner_points is WinnerPoints.TARGET:
        yield Sentence(_("The winner is given the target, whatever the total was."))
    if profile.loser_points is LoserPoints.ZERO:
        yield Sentence(_("The loser is given no points."))
    if profile.win_bonus:
        yield Sentence(_("Each win adds a bonus of %(bonus)s points.") % {"bonus": profile.win_bonus})
    yield Sentence(_("The difference is summed over all games."))


def _absence(stage: Stage) -> Iterator[Sentence]:
    profile = stage.profile
    if stage.format == Format.ROTATION.value:
        yield from _sit_out(stage)
    elif stage.format != Format.FREE.value:
        yield _bye(profile)
    yield from _forfeit(profile)


def _sit_out(stage: Stage) -> Iterator[Sentence]:
    """Where partners change; floaters leave nobody out."""
    if stage.settings.remainder is Remainder.FLOATER:
        return
    sit_out = stage.profile.sit_out
    worth = {
        SitOutScore.OWN_AVERAGE: _("Who sits out is given the mean of the own games of this stage."),
        SitOutScore.FIXED: _("Who sits out is given %(points)s points.") % {"points": sit_out.points},
        SitOutScore.WIN: _("Who sits out is given a win."),
    }
    yield Sentence(worth[sit_out.score])


def _bye(profile: Profile) -> Sentence:
    worth = {
        ByeResult.WIN: _("Sitting out a round counts as a win"),
        ByeResult.DRAW: _("Sitting out a round counts as a draw"),
        ByeResult.LOSS: _("Sitting out a round counts as a loss"),
    }
    if profile.bye.result not in worth:
        return Sentence(_("Nobody sits out as a bye: floaters fill the table."))
    return Sentence(
        _("%(worth)s, with %(points)s points and a difference of %(difference)s.")
        % {
            "worth": worth[profile.bye.result],
            "points": profile.bye.points,
            "difference": profile.bye.difference,
        }
    )


def _forfeit(profile: Profile) -> Iterator[Sentence]:
    winner = profile.forfeit.winner if profile.forfeit.winner is not None else profile.target
    yield Sentence(
        _("A forfeit is entered as %(winner)s–%(loser)s.")
        % {"winner": winner or 0, "loser": profile.forfeit.loser}
        + ("" if profile.forfeit.difference else " " + _("It does not count in the difference."))
    )
    late = profile.late_after
    if late.warning is not None:
        yield _minutes(_("Late by %(minutes)s minutes: a warning."), late.warning)
    if late.game is not None:
        yield _minutes(_("Late by %(minutes)s minutes: the game is lost."), late.game)
    if late.match is not None:
        yield _minutes(_("Late by %(minutes)s minutes: the match is lost."), late.match)


def _members(stage: Stage) -> Iterator[Sentence]:
    """Who may take whose place, and whether matches of an entry that leaves still count."""
    if stage.format == Format.IMPORTED.value:
        return
    if not stage.ranks_persons:
        until = stage.settings.change_until
        yield Sentence(
            _("Until %(until)s a pair that has not played may change one of its members, once.")
            % {"until": date_format(until)}
            if until
            else _("A pair that has not played may change one of its members, once.")
        )
    yield Sentence(_("A floater may sit in from any game on: name, number and results stay."))
    if not stage.settings.floater_keeps_prize:
        yield Sentence(_("Whoever had a floater sit in takes no prize."))
    if stage.format in {Format.ROUND_ROBIN.value, Format.LEAGUE.value}:
        yield Sentence(
            _(
                "Whoever leaves having played less than %(percent)s %% of its matches is taken out, as if "
                "it had never entered; otherwise those matches stand."
            )
            % {"percent": stage.settings.annul_below}
        )


def _teams(stage: Stage) -> Iterator[Sentence]:
    """Nothing where nobody plays for a team."""
    if not has_teams(stage):
        return
    keys = listed(RANKING[key].name for key, _descending in team_order(stage.profile))
    yield Sentence(
        _("Each entry plays for itself and for its team. Teams are ranked by: %(keys)s.") % {"keys": keys}
    )
    match Format(stage.format):
        case Format.SWISS:
            yield Sentence(_("Members of one team are not drawn against each other."))
        case Format.ROUND_ROBIN | Format.LEAGUE:
            yield Sentence(_("Members of one team meet in round 1, as far as they can."))
    yield Sentence(_("A floater's own team gains nothing."))


def _minutes(text: str, minutes: int) -> Sentence:
    return Sentence(text % {"minutes": minutes}, "G-8")


def _time(profile: Profile) -> Iterator[Sentence]:
    time = profile.time
    if time.limit is None:
        yield Sentence(_("There is no time limit."))
        return
    yield Sentence(_("A match lasts %(minutes)s minutes.") % {"minutes": time.limit}, "G-6.6")
    at_bell = {
        TimeUp.FINISH_DEAL: _("A deal that has begun at the bell is played to its end."),
        TimeUp.STOP: _("The deal running at the bell is void."),
        TimeUp.NO_NEW_DEAL: _("No deal begins in the last %(minutes)s minutes.")
        % {"minutes": time.no_new_deal_before},
    }
    yield Sentence(at_bell[time.up], "G-6.6")
    equal = {
        TimeUpEqual.DRAW: _("Equal totals at the bell are a draw."),
        TimeUpEqual.LAST_DEAL: _("Equal totals at the bell: the winner of the last deal wins."),
        TimeUpEqual.ONE_MORE_DEAL: _("Equal totals at the bell: one more deal decides."),
    }
    yield Sentence(equal[time.equal], "G-6.6")


def _rules(options: Mapping[str, object]) -> Iterator[Sentence]:
    """Every option of the engine, also where its default stands."""
    if options.get("combinations", True) is False:
        yield Sentence(_("Dealt combinations do not count."), "G-3.8")
    else:
        yield from _five(options)
        yield Sentence(
            _("An overlooked combination of six to eight pawns is lost.")
            if options.get("undeclared") == "lost"
            else _("Six, seven or eight pawns in one hand win the deal at once."),
            "G-3.9" if options.get("undeclared") == "lost" else "G-3.4",
        )
    yield Sentence(
        _("A king may attack when both kings are still held.")
        if options.get("king_pair") == "current"
        else _("A king may attack when both kings were dealt to one hand."),
        "G-5",
    )
    yield Sentence(
        _("The deal passes to the right.")
        if options.get("next_dealer") == "counter_clockwise"
        else _("Whoever went out deals next."),
        "G-6.4",
    )


def _five(options: Mapping[str, object]) -> Iterator[Sentence]:
    if options.get("five", True) is False:
        yield Sentence(_("Five pawns in one hand are simply played."), "G-3.8")
    else:
        yield Sentence(
            _("With five pawns the holder decides: play or redeal.")
            if options.get("five_decider") == "holder"
            else _("With five pawns the partner alone decides: play or redeal."),
            "G-3.1",
        )
        opposed = {
            "both_must_play": _("Five pawns on both sides: it is played only if both say so."),
            "both_must_redeal": _("Five pawns on both sides: a redeal only if both say so."),
            "always_redeal": _("Five pawns on both sides: always a redeal."),
            "always_play": _("Five pawns on both sides: always played."),
        }
        yield Sentence(opposed[str(options.get("five_opposed", "both_must_play"))], "G-3.2")
    points = options.get("five_five_points", 150)
    yield Sentence(
        _("Five and five pawns with partners win the game and bring the total to the target.")
        if points == "target"
        else _("Five and five pawns with partners win the game and add %(points)s points.")
        % {"points": points},
        "G-3.3",
    )


def _five_five(profile: Profile) -> Iterator[Sentence]:
    if profile.five_five_wins is FiveFiveWins.MATCH:
        yield Sentence(_("Five and five pawns win the whole match."), "G-3.3")
