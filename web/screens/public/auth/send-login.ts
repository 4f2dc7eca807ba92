import { login } from '#contract/accounts.ts';
import type { SessionUser } from '#contract/session.ts';
import { bareUsername } from '#domain/person.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { problemsOf } from '#web/ui/problems.ts';
import type { Errors } from '#web/ui/problems.ts';

export type LoginInput = { username: string; password: string };

/** Errors by field. */
export function checkLogin(input: LoginInput): Errors<keyof LoginInput> {
  return problemsOf(login.body, { ...input, username: bareUsername(input.username) }, ['username', 'password']);
}

/**
 * Signs in, with a code if required. Throws `ApiError`. If a code is required, `fetchCodeStep` first loads the next
 * step. If it fails, so does the login: the form stays with what was typed, and can be sent again.
 */
export async function sendLogin(
  input: LoginInput & { otp?: string },
  fetchCodeStep?: () => Promise<unknown>,
): Promise<SessionUser> {
  try {
    return await call(login, { body: { ...input, username: bareUsername(input.username) } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_required') await fetchCodeStep?.();
    throw error;
  }
}
