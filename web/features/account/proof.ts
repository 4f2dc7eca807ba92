import { ApiError } from '#web/api/errors.ts';

/** Returns whether the password was correct and a code is needed as well. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

/** The password and code that a person types to prove their identity. */
export const noProof = { password: '', otp: '' };

/** Returns the password, and the code if there is one, as calls take them. */
export function proofOf({ password, otp }: typeof noProof): { password: string; otp?: string } {
  return { password, ...(otp === '' ? {} : { otp }) };
}
