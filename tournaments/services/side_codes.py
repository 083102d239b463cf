"""The four digits on each person's card, by which a side confirms a result."""

import logging
from collections.abc import Iterable, Mapping

from django.db.models import F, Sum

from clubs.models import Account, Member
from ledger.acts import append_act
from ledger.transactions import writing
from tournaments.domain.phone_secrets import is_same, new_side_code, side_code_digest
from tournaments.errors import CodesLocked, CodeWrong
from tournaments.models import Match, PhoneAccess, SideCode, Tournament
from tournaments.models.phone import MOST_WRONG_CODES_AT_A_MATCH, MOST_WRONG_CODES_ON_A_PHONE
from tournaments.selectors.phones import accesses_to, people_of_side
from tournaments.services.table_links import event_secret

log = logging.getLogger(__name__)


def issue_codes(
    tournament: Tournament, people: Iterable[Member], *, by: Account | None = None
) -> Mapping[Member, str]:
    """Each of these has a new code, told here once; an older one no longer confirms."""
    codes: dict[Member, str] = {}
    with writing():
        secret = event_secret(tournament)
        for person in people:
            code, digest = new_side_code(set(codes.values()), secret=secret, person=person.uuid)
            SideCode.objects.update_or_create(
                tournament=tournament, person=person, defaults={"digest": digest}
            )
            codes[person] = code
        append_act(
            "codes_issued",
            subject=tournament.uuid,
            scope=tournament.uuid,
            by=by,
            payload={"people": [str(person.uuid) for person in codes]},
        )
    return codes


def check_code(match: Match, *, side: int, code: str, access: PhoneAccess) -> None:
    """Nothing, when somebody who sits on this side has this code.

    Raises CodeWrong, CodesLocked: five wrong ones on one phone or twenty at one match lock it until
    the desk unlocks. Counts even where the transaction around it is given up, so call it outside.
    """
    if _is_locked(match, access):
        raise CodesLocked(table=match.place)
    if _is_right(match, side, code):
        return
    with writing():
        PhoneAccess.objects.filter(pk=access.pk).update(wrong_codes=F("wrong_codes") + 1)
    access.refresh_from_db()
    log.warning("wrong code %d at match %s", access.wrong_codes, match.code)
    if _is_locked(match, access):
        with writing():
            append_act("codes_locked", subject=match.uuid, scope=match.tournament.uuid, by=access.phone)
        raise CodesLocked(table=match.place)
    raise CodeWrong(left=MOST_WRONG_CODES_ON_A_PHONE - access.wrong_codes)


def _is_locked(match: Match, access: PhoneAccess) -> bool:
    living = accesses_to(match).filter(link__revoked_at=None)
    at_match = living.aggregate(wrong=Sum("wrong_codes"))["wrong"] or 0
    return access.wrong_codes >= MOST_WRONG_CODES_ON_A_PHONE or at_match >= MOST_WRONG_CODES_AT_A_MATCH


def _is_right(match: Match, side: int, code: str) -> bool:
    secret = match.tournament.key.secret
    people = {person.pk: person for person in people_of_side(match, side)}
    stored = SideCode.objects.filter(tournament=match.tournament, person__in=people)
    digests = [(row.digest, side_code_digest(secret, people[row.person_id].uuid, code)) for row in stored]
    return True in {is_same(stored, typed) for stored, typed in digests}  # every one is compared
