import type { ReplyOf } from '#contract/endpoint.ts';
import { getFillBySchool, getFillReport } from '#contract/fill-report.ts';
import { reading, keepsPrevious } from '#web/api/reading.ts';

/** The days of a report, both included. */
export type Days = { from: string; to: string };
export type FillReport = ReplyOf<typeof getFillReport>;
export type FillBySchool = ReplyOf<typeof getFillBySchool>;

/** Returns how well a school's classes were filled. */
export function fillReportQuery(schoolId: number, days: Days) {
  return reading(
    ['vacancies', 'reports', 'fill', schoolId, days.from, days.to],
    getFillReport,
    { params: { id: schoolId }, query: days },
    keepsPrevious,
  );
}

/** Returns how well the classes of all schools were filled. */
export function fillBySchoolQuery(days: Days) {
  return reading(['overview', 'fill', days.from, days.to], getFillBySchool, { query: days }, keepsPrevious);
}
