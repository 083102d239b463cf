from django.urls import path

from clubs.api import clubs, members

urlpatterns = [
    path("clubs", clubs.ClubListApi.as_view()),
    path("clubs/<slug:slug>", clubs.ClubFoundApi.as_view()),
    path("clubs/<slug:slug>/branches", clubs.BranchAddApi.as_view()),
    path("clubs/<slug:slug>/members", members.MemberRegisterApi.as_view()),
    path("members", members.MemberSearchApi.as_view()),
]
