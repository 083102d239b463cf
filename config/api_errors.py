"""The only table from what was refused to an HTTP status, and the one shape of every error.

Every answer that is not a success is ``{code, message, params}``: the code for programs, the
message for the reader in the reader's language, the params for both. docs/api.md lists them.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from math import ceil
from typing import Any

from django.core import exceptions as django_errors
from django.http import Http404
from django.utils.functional import Promise
from rest_framework import exceptions as api_errors
from rest_framework.response import Response

from clubs import errors as clubs
from clubs.api.authentication import CsrfFailed
from config.api_parsing import MOST_BYTES, BodyTooLarge
from config.phrases import PHRASES, TO_PHONES
from hall.listing import listed
from hall.phrases import sentence
from ledger import errors as ledger
from ledger.errors import Refusal
from scoring import errors as scoring
from tournaments import errors as tournaments
from tournaments.api.phone_cookie import HEADER

Status = HTTPStatus

# 409: true a moment ago, or in another state of things. 422: never, whatever the state.
REFUSALS: Mapping[type[Refusal], Status] = {
    ledger.Gone: Status.CONFLICT,
    clubs.NotAllowed: Status.FORBIDDEN,
    clubs.NameMissing: Status.UNPROCESSABLE_ENTITY,
    clubs.AccountExists: Status.CONFLICT,
    clubs.PasswordTooWeak: Status.UNPROCESSABLE_ENTITY,
    clubs.LastAdmin: Status.CONFLICT,
    clubs.RoleNotThere: Status.UNPROCESSABLE_ENTITY,
    tournaments.SlugTaken: Status.CONFLICT,
    tournaments.AlreadyEntered: Status.CONFLICT,
    tournaments.SamePersonTwice: Status.UNPROCESSABLE_ENTITY,
    tournaments.ReceptionClosed: Status.CONFLICT,
    tournaments.ReceptionOpen: Status.CONFLICT,
    tournaments.NobodyEntered: Status.CONFLICT,
    tournaments.PlayBegun: Status.CONFLICT,
    tournaments.TooFewEntries: Status.CONFLICT,
    tournaments.NoPartnersFit: Status.CONFLICT,
    tournaments.FeeTooHigh: Status.UNPROCESSABLE_ENTITY,
    tournaments.FeeTaken: Status.CONFLICT,
    tournaments.EventClosed: Status.CONFLICT,
    tournaments.StageStarted: Status.CONFLICT,
    tournaments.StageCannotFollow: Status.UNPROCESSABLE_ENTITY,
    tournaments.StageInPlay: Status.CONFLICT,
    tournaments.EntriesWait: Status.CONFLICT,
    tournaments.EntryDrawn: Status.CONFLICT,
    tournaments.TitleHeld: Status.CONFLICT,
    tournaments.SettingsRefused: Status.UNPROCESSABLE_ENTITY,
    tournaments.SettingsFrozen: Status.CONFLICT,
    tournaments.EntriesStand: Status.CONFLICT,
    tournaments.TeamNameTaken: Status.CONFLICT,
    tournaments.LotsIncomplete: Status.CONFLICT,
    tournaments.EntryPlays: Status.CONFLICT,
    tournaments.EntrySizeWrong: Status.UNPROCESSABLE_ENTITY,
    tournaments.EntryWithdrawn: Status.CONFLICT,
    tournaments.EntryAway: Status.CONFLICT,
    tournaments.RoundAnnounced: Status.CONFLICT,
    tournaments.ByeNotHere: Status.CONFLICT,
    tournaments.LinkOrPinWrong: Status.FORBIDDEN,
    tournaments.LinkLocked: Status.TOO_MANY_REQUESTS,
    tournaments.LinkRevoked: Status.GONE,
    tournaments.LinkExpired: Status.FORBIDDEN,
    tournaments.CodeWrong: Status.FORBIDDEN,
    tournaments.CodesLocked: Status.TOO_MANY_REQUESTS,
    tournaments.ClockNotRunning: Status.CONFLICT,
    scoring.DealRefused: Status.UNPROCESSABLE_ENTITY,
    scoring.TotalsRefused: Status.UNPROCESSABLE_ENTITY,
    scoring.MatchClosed: Status.CONFLICT,
    scoring.RoundNotPublished: Status.CONFLICT,
    scoring.GameFinished: Status.CONFLICT,
    scoring.GameUnknown: Status.NOT_FOUND,
    scoring.ActConflict: Status.CONFLICT,
    scoring.UuidReused: Status.CONFLICT,
    scoring.DeliveredLate: Status.ACCEPTED,
    scoring.Overtaken: Status.CONFLICT,
    scoring.TimeLeft: Status.CONFLICT,
    scoring.LevelAtBell: Status.CONFLICT,
    scoring.NothingAtBell: Status.CONFLICT,
    scoring.EndedAtBell: Status.CONFLICT,
    scoring.ConfirmByAnother: Status.CONFLICT,
    scoring.NothingToRetract: Status.CONFLICT,
    scoring.NothingHeld: Status.CONFLICT,
    scoring.NotToConfirm: Status.CONFLICT,
    scoring.DealNotCurrent: Status.CONFLICT,
    tournaments.ReasonMissing: Status.UNPROCESSABLE_ENTITY,
    scoring.ResultsMissing: Status.CONFLICT,
    scoring.TablesDisputed: Status.CONFLICT,
    scoring.RoundNotClosed: Status.CONFLICT,
    scoring.RoundClosed: Status.CONFLICT,
    scoring.NoTableFree: Status.CONFLICT,
    scoring.TooFewWait: Status.CONFLICT,
    scoring.RoundNotDraft: Status.CONFLICT,
    scoring.AllRoundsPlayed: Status.CONFLICT,
    scoring.CutAwaited: Status.CONFLICT,
    scoring.StageUnfinished: Status.CONFLICT,
    scoring.CutTied: Status.CONFLICT,
    scoring.CutNotPossible: Status.CONFLICT,
    scoring.EntrantsPlay: Status.CONFLICT,
    scoring.ResultDecidesLater: Status.CONFLICT,
    scoring.SideNotHere: Status.UNPROCESSABLE_ENTITY,
    scoring.MatchOpen: Status.CONFLICT,
    scoring.CorrectionIncomplete: Status.CONFLICT,
    scoring.ConsequencesChanged: Status.CONFLICT,
    scoring.TablesFollow: Status.CONFLICT,
    scoring.RoundBegun: Status.CONFLICT,
    scoring.NoRoundFits: Status.CONFLICT,
    scoring.PartnersMustRepeat: Status.CONFLICT,
    scoring.RoundDrafted: Status.CONFLICT,
    scoring.DrawStale: Status.CONFLICT,
    scoring.DrawNotPossible: Status.CONFLICT,
    scoring.DrawFailed: Status.CONFLICT,
    scoring.RulesBroken: Status.CONFLICT,
    scoring.OpponentsFixed: Status.CONFLICT,
    scoring.NobodySitsOut: Status.CONFLICT,
    scoring.NotInDraft: Status.CONFLICT,
    scoring.TableNotThere: Status.UNPROCESSABLE_ENTITY,
    scoring.TableTaken: Status.CONFLICT,
    scoring.SameEntryTwice: Status.UNPROCESSABLE_ENTITY,
    scoring.ForfeitNeedsTwoSides: Status.CONFLICT,
    scoring.NobodySitsIn: Status.CONFLICT,
    scoring.PersonSeated: Status.CONFLICT,
    scoring.SideOfTwoEntries: Status.UNPROCESSABLE_ENTITY,
    scoring.GroupUnknown: Status.CONFLICT,
    scoring.RulingNeeded: Status.CONFLICT,
    scoring.RulingNotPossible: Status.CONFLICT,
    scoring.RulingNotStanding: Status.CONFLICT,
    scoring.NothingToUndo: Status.CONFLICT,
    scoring.LastActDiffers: Status.CONFLICT,
    scoring.UndoNotPossible: Status.CONFLICT,
    scoring.EntryAlreadyPlayed: Status.CONFLICT,
    scoring.MemberChangedBefore: Status.CONFLICT,
    scoring.ChangeTooLate: Status.CONFLICT,
    scoring.NobodyStays: Status.CONFLICT,
}

# What never reached a service; of two classes that fit, the earlier one counts.
UNREAD: Mapping[type[Exception], tuple[Status, str]] = {
    api_errors.ValidationError: (Status.BAD_REQUEST, "invalid_input"),
    api_errors.ParseError: (Status.BAD_REQUEST, "not_json"),
    django_errors.BadRequest: (Status.BAD_REQUEST, "bad_request"),
    django_errors.SuspiciousOperation: (Status.BAD_REQUEST, "bad_request"),
    api_errors.NotAuthenticated: (Status.UNAUTHORIZED, "not_signed_in"),
    api_errors.AuthenticationFailed: (Status.UNAUTHORIZED, "not_signed_in"),
    CsrfFailed: (Status.FORBIDDEN, "csrf_failed"),
    api_errors.PermissionDenied: (Status.FORBIDDEN, "not_allowed"),
    django_errors.PermissionDenied: (Status.FORBIDDEN, "not_allowed"),
    api_errors.NotFound: (Status.NOT_FOUND, "not_found"),
    Http404: (Status.NOT_FOUND, "not_found"),
    api_errors.MethodNotAllowed: (Status.METHOD_NOT_ALLOWED, "method_not_allowed"),
    api_errors.NotAcceptable: (Status.NOT_ACCEPTABLE, "not_acceptable"),
    BodyTooLarge: (Status.REQUEST_ENTITY_TOO_LARGE, "body_too_large"),
    api_errors.UnsupportedMediaType: (Status.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
    api_errors.Throttled: (Status.TOO_MANY_REQUESTS, "throttled"),
}


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The error in the one shape; None, for a loud crash, when nobody has foreseen it."""
    if isinstance(error, Refusal):
        return _answer(REFUSALS.get(type(error), Status.CONFLICT), error.code, error.params)
    for kind, (status, code) in UNREAD.items():
        if isinstance(error, kind):
            return _answer(
                status, code, _params(error, context), _phrases_for(context), headers=_headers(error)
            )
    return None


def _phrases_for(context: Mapping[str, Any]) -> Mapping[str, str | Promise]:
    request = context.get("request")
    return TO_PHONES if request is not None and HEADER in request.headers else PHRASES


def _answer(
    status: Status,
    code: str,
    params: Mapping[str, object],
    told: Mapping[str, str | Promise] = PHRASES,
    *,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """``told`` are the sentences of whoever asks; what is not among them is said to everybody alike."""
    body = {"code": code, "message": _message(code, params, told), "params": params}
    return Response(body, status=status, headers=dict(headers or {}) | {"Cache-Control": "no-store"})


def _message(code: str, params: Mapping[str, object], told: Mapping[str, str | Promise]) -> str:
    phrase = told.get(code, PHRASES.get(code))
    if phrase is None:
        return sentence(code, params)
    names = listed(dict.fromkeys(fault["field"] for fault in _faults_in(params)))
    return str(phrase) % {**params, "names": names}


def _faults_in(params: Mapping[str, object]) -> list[dict[str, object]]:
    fields = params.get("fields")
    return fields if isinstance(fields, list) else []


def _params(error: Exception, context: Mapping[str, Any]) -> dict[str, object]:
    match error:
        case api_errors.ValidationError():
            return {"fields": list(_faults(error.get_full_details()))}
        case api_errors.MethodNotAllowed():
            return {"method": context["request"].method}
        case api_errors.Throttled():
            return {"seconds": _seconds(error)}
        case BodyTooLarge():
            return {"most": MOST_BYTES}
    return {}


def _faults(details: Any, *path: str) -> Iterator[dict[str, object]]:
    """Every wrong field by its path, such as ``totals.0.1``, with code and message."""
    if _is_fault(details):
        yield {"field": ".".join(path) or "body", **details}
        return
    named = details.items() if isinstance(details, Mapping) else enumerate(details)
    for name, inner in named:
        # The faults of one field come as a list, which is no level of what was sent.
        of_whole = name == "non_field_errors" or (isinstance(details, list) and _is_fault(inner))
        yield from _faults(inner, *path, *([] if of_whole else [str(name)]))


def _is_fault(details: Any) -> bool:
    return isinstance(details, Mapping) and set(details) == {"message", "code"}


def _seconds(error: api_errors.Throttled) -> int:
    return ceil(getattr(error, "wait", None) or 0)


def _headers(error: Exception) -> dict[str, str]:
    if isinstance(error, api_errors.Throttled):
        return {"Retry-After": str(_seconds(error))}
    challenge = getattr(error, "auth_header", None)
    return {"WWW-Authenticate": challenge} if challenge else {}
