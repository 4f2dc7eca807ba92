import { login } from '#contract/accounts.ts';
import type { SessionUser } from '#contract/session.ts';
import { bareUsername } from '#domain/person.ts';
import { call } from '#web/api/client.ts';
import { problemsOf } from '#web/ui/problems.ts';
import type { Errors } from '#web/ui/problems.ts';

export type LoginInput = { username: string; password: string };

/** Errors by field. */
export function checkLogin(input: LoginInput): Errors<keyof LoginInput> {
  return problemsOf(login.body, { ...input, username: bareUsername(input.username) }, ['username', 'password']);
}

/** Signs in, with a code if required. Throws `ApiError`. */
export function sendLogin(input: LoginInput & { otp?: string }): Promise<SessionUser> {
  return call(login, { body: { ...input, username: bareUsername(input.username) } });
}
