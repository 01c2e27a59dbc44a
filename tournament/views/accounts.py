"""Signing in and out, the own account, and the links that make somebody an organiser, helper or referee."""

import base64
import io
from urllib.parse import urlencode

import pyotp
import segno
from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth import update_session_auth_hash
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import accounts, guard
from tournament.access import gate
from tournament.accounts import token_hash
from tournament.actions import accounts as actions
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.forms import CodeForm, FirstAccountForm, LoginForm, NewAccountForm, NewPasswordForm, PasswordForm
from tournament.models import Account, Invitation, Session
from tournament.views.requests import Request, action_id, number, onward

INVITED = "invited"  # session: the link somebody came by, out of the address at once
FORGOTTEN = "set"  # session: the one-time secret; in the address it is replaced by this word
OFFERED = "totp_offer"  # session: the secret whose first code is still owed


@gate("public.see")
def login(request: Request) -> HttpResponse:
    form = LoginForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = accounts.check_login(request, **form.cleaned_data)
        except Refused as refusal:
            return _login_page(request, form, str(refusal), refusal.status)
        if account is not None:
            return _onward(request, account) if accounts.begin(request, account) else _to(request, "second_step")
        return _login_page(request, form, _("Name or password is not right."), 422)
    return _login_page(request, form)


def _login_page(request: Request, form: LoginForm, error: str = "", status: int = 200) -> HttpResponse:
    if error:
        form.add_error(None, error)
    return render(request, "account/login.html", {"form": form, "next": onward(request)}, status=status)


@gate("public.see")
def second_step(request: Request) -> HttpResponse:
    account = accounts.pending(request)
    if account is None:
        return redirect("login")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            if accounts.check_code(account, form.cleaned_data["code"]):
                accounts.enter(request, account)
                return _onward(request, account)
            form.add_error("code", _("This code is not right, or was used already."))
        except Refused as refusal:
            form.add_error("code", str(refusal))
    status = 422 if form.errors else 200
    return render(request, "account/second_step.html", {"form": form, "next": onward(request)}, status=status)


@gate("public.see")
def logout(request: Request) -> HttpResponse:
    """What the browser kept of our pages goes too. Not what it stores: there may be entries that were never sent."""
    end_session(request)
    answer = redirect("start")
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


def link_ended() -> Refused:
    return Refused("link_ended", _("This link has been used or has ended. Ask for a new one."))


def _to(request: Request, name: str) -> HttpResponse:
    path = onward(request)
    return redirect(f"{resolve_url(name)}?{urlencode({'next': path})}" if path else name)


def _onward(request: Request, account: Account) -> HttpResponse:
    response = redirect(onward(request) or "desk")
    accounts.remember_device(request, response, account)
    return response


@gate("account.own")
def own(request: Request) -> HttpResponse:
    """The own account; a new password needs the old one."""
    account = request.actor.account
    form = PasswordForm(request.POST or None, account=account)
    if request.method == "POST" and form.is_valid() and _is_own_password(request, form):
        actions.change_password(None, by=request.actor, account=account, password=form.cleaned_data["new"])
        _others_sign_in_again(request, account)
        messages.success(request, _("The password is changed. Other devices have to sign in again."))
        return redirect("account")
    shown = {
        "form": form,
        "account": account,
        "devices": account.devices.annotate(is_in=Exists(_alive_sessions())).order_by("-used_at"),
        "this_device": accounts.known_device(request, account),
        "wanting_club": actions.wanting_club(account),
    }
    return render(request, "account/own.html", shown, status=422 if form.errors else 200)


def _alive_sessions() -> QuerySet[Session]:
    return Session.objects.filter(device=OuterRef("pk"), expire_date__gt=timezone.now())


def _others_sign_in_again(request: Request, account: Account) -> None:
    """After a change of what proves who somebody is."""
    update_session_auth_hash(request, account)
    accounts.end_other_sessions(request, account)


def _is_own_password(request: Request, form: PasswordForm) -> bool:
    try:
        if accounts.check_login(request, request.actor.account.login, form.cleaned_data["old"]) is not None:
            return True
        form.add_error("old", _("This is not your password."))
    except Refused as refusal:
        form.add_error("old", str(refusal))
    return False


@gate("link.use")
def new_password(request: Request, account_id: str, token: str) -> HttpResponse:
    """By the one-time address that whoever runs the installation has printed (`manage.py password_link`)."""
    secret = request.session.get(FORGOTTEN, "") if token == FORGOTTEN else token
    account = Account.objects.filter(public_id=account_id, is_active=True).first()
    if account is None or not accounts.password_token.check_token(account, secret):
        guard.take(guard.link_door(request))
        raise link_ended()
    if token != FORGOTTEN:
        request.session[FORGOTTEN] = token
        return redirect("new_password", account_id=account_id, token=FORGOTTEN)
    form = NewPasswordForm(request.POST or None, account=account)
    if request.method == "POST" and form.is_valid():
        actions.change_password(None, by=Actor(account, via="link"), account=account, password=form.cleaned_data["new"])
        request.session.pop(FORGOTTEN, None)
        messages.success(request, _("The password is changed. Sign in with it."))
        return redirect("login")
    shown = {"form": form, "account": account}
    return render(request, "account/new_password.html", shown, status=422 if form.errors else 200)


@gate("account.own", confirmed=True)
def forget_device(request: Request) -> HttpResponse:
    """A device is signed out and not known any more; or (`others`) all but this one."""
    account = request.actor.account
    this = accounts.known_device(request, account)
    if "others" in request.POST:
        account.devices.exclude(pk=this.pk if this else None).delete()
        accounts.end_other_sessions(request, account)
        messages.success(request, _("All other devices have to sign in again."))
        return redirect("account")
    device = account.devices.filter(pk=number(request, "device")).first()
    if device is not None and device == this:
        return logout(request)
    if device is not None:
        device.delete()
    return redirect("account")


@gate("account.own")
def confirm(request: Request) -> HttpResponse:
    """Before something grave, the password once more."""
    form = LoginForm(request.POST or None, initial={"login": request.actor.account.login})
    if request.method == "POST" and form.is_valid():
        try:
            if accounts.check_login(request, request.actor.account.login, form.cleaned_data["password"]):
                accounts.confirm(request)
                return redirect(onward(request) or "account")
            form.add_error("password", _("This is not your password."))
        except Refused as refusal:
            form.add_error("password", str(refusal))
    return render(
        request,
        "account/confirm.html",
        {"form": form, "next": onward(request)},
        status=422 if form.errors else 200,
    )


@gate("account.own", confirmed=True)
def second_factor(request: Request) -> HttpResponse:
    """Show a secret to an authenticator; it counts once a first code came back."""
    account = request.actor.account
    secret = request.session.setdefault(OFFERED, pyotp.random_base32())
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        step = accounts.totp_step(secret, form.cleaned_data["code"].replace(" ", ""))
        if step is not None:
            return _second_factor_on(request, account, secret, step)
        form.add_error("code", _("This code is not right. Does the phone's clock go right?"))
    address = pyotp.TOTP(secret).provisioning_uri(account.login, issuer_name="Augengenau")
    shown = {"form": form, "qr": qr_image(address), "secret": secret}
    return render(request, "account/second_factor.html", shown, status=422 if form.errors else 200)


def _second_factor_on(request: Request, account: Account, secret: str, step: int) -> HttpResponse:
    codes = accounts.new_recovery_codes()
    done = actions.turn_on_second_factor(
        None,
        by=request.actor,
        action_id=action_id(request),
        account=account,
        totp_secret=secret,
        step=step,
        recovery_hashes=[accounts.recovery_hash(account, code) for code in codes],
    )
    request.session.pop(OFFERED, None)
    _others_sign_in_again(request, account)
    if done.is_repeat:  # a second click: the codes that count stand in the first answer
        messages.warning(request, _("The second factor is on. Its recovery codes were shown once already."))
        return redirect("account")
    in_fours = [" ".join((code[:4], code[4:8], code[8:])) for code in codes]
    return render(request, "account/recovery_codes.html", {"codes": in_fours})


@gate("account.own", confirmed=True)
def second_factor_off(request: Request) -> HttpResponse:
    """By a code: the password alone must not be enough to do without it."""
    account = request.actor.account
    if not account.has_second_factor:
        return redirect("account")
    if not accounts.check_code(account, request.POST.get("code", "")[:40]):
        messages.error(request, _("This code is not right, or was used already."))
        return redirect("account")
    actions.turn_off_second_factor(None, by=request.actor, action_id=action_id(request), account=account)
    _others_sign_in_again(request, account)
    messages.success(request, _("The second factor is off."))
    return redirect("account")


def qr_image(text: str) -> str:
    """As a data address for an <img>: black on white, whatever the page looks like."""
    out = io.BytesIO()
    segno.make(text, micro=False, error="m").save(out, kind="svg", scale=5, border=3, light="#fff", xmldecl=False)
    return f"data:image/svg+xml;base64,{base64.b64encode(out.getvalue()).decode()}"


@gate("public.see")
def open_link(request: Request, token: str) -> HttpResponse:
    """A link's secret leaves the address before a page is shown; looking at it uses nothing up."""
    invitation = Invitation.objects.filter(token_hash=token_hash(token)).first()
    if invitation is None or not invitation.is_open:
        guard.take(guard.link_door(request))
        raise link_ended()
    request.session[INVITED] = invitation.pk
    return redirect("first" if invitation.club_id is None else "invite")


def _invitation(request: Request) -> Invitation:
    found = Invitation.objects.select_related("club", "tournament").filter(pk=request.session.get(INVITED)).first()
    if found is None or not found.is_open:
        raise link_ended()
    return found


@gate("link.use")
def first(request: Request) -> HttpResponse:
    """The first organiser of a new installation makes an own account and the club."""
    invitation = _invitation(request)
    if invitation.club_id is not None:
        return redirect("invite")
    form = FirstAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = actions.make_first_account(invitation, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _welcome(request, account)
    return render(request, "account/first.html", {"form": form}, status=422 if form.errors else 200)


@gate("link.use")
def invite(request: Request) -> HttpResponse:
    """Accepted with the account that is signed in, or with a new one."""
    invitation = _invitation(request)
    if invitation.club_id is None:
        return redirect("first")
    account = request.actor.account
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and account is not None:
        actions.accept(invitation, by=request.actor, action_id=action_id(request))
        return _welcome(request, account)
    if request.method == "POST" and form.is_valid():
        try:
            account = actions.accept_as_new(invitation, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _welcome(request, account)
    shown = {"form": form, "invitation": invitation, "account": account}
    return render(request, "account/invite.html", shown, status=422 if form.errors else 200)


def _welcome(request: Request, account: Account) -> HttpResponse:
    request.session.pop(INVITED, None)
    accounts.enter(request, account)
    messages.success(request, _("Welcome, %(name)s.") % {"name": account.login})
    return _onward(request, account)
