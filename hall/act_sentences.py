"""Sentences about acts that no pattern can make: deals, outcomes, rulings, and what became of them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import RULESETS
from hall.deal_words import outcome_words, redeal_words
from hall.listing import bracketed, listed
from hall.phrases import fault_words
from hall.ruling_words import effect_words
from hall.spoken import GONE, Spoken, name_at, side_words
from hall.words import ENDINGS, Words
from scoring.domain.facts import UNMET, OutcomeKind
from scoring.models import Deal
from tournaments.models import Match


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
    return bracketed(games, ending) if ending else games


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


def closed_without(spoken: Spoken) -> str:
    """A round closed early: what it left out, and what stood complete and was confirmed with it."""
    told = {"round": spoken.said(str(spoken.act.subject))}
    told |= {name: spoken.said(spoken.content.get(name) or []) for name in ("matches", "confirmed")}
    if not spoken.content.get("matches"):
        return gettext("%(round)s is closed; confirmed with it: %(confirmed)s") % told
    if not spoken.content.get("confirmed"):
        return gettext("%(round)s is closed without %(matches)s") % told
    return gettext("%(round)s is closed without %(matches)s; confirmed with it: %(confirmed)s") % told
