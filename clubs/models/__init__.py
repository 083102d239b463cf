from clubs.models.account import Account, Role
from clubs.models.club import Branch, Club
from clubs.models.member import Member, Membership

__all__ = ["Account", "Branch", "Club", "Member", "Membership", "Role"]
