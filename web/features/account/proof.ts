import { ApiError } from '#web/api/errors.ts';
import { textOf } from '#web/ui/use-form-fields.ts';

/** Whether the password was correct and a code is needed as well. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

/** The password, and the code if its field is shown. */
export function proofOf(form: HTMLFormElement): { password: string; otp?: string } {
  const otp = textOf(form, 'otp');
  return { password: textOf(form, 'password'), ...(otp === '' ? {} : { otp }) };
}
