import { shiftTypes, type ShiftType } from '#domain/shift.ts';
import { isDate } from '#domain/time.ts';
import type { VacancyFilter } from '#web/features/vacancies/queries.ts';
import { navigate } from '#web/navigation/location.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { useParam } from '#web/navigation/use-param.ts';

const names = ['from', 'to', 'school', 'shift', 'fits', 'declined'] as const;

export type VacancyFilters = {
  from: string;
  to: string;
  school: number | null;
  shift: ShiftType | null;
  fits: boolean;
  /** Shows declined vacancies instead of open ones. */
  declined: boolean;
  /** How many filters are active. 'Declined' is a separate list. */
  count: number;
  set: (name: (typeof names)[number], value: string | null) => void;
  clear: () => void;
};

/** The filters of Available Vacancies, in the address. Invalid values filter nothing. */
export function useVacancyFilters(schools: readonly { id: number }[]): VacancyFilters {
  const { path } = usePlace();
  const [from, setFrom] = useParam('from');
  const [to, setTo] = useParam('to');
  const [school, setSchool] = useParam('school');
  const [shift, setShift] = useParam('shift');
  const [fits, setFits] = useParam('fits');
  const [declined, setDeclined] = useParam('declined');
  const setters = {
    from: setFrom,
    to: setTo,
    school: setSchool,
    shift: setShift,
    fits: setFits,
    declined: setDeclined,
  };
  const chosen = {
    from: from !== null && isDate(from) ? from : '',
    to: to !== null && isDate(to) ? to : '',
    school: schools.find(({ id }) => String(id) === school)?.id ?? null,
    shift: shiftTypes.find((type) => type === shift) ?? null,
    fits: fits === '1',
    declined: declined === '1',
  };
  return {
    ...chosen,
    count: [chosen.from, chosen.to, chosen.school, chosen.shift, chosen.fits].filter(Boolean).length,
    set: (name, value) => setters[name](value),
    clear: () => navigate(chosen.declined ? `${path}?declined=1` : path, { replace: true }),
  };
}

/** Returns the server's query parameters. */
export function filterOf({ from, to, school, shift, fits, declined }: VacancyFilters): VacancyFilter {
  return {
    status: 'open',
    upcoming: true,
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(school === null ? {} : { schoolId: school }),
    ...(shift === null ? {} : { shiftType: shift }),
    ...(fits ? { fits } : {}),
    ...(declined ? { declined } : {}),
  };
}
