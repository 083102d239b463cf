"""The default of every API class: nothing is allowed until the class says what is."""

from rest_framework.permissions import BasePermission


class DenyUnlessDeclared(BasePermission):
    def has_permission(self, request: object, view: object) -> bool:
        return False
