import { changeOwnPassword, endOtherSessions, listOwnSessions, login, register } from '#contract/accounts.ts';
import { confirmEmail, getEmailLink, sendEmailLink } from '#contract/email-links.ts';
import { confirmIdentity, endSecondFactor } from '#contract/second-factor.ts';
import { logout } from '#contract/session.ts';
import { askForPasswordLink, getPasswordLink, choosePassword } from '#contract/password-links.ts';
import { changePassword } from '#server/features/accounts/change-password.ts';
import { confirmAddress, sendLinkAgain, showEmailLink } from '#server/features/accounts/email-links.ts';
import { askForLink, showLink, useLink } from '#server/features/accounts/password-links.ts';
import { proveIdentity, turnOff } from '#server/features/accounts/prove-identity.ts';
import {
  countRegistration,
  prepareRegistration,
  registerAccount,
  signInRegistered,
} from '#server/features/accounts/register.ts';
import { signIn } from '#server/features/accounts/sign-in.ts';
import { ownSessions } from '#server/features/accounts/sessions.ts';
import { enteringRoute, type Route, route, routeInTx } from '#server/http/route.ts';
import { clearSessionCookie, currentSession, endSession } from '#server/http/session.ts';
import { endSessionsOf } from '#server/security/sessions.ts';

/** The routes for signing in and out, registering, and the list of the caller's sessions. */
export const accountRoutes: Route[] = [
  route(login, signIn),
  enteringRoute(register, {
    before: countRegistration,
    prepare: prepareRegistration,
    handleInTx: registerAccount,
    hand: signInRegistered,
  }),
  route(logout, async ({ db, config, request, reply }) => {
    await endSession(db, request, config);
    clearSessionCookie(reply, config);
  }),
  route(changeOwnPassword, changePassword),
  route(confirmIdentity, proveIdentity),
  route(endSecondFactor, turnOff),
  route(askForPasswordLink, askForLink),
  route(getPasswordLink, showLink),
  route(choosePassword, useLink),
  routeInTx(sendEmailLink, sendLinkAgain),
  route(getEmailLink, showEmailLink),
  route(confirmEmail, confirmAddress),
  route(listOwnSessions, ownSessions),
  route(endOtherSessions, (call) => endSessionsOf(call.db, call.actor.id, currentSession(call).tokenHash)),
];
