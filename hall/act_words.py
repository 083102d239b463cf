"""The history in words: every act as a sentence in the reader's language, and who did it.

The pattern of a kind may name whatever stands in the act's payload, said in words by ``Spoken``, and
``subject``, which the act is about. A reason is told beside the sentence, never in it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hall import act_sentences as sentences
from hall.listing import listed
from hall.spoken import GONE, Spoken, place_words, seat_words, table_words
from hall.words import Words
from ledger.acts import ChainFault
from ledger.models import Act
from scoring.selectors.act_names import ActNames, names_in
from tournaments.models import Tournament


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


def undone(spoken: Spoken) -> str:
    """Which act is taken back, in its own words."""
    act = spoken.names.undone.get(str(spoken.content.get("act")))
    what = sentence_of(act, spoken.names) if act else GONE
    return gettext("Undone: “%(what)s”") % {"what": what}


Sentence: TypeAlias = Words | Callable[[Spoken], str]

WORDS: Mapping[str, Sentence] = {
    # the match
    "deal": sentences.deal_sentence,
    "redeal": sentences.deal_sentence,
    "retract": sentences.retracted,
    "held": sentences.held,
    "late": sentences.late,
    "late_seen": _("The desk has looked at what came too late"),
    "confirm": _("%(side)s confirms the result"),
    "time_up": _("Time is up: the game ends as it stands"),
    "deal_corrected": sentences.corrected,
    "dispute_resolved": sentences.resolved,
    "deal_resolved": sentences.resolved,
    "totals_stand": _("Deals and totals contradicted each other: the totals stand"),
    "outcome_recorded": sentences.outcome,
    "match_confirmed": sentences.confirmed,
    "match_reopened": _("The match is open again"),
    "result_corrected": sentences.result_corrected,
    "match_moved": sentences.moved,
    "seat_taken": sentences.seated,
    "referee_called": _("The table calls the referee"),
    "call_answered": _("Somebody is coming to the table"),
    "minutes_given": _("%(minutes)s extra minutes"),
    "ruling_made": sentences.ruled,
    "ruling_cancelled": sentences.ruling_cancelled,
    "undone": undone,
    "deal_undone": undone,
    "record_attached": _("Plays that were seen are kept beside the deal"),
    "records_imported": _("Records are imported from a file"),
    "codes_locked": _("Codes are locked after wrong ones"),
    "match_postponed": _("To be played by %(day)s"),
    "date_offered": _("%(side)s offers %(day)s"),
    "date_taken_back": _("%(side)s does not offer %(day)s any more"),
    "meeting_agreed": _("Agreed: %(at)s, %(place)s"),
    # phones
    "links_made": _("%(subject)s: links for its tables are made"),
    "link_locked": _("%(subject)s: the PIN is locked after wrong ones"),
    "link_unlocked": _("%(subject)s: PIN and codes may be typed again"),
    "link_revoked": _("%(subject)s: the link lets nobody in any more"),
    "phone_entered": _("A phone has come to %(subject)s"),
    "phone_seated": _("The phone looks from %(seat)s"),
    "codes_issued": _("Codes for cards: %(people)s"),
    # rounds
    "round_drawn": _("%(subject)s is drawn"),
    "round_published": _("%(subject)s is published"),
    "round_closed": _("%(subject)s is closed"),
    "round_closed_without": sentences.closed_without,
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
    "entry_team_set": sentences.team_set,
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
