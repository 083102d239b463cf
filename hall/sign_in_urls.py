"""Addresses of coming in and going out; they carry no language, the cookie decides."""

from django.urls import path

from hall.views.sign_in import FirstSignIn, SignIn, sign_out

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", sign_out, name="sign-out"),
    path("first-sign-in/<str:token>/", FirstSignIn.as_view(), name="first-sign-in"),
]
