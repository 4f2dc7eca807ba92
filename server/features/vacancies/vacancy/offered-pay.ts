import { defaultPaySettings, minutesBetween, payInWords } from '#domain/pay.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

type PaidClass = Pick<VacancyRow, 'schoolPay' | 'date' | 'startTime' | 'endTime' | 'timeZone'>;

/**
 * Returns what a class pays its substitute, in words: '$175.00 for a full day'. Returns null if its school has no
 * rates.
 */
export function offeredPay({ schoolPay, date, startTime, endTime, timeZone }: PaidClass): string | null {
  if (schoolPay === null) return null;
  const minutes = minutesBetween(date, startTime, endTime, timeZone);
  return payInWords({ ...defaultPaySettings, ...schoolPay }, minutes);
}
