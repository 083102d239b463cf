"""Putting people and branches on the books."""

from clubs.errors import NameMissing
from clubs.models import Account, Branch, Club, Member, Membership
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing


def register_member(
    name: str,
    *,
    reading: str = "",
    branch: Branch | None = None,
    public_name: str = "",
    in_newspaper: bool = False,
    minor: bool = False,
    by: Account | None = None,
) -> Member:
    """A new person exists, at home in the branch when one is given.

    Namesakes are never refused (T41); a missing reading does not block (よみ未入力).
    """
    name = _words(name)
    if not name:
        raise NameMissing(field="name")
    with writing():
        member = Member.objects.create(
            name=name,
            reading=_words(reading),
            public_name=public_name.strip(),
            in_newspaper=in_newspaper,
            minor=minor,
        )
        if branch:
            Membership.objects.create(member=member, branch=branch)
        append_act("member_registered", subject=member.uuid, by=by)
    return member


def correct_member(
    member: Member,
    *,
    name: str,
    reading: str,
    branch: Branch | None,
    public_name: str,
    in_newspaper: bool,
    minor: bool,
    by: Account | None = None,
) -> Member:
    """The person's facts are these from now on; the ledger keeps which changed, never the names."""
    facts = {
        "name": _words(name),
        "reading": _words(reading),
        "public_name": public_name.strip(),
        "in_newspaper": in_newspaper,
        "minor": minor,
    }
    if not facts["name"]:
        raise NameMissing(field="name")
    with writing():
        member = lock(Member, member.pk)
        changed = [field for field, value in facts.items() if getattr(member, field) != value]
        for field in changed:
            setattr(member, field, facts[field])
        member.save()
        if branch != member.home:
            _move_home(member, branch)
            changed.append("branch")
        append_act(
            "member_corrected",
            subject=member.uuid,
            by=by,
            payload={"changed": changed},
        )
    return member


def _move_home(member: Member, branch: Branch | None) -> None:
    member.memberships.filter(is_home=True).update(is_home=False)
    if branch:
        Membership.objects.update_or_create(
            member=member, branch=branch, defaults={"is_home": True, "left": None}
        )


def _words(text: str) -> str:
    """One space between words, none around them."""
    return " ".join(text.split())


def found_club(name: str, *, slug: str, branches: dict[str, str]) -> Club:
    """The club exists with its branches (slug → name), in the order given; safe to repeat."""
    with writing():
        club, _ = Club.objects.get_or_create(slug=slug, defaults={"name": name})
        for number, (branch_slug, branch_name) in enumerate(branches.items(), 1):
            Branch.objects.get_or_create(
                club=club,
                slug=branch_slug,
                defaults={"name": branch_name, "number": number},
            )
    return club


def add_branch(club: Club, *, name: str, by: Account | None = None) -> Branch:
    """The branch stands last in its club's lists; adding one name twice is adding it once."""
    name = _words(name)
    if not name:
        raise NameMissing(field="name")
    with writing():
        locked = lock(Club, club.pk)
        if existing := locked.branches.filter(name=name).first():
            return existing
        number = 1 + max(locked.branches.values_list("number", flat=True), default=0)
        branch = locked.branches.create(name=name, slug=f"branch-{number}", number=number)
        append_act("branch_added", subject=branch.uuid, by=by)
    return branch
