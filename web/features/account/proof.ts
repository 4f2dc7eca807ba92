import { ApiError } from '#web/api/errors.ts';
import { textOf } from '#web/ui/use-form-fields.ts';

/** Whether the password was right and a code is wanted beside it. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

/** Password, and code where its field is there. */
export function proofOf(form: HTMLFormElement): { password: string; otp?: string } {
  const otp = textOf(form, 'otp');
  return { password: textOf(form, 'password'), ...(otp === '' ? {} : { otp }) };
}
