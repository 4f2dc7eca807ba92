import type { Vacancy } from '#contract/vacancies.ts';
import { formatTime } from '#domain/time.ts';

/** Says when a substitute reports to the front office. Staff don't get that time. */
export function ReportTime({ of: { reportTime } }: { of: Pick<Vacancy, 'reportTime'> }) {
  return reportTime ? <p className="text-label">Report to the office by {formatTime(reportTime)}</p> : null;
}
