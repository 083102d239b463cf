"""The history in words: every act as a sentence in the reader's language, and who did it.

The pattern of a kind may name whatever stands in the act's payload, said in words by ``Spoken``, and
``subject``, which the act is about. A reason is told beside the sentence, never in it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import RULESETS
from hall.deal_words import outcome_words, redeal_words
from hall.listing import listed
from hall.phrases import fault_words
from hall.round_names import round_name
from hall.ruling_words import effect_words
from hall.words import ENDINGS, FORMATS, Words
from ledger.acts import ChainFault
from ledger.models import Act
from scoring.domain.facts import UNMET, OutcomeKind
from scoring.models import Deal
from scoring.selectors.act_names import ActNames, names_in
from tournaments.enums import AbsenceKind, Format
from tournaments.models import Match, Seat, Tournament

GONE = "–"
"""Said of what is not there any more, or was erased."""


@dataclass(frozen=True, slots=True)
class ActLine:
    """One act as the history tells it, by the clock of the hall.

    ``code`` is the match it is about, ``place`` where that is played; empty where it is about none.
    """

    act: Act
    day: str
    time: str
    who: str
    place: str
    code: str
    sentence: str
    reason: str
    is_undone: bool = False


class Spoken:
    """The parts of one act in words, by the names that its pattern asks for."""

    def __init__(self, act: Act, names: ActNames) -> None:
        self.act, self.names = act, names
        self.content: Mapping[str, Any] = act.payload.content if hasattr(act, "payload") else {}

    def __getitem__(self, name: str) -> str:
        if name == "subject":
            return self.of_uuid(str(self.act.subject))
        value = self.content.get(name)
        told = PARTS.get(name)
        return str(told(self, value)) if told else self.said(value)

    def said(self, value: object) -> str:
        """A uuid by its name of today, a list one by one, anything else as it is."""
        if isinstance(value, list):
            return listed(self.said(each) for each in value) or GONE
        if isinstance(value, str) and len(value) == 36:
            return self.of_uuid(value)
        return GONE if value in (None, "") else str(value)

    def of_uuid(self, uuid: str) -> str:
        names = self.names
        if entry := names.entries.get(uuid):
            return gettext("no. %(number)s %(name)s") % {"number": entry.number, "name": entry.shown_name}
        if person := names.people.get(uuid):
            return person.shown_name
        if match := names.matches.get(uuid):
            return place_words(match)
        if round := names.rounds.get(uuid):
            return round_name(round.stage, round.number)
        if stage := names.stages.get(uuid):
            return str(FORMATS[Format(stage.format)])
        if link := names.links.get(uuid):
            return table_words(link.table) if link.table else gettext("the link of a match")
        if account := names.accounts.get(uuid):
            return account.username
        named = names.teams.get(uuid) or names.branches.get(uuid)
        return named.name if named else GONE

    @property
    def match(self) -> Match | None:
        return self.names.matches.get(str(self.act.subject))

    @property
    def deal(self) -> Deal | None:
        return self.names.deals.get(str(self.content.get("deal") or self.act.uuid))


# Parts


def table_words(table: object) -> str:
    return gettext("table %(table)s") % {"table": table} if table else gettext("no table")


def place_words(match: Match) -> str:
    return gettext("table %(table)s (%(code)s)") % {"table": match.place, "code": match.code}


def day_words(value: object) -> str:
    day = parse_date(str(value)) if value else None
    return date_format(day) if day else gettext("no day")


def moment_words(spoken: Spoken, value: object) -> str:
    if not value:
        return gettext("no day")
    moment = datetime.fromisoformat(str(value))
    zone = spoken.match.tournament.venue_timezone if spoken.match else "UTC"
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def side_words(spoken: Spoken, side: object) -> str:
    sides = spoken.match.sides.all() if spoken.match else ()
    names = (one.shown_name for one in sides if one.number == side)
    return next(names, gettext("side %(side)s") % {"side": side or GONE})


def seat_words(spoken: Spoken, seat: object) -> str:
    name = name_at(spoken.match, seat, int(spoken.content.get("game") or 1)) if spoken.match else ""
    words = gettext("seat %(seat)s") % {"seat": seat or GONE}
    return f"{words} ({name})" if name else words


def name_at(match: Match, seat: object, game: int) -> str:
    """Who sits there in this game: the last one who sat down at or before it."""
    rows: list[Seat] = [row for row in match.seats.all() if row.number == seat and row.from_game <= game]
    return max(rows, key=lambda row: row.from_game).person.short_name if rows else ""


def yes_or_no(spoken: Spoken, value: object) -> Words:
    return OPEN if value else HIDDEN


OPEN, HIDDEN = _("open"), _("hidden")
BYES: Mapping[str, Words] = {
    AbsenceKind.FULL_BYE: _("a win"),
    AbsenceKind.HALF_BYE: _("half a win"),
    AbsenceKind.ZERO_BYE: _("nothing"),
}
PARTS: Mapping[str, Callable[[Spoken, Any], object]] = {
    "from": lambda spoken, value: table_words(value),
    "to": lambda spoken, value: table_words(value),
    "day": lambda spoken, value: day_words(value),
    "at": moment_words,
    "side": side_words,
    "seat": seat_words,
    "draw": yes_or_no,
    "standings": yes_or_no,
    "format": lambda spoken, value: FORMATS[Format(value)] if value else GONE,
    "worth": lambda spoken, value: BYES.get(value, GONE),
}


# Sentences that no pattern can make


def deal_sentence(spoken: Spoken) -> str:
    """“Deal 4: 田中 out with 角, 40 points”; of what was not lawful, the fault."""
    deal = spoken.deal
    if deal is None:
        return record_sentence(spoken)
    told = {
        "number": deal.number,
        "words": ended_words(deal, spoken.names.matches.get(str(deal.game.match.uuid))),
    }
    if deal.game.leg > 1:
        pattern = gettext("Game %(game)s, deal %(number)s: %(words)s")
        return pattern % (told | {"game": deal.game.leg})
    return gettext("Deal %(number)s: %(words)s") % told


def ended_words(deal: Deal, match: Match | None) -> str:
    if deal.fault_code:
        return gettext("not lawful: %(fault)s") % {"fault": fault_words(deal.fault_code)}
    return outcome_in_words(deal.outcome or {}, match, deal.game.leg)


def outcome_in_words(outcome: Mapping[str, Any], match: Match | None, game: int) -> str:
    if outcome.get("end") == "redeal":
        return redeal_words(outcome.get("reason") or "")
    words = outcome_words(
        sum(outcome.get("points", {}).values()),
        special=outcome.get("special") or "",
        tile=outcome.get("tile") or "",
        doubled=bool(outcome.get("doubled")),
    )
    name = name_at(match, outcome.get("seat"), game) if match else ""
    return " ".join(filter(None, (name, words)))


def record_sentence(spoken: Spoken) -> str:
    """What was sent and made no row: the record as the engine reads it."""
    match, record = spoken.match, str(spoken.content.get("record") or "")
    if not record or match is None:
        return gettext("the last deal taken back")
    verdict = RULESETS[match.ruleset_key].verify(record, options=match.round.stage.options)
    if verdict.outcome is None:
        return gettext("not lawful: %(fault)s") % {
            "fault": fault_words(verdict.fault.code if verdict.fault else "")
        }
    plain = {
        name: getattr(verdict.outcome, name)
        for name in ("end", "points", "special", "tile", "doubled", "seat", "reason")
    }
    return outcome_in_words(plain, match, int(spoken.content.get("game") or 1))


def retracted(spoken: Spoken) -> str:
    return gettext("Taken back – %(what)s") % {"what": deal_sentence(spoken)}


def held(spoken: Spoken) -> str:
    return gettext("Held, because something else came first – %(what)s") % {"what": sent_words(spoken)}


def late(spoken: Spoken) -> str:
    return gettext("Delivered too late, kept and not counted – %(what)s") % {"what": sent_words(spoken)}


def sent_words(spoken: Spoken) -> str:
    return record_sentence(spoken) if spoken.content.get("record") else gettext("the last deal taken back")


def corrected(spoken: Spoken) -> str:
    new = spoken.names.deals.get(str(spoken.act.uuid))
    old = deal_sentence(spoken)
    words = ended_words(new, spoken.match) if new else record_sentence(spoken)
    return gettext("Corrected – %(old)s → %(new)s") % {"old": old, "new": words}


OUTCOMES: dict[str, Words] = {
    OutcomeKind.WINNER: _("%(side)s has won"),
    OutcomeKind.FORFEIT: _("%(side)s wins without play"),
    OutcomeKind.DOUBLE_LOSS: _("both sides have lost without play"),
    OutcomeKind.VOID: _("the match is void"),
    OutcomeKind.DRAW: _("the match is drawn"),
    **dict.fromkeys(UNMET, _("nobody is met")),
}


def outcome(spoken: Spoken) -> str:
    """What was typed without deals: totals, a forfeit, void."""
    said = spoken.content
    if not said:
        return gettext("Entered without deals: %(what)s") % {"what": GONE}
    if said.get("withdrawn"):
        return gettext("What was typed without deals counts no more")
    what = totals_words(said)
    if said["kind"] != OutcomeKind.TOTALS:
        what = str(OUTCOMES[said["kind"]]) % {"side": side_words(spoken, said.get("winner"))}
    return gettext("Entered without deals: %(what)s") % {"what": what}


def totals_words(said: Mapping[str, Any]) -> str:
    games = listed("–".join(map(str, points)) for points in said.get("points", ()))
    ending = ENDINGS.get(str(said.get("ended_by", "")))
    return f"{games} ({ending})" if ending else games


def confirmed(spoken: Spoken) -> str:
    if spoken.content.get("alone"):
        return gettext("The result is confirmed, by whoever had entered it")
    return gettext("The result is confirmed")


def resolved(spoken: Spoken) -> str:
    chosen = spoken.names.deals.get(str(spoken.content.get("held")))
    if chosen is None:
        return gettext("Two values stood against each other: what was there first stands")
    words = gettext("Two values stood against each other: the held one stands – %(what)s")
    return words % {"what": ended_words(chosen, spoken.match)}


def moved(spoken: Spoken) -> str:
    if spoken.content.get("exchanged"):
        return gettext("Moved from %(from)s to %(to)s, in exchange with another match") % spoken
    return gettext("Moved from %(from)s to %(to)s") % spoken


def seated(spoken: Spoken) -> str:
    if spoken.content.get("before"):
        return gettext("%(person)s takes %(seat)s from game %(from_game)s, in place of %(before)s") % spoken
    return gettext("%(person)s takes %(seat)s from game %(from_game)s") % spoken


def ruled(spoken: Spoken) -> str:
    return gettext("Ruling: %(what)s") % {"what": ruling_words(spoken)}


def ruling_cancelled(spoken: Spoken) -> str:
    return gettext("Ruling cancelled: %(what)s") % {"what": ruling_words(spoken)}


def ruling_words(spoken: Spoken) -> str:
    said = spoken.content
    who = (
        spoken["entry"] if said.get("entry") else side_words(spoken, said["side"]) if said.get("side") else ""
    )
    return effect_words(
        str(said.get("effect", "")),
        game=said.get("game"),
        deal=said.get("number"),
        who=who,
        points=int(said.get("points") or 0),
        in_standings=bool(said.get("entry")),
    )


def undone(spoken: Spoken) -> str:
    """Which act is taken back, in its own words."""
    act = spoken.names.undone.get(str(spoken.content.get("act")))
    what = sentence_of(act, spoken.names) if act else GONE
    return gettext("Undone: “%(what)s”") % {"what": what}


CHANGES: Mapping[str, Words] = {
    "deal": _("another deal"),
    "add": _("a deal added"),
    "take_back": _("the last deal taken back"),
    "totals": _("other totals"),
    "forfeit": _("a win without play"),
    "double_loss": _("both have lost"),
    "void": _("void"),
    "withdraw": _("what was typed without deals withdrawn"),
    "restore": _("an earlier version again"),
}


def result_corrected(spoken: Spoken) -> str:
    kinds = dict.fromkeys(change.get("change", "") for change in spoken.content.get("changes", ()))
    what = listed(CHANGES.get(kind, kind) for kind in kinds) or GONE
    return gettext("The confirmed result is corrected: %(what)s") % {"what": what}


def team_set(spoken: Spoken) -> str:
    if not spoken.content.get("team"):
        return gettext("%(subject)s plays for no team") % spoken
    return gettext("%(subject)s plays for %(team)s") % spoken


Sentence: TypeAlias = Words | Callable[[Spoken], str]

WORDS: Mapping[str, Sentence] = {
    # the match
    "deal": deal_sentence,
    "redeal": deal_sentence,
    "retract": retracted,
    "held": held,
    "late": late,
    "late_seen": _("The desk has looked at what came too late"),
    "confirm": _("%(side)s confirms the result"),
    "time_up": _("Time is up: the game ends as it stands"),
    "deal_corrected": corrected,
    "dispute_resolved": resolved,
    "totals_stand": _("Deals and totals contradicted each other: the totals stand"),
    "outcome_recorded": outcome,
    "match_confirmed": confirmed,
    "match_reopened": _("The match is open again"),
    "result_corrected": result_corrected,
    "match_moved": moved,
    "seat_taken": seated,
    "referee_called": _("The table calls the referee"),
    "call_answered": _("Somebody has come to the table"),
    "minutes_given": _("%(minutes)s extra minutes"),
    "ruling_made": ruled,
    "ruling_cancelled": ruling_cancelled,
    "undone": undone,
    "deal_undone": undone,
    "records_imported": _("Records are imported from a file"),
    "codes_locked": _("Codes are locked after wrong ones"),
    "codes_unlocked": _("Codes may be typed again"),
    "match_postponed": _("To be played by %(day)s"),
    "date_offered": _("%(side)s offers %(day)s"),
    "date_taken_back": _("%(side)s does not offer %(day)s any more"),
    "meeting_agreed": _("Agreed: %(at)s, %(place)s"),
    # phones
    "links_made": _("%(subject)s: links for its tables are made"),
    "link_locked": _("%(subject)s: the PIN is locked after wrong ones"),
    "link_unlocked": _("%(subject)s: the PIN may be typed again"),
    "link_revoked": _("%(subject)s: the link lets nobody in any more"),
    "phone_entered": _("A phone has come to %(subject)s"),
    "phone_seated": _("The phone looks from %(seat)s"),
    "codes_issued": _("Codes for cards: %(people)s"),
    # rounds
    "round_drawn": _("%(subject)s is drawn"),
    "round_published": _("%(subject)s is published"),
    "round_closed": _("%(subject)s is closed"),
    "round_closed_without": _("%(subject)s is closed without %(matches)s"),
    "round_reopened": _("%(subject)s is open again"),
    "draft_kept": _("The draft of %(subject)s stays as it is"),
    "rounds_planned": _("%(subject)s: rounds from %(first_round)s on are planned, version %(version)s"),
    "play_opened": _("Play is opened"),
    "tables_formed": _("Tables are formed: %(matches)s"),
    "real_seats_stated": _("%(subject)s: stated who really sat where"),
    "deadline_set": _("All matches are to be played by %(day)s"),
    "units_swapped": _("%(subject)s: %(entries)s change places"),
    "match_pinned": _("%(subject)s: %(match)s stays when drawn again"),
    "match_unpinned": _("%(subject)s: %(match)s stays no more when drawn again"),
    "bye_chosen": _("%(subject)s: %(entry)s sits out"),
    "parted_by_hand": _("%(subject)s: %(entries)s are drawn apart"),
    "parted_no_more": _("%(subject)s: %(entries)s are not drawn apart any more"),
    "clock_started": _("%(subject)s: the clock starts, %(minutes)s minutes"),
    "clock_paused": _("%(subject)s: the clock stands still"),
    "clock_resumed": _("%(subject)s: the clock goes on"),
    "clock_prolonged": _("%(subject)s: %(minutes)s minutes more for everybody"),
    # the event
    "tournament_created": _("The event is set up"),
    "tournament_closed": _("The event is closed"),
    "places_kept": _("The places stay as awarded"),
    "places_moved_up": _("The places follow the tables"),
    "places_both": _("The places honour both"),
    "gates_set": _("For the public the draw is %(draw)s, the standings are %(standings)s"),
    "stage_added": _("%(subject)s is added"),
    "stage_changed": _("How %(subject)s is played is changed"),
    "stage_dropped": _("A stage is dropped"),
    "ranking_changed": _("The order of ranking keys of %(subject)s is changed"),
    "cut_changed": _("Who passes into %(subject)s is changed"),
    "cut_published": _("%(subject)s: the list of those who pass is announced"),
    "cut_kept": _("%(subject)s: the list of those who pass stays as it is"),
    "cut_moved_up": _("%(subject)s: the list of those who pass follows the tables"),
    "cut_both": _("%(subject)s: the list of those who pass honours both"),
    "tables_set": _("The hall has %(tables)s tables; out of service: %(out)s"),
    "kept_apart": _("%(people)s are kept apart"),
    "kept_apart_no_more": _("%(people)s are not kept apart any more"),
    "table_fixed": _("%(person)s sits at table %(table)s in every round"),
    "table_fixed_no_more": _("%(person)s has no table of their own any more"),
    # entries and reception
    "pair_entered": _("The pair %(people)s is entered"),
    "person_entered": _("%(people)s is entered"),
    "floater_entered": _("%(people)s is entered as a floater"),
    "house_entered": _("%(people)s: entered as a house pair"),
    "pair_joined": _("%(people)s play as a pair"),
    "arrived": _("%(person)s is here"),
    "not_present": _("%(person)s is not here"),
    "fee_taken": _("Fee of %(person)s taken: %(amount)s"),
    "reception_closed": _("Reception is closed; pairs by lot: %(pairs_by_lot)s"),
    "reception_reopened": _("Reception is open again"),
    "pool_joined": _("Those without a partner are joined by lot: %(pairs_by_lot)s"),
    "entry_withdrawn": _("%(subject)s has withdrawn"),
    "entry_left": _("%(subject)s is away from round %(round)s on"),
    "entry_came_back": _("%(subject)s plays again from round %(round)s on"),
    "bye_asked_for": _("%(subject)s sits out round %(round)s on request, worth %(worth)s"),
    "bye_taken_back": _("%(subject)s plays in round %(round)s after all"),
    "member_replaced": _("%(subject)s: %(joining)s in place of %(leaving)s"),
    "group_changed": _("%(subject)s plays in another group"),
    "entry_waits": _("%(subject)s waits for %(stage)s"),
    "entry_waits_no_more": _("%(subject)s waits no more"),
    "entry_team_set": team_set,
    "team_made": _("The team %(name)s is made"),
    "team_renamed": _("A team is called %(name)s"),
    "team_dropped": _("The team %(name)s is dropped"),
    # the society
    "account_opened": _("An account is opened: %(subject)s"),
    "account_closed": _("An account is closed: %(subject)s"),
    "role_granted": _("%(subject)s is given the role %(role)s"),
    "role_revoked": _("The role %(role)s of %(subject)s is taken back"),
    "member_registered": _("%(subject)s is written into the books"),
    "member_corrected": _("What the books say of %(subject)s is corrected"),
    "branch_added": _("The branch %(subject)s is added"),
}


def lines_of(acts: Iterable[Act], tournament: Tournament, *, undone: Collection[UUID] = ()) -> list[ActLine]:
    """These acts of one event in words, in their order; those among ``undone`` say so."""
    acts = list(acts)
    names, zone = names_in(acts), ZoneInfo(tournament.venue_timezone)
    return [_line(act, names, zone, is_undone=act.uuid in undone) for act in acts]


def _line(act: Act, names: ActNames, zone: ZoneInfo, *, is_undone: bool) -> ActLine:
    spoken, at = Spoken(act, names), act.at.astimezone(zone)
    return ActLine(
        act=act,
        day=f"{at:%Y-%m-%d}",
        time=f"{at:%H:%M}",
        who=who_words(act, names),
        place=place_words(spoken.match) if spoken.match else "",
        code=spoken.match.code if spoken.match else "",
        sentence=sentence_of(act, names),
        reason=str(spoken.content.get("reason") or ""),
        is_undone=is_undone,
    )


def sentence_of(act: Act, names: ActNames) -> str:
    """What happened, without who did it."""
    told, spoken = WORDS.get(act.kind, act.kind), Spoken(act, names)
    return told(spoken) if callable(told) else str(told) % spoken


def chain_words(fault: ChainFault) -> str:
    """Where a chain of acts does not hold."""
    return {
        "act_missing": gettext("before act %(number)s one is missing"),
        "act_altered": gettext("act %(number)s was altered"),
        "payload_altered": gettext("what act %(number)s was about was altered"),
        "end_missing": gettext("the end is missing after act %(number)s"),
    }[fault.code] % {"number": fault.number}


def who_words(act: Act, names: ActNames) -> str:
    """The account, the phone with its table and seat, or that nobody pressed anything."""
    if account := names.accounts.get(str(act.actor)):
        return account.username
    if phone := names.phones.get(str(act.actor)):
        return phone_words(Spoken(act, names), {str(a.link.table): a.seat for a in phone.accesses.all()})
    if act.kind == "records_imported":
        return gettext("a file")
    return gettext("by itself") if act.actor is None else GONE


def phone_words(spoken: Spoken, seats: Mapping[str, int | None]) -> str:
    match = spoken.match
    table = str(match.table) if match else next(iter(seats), "")
    seat = spoken.content.get("seat") or seats.get(table)
    words = [gettext("phone")]
    if seat:
        words.append(seat_words(spoken, seat))
    if table and table != "None":
        words.append(table_words(table))
    return listed(words)
