import type { Vacancy } from '#contract/vacancies.ts';

/** Shows where to park and how to enter, if the school says so. The substitute's home doesn't load it. */
export function Parking({ of: { schoolParking } }: { of: Pick<Vacancy, 'schoolParking'> }) {
  return schoolParking ? (
    <p className="text-label wrap-anywhere whitespace-pre-line">
      <span className="text-ink-3">Parking and arrival:</span> {schoolParking}
    </p>
  ) : null;
}
