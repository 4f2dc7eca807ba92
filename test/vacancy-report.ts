import { percentOf } from '#domain/report.ts';
import { absenceReasons, type AbsenceReason, isExtraHands, type VacancyStatus } from '#domain/vacancy.ts';

interface ReasonShare {
  reason: AbsenceReason;
  count: number;
  percent: number;
}

interface VacancyReport {
  total: number;
  open: number;
  pending: number;
  filled: number;
  /** The percentage of filled vacancies, to one decimal. It is null if there are none. */
  fillRate: number | null;
  /** The number of vacancies without an absent teacher. */
  extraHands: number;
  /** All five reasons in their usual order, with their percentage of all absences. */
  reasons: ReasonShare[];
}

/** Returns the figures for a month's vacancies, counted one by one: the report computes them in SQL. */
export function vacancyReport(
  vacancies: readonly { status: VacancyStatus; absenceReason: AbsenceReason | null }[],
): VacancyReport {
  const total = vacancies.length;
  const having = (status: VacancyStatus) => vacancies.filter((vacancy) => vacancy.status === status).length;
  const filled = having('filled');
  const extraHands = vacancies.filter(isExtraHands).length;
  const reasons = absenceReasons.map((reason) => {
    const count = vacancies.filter((vacancy) => vacancy.absenceReason === reason).length;
    return { reason, count, percent: percentOf(count, total - extraHands) ?? 0 };
  });
  return {
    total,
    open: having('open'),
    pending: having('pending_approval'),
    filled,
    fillRate: percentOf(filled, total),
    extraHands,
    reasons,
  };
}
