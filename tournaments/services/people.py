"""What is changed about a person shows at every event where the person is."""

from clubs.models import Account, Branch, Member
from clubs.services.members import correct_member
from ledger.transactions import writing
from tournaments.models import Tournament
from tournaments.services.versions import raise_public_version


def correct_person(
    person: Member,
    *,
    name: str,
    reading: str,
    branch: Branch | None,
    public_name: str,
    in_newspaper: bool,
    minor: bool,
    by: Account | None = None,
) -> Member:
    """The person's facts are these from now on, on every public page too. Raises NameMissing."""
    with writing():
        for tournament in Tournament.objects.filter(attendances__member=person):
            raise_public_version(tournament)
        return correct_member(
            person,
            name=name,
            reading=reading,
            branch=branch,
            public_name=public_name,
            in_newspaper=in_newspaper,
            minor=minor,
            by=by,
        )
