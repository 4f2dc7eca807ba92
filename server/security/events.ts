import type { FastifyRequest } from 'fastify';

type SecurityNote =
  | 'sign_in_failed'
  | 'wrong_code'
  | 'password_changed'
  | 'email_confirmed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_renewed'
  | 'identity_refused';

/** How a person signed in. */
type SignedInBy = 'password' | 'password_and_code' | 'invitation' | 'registration';

/** Logs a security event: the event, the account by id only, and the request's id. */
export function noteSecurity(request: FastifyRequest, event: SecurityNote, accountId: number | null): void {
  request.log.info({ event, account: accountId }, 'security');
}

/** Logs a sign-in and its method. */
export function noteSignIn(request: FastifyRequest, accountId: number, by: SignedInBy): void {
  request.log.info({ event: 'signed_in', account: accountId, by }, 'security');
}
