import type { Vacancy } from '#contract/vacancies.ts';
import { reportWords } from '#domain/report-time.ts';

type ReportTimeProps = {
  of: Pick<Vacancy, 'date' | 'reportTime' | 'timeZone'>;
  /** It is set for an offer, which may come after that time. */
  now?: Date | undefined;
};

/** Shows when a substitute reports to the front office. Staff don't get that time. */
export function ReportTime({ of, now }: ReportTimeProps) {
  const { reportTime } = of;
  if (!reportTime) return null;
  return <p className="text-label">{`Report to the office ${reportWords({ ...of, reportTime }, now)}`}</p>;
}
