import { useState } from 'react';
import { shiftName, shiftTypes } from '#domain/shift.ts';
import { isDate } from '#domain/time.ts';
import type { VacancyFilters } from '#web/screens/substitute/available-vacancies/use-vacancy-filters.ts';
import { counted } from '#web/words/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { CountPill } from '#web/ui/count-pill.tsx';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Input, Options, Select } from '#web/ui/input.tsx';

type VacancyFilterFieldsProps = {
  filters: VacancyFilters;
  schools: readonly { id: number; name: string }[];
  /** The earliest day with open vacancies. */
  today: string;
};

/** Shows the filters of Available Vacancies, collapsed by default. */
export function VacancyFilterFields({ filters, schools, today }: VacancyFilterFieldsProps) {
  const isReversed = filters.from !== '' && filters.to !== '' && filters.to < filters.from;
  return (
    <details className="card group print:hidden">
      <summary className="flex min-h-touch list-none items-center gap-2.5 rounded-card px-4 text-label font-semibold text-ink [&::-webkit-details-marker]:hidden">
        <Icon shape={icons.sliders} className="text-ink-3" />
        {filters.declined ? 'Filters · Declined' : 'Filters'}
        {filters.count > 0 ? (
          <CountPill count={filters.count} unit={filters.count === 1 ? 'filter chosen' : 'filters chosen'} />
        ) : null}
        <Icon
          shape={icons.chevronDown}
          size="small"
          className="ml-auto text-ink-3 transition-transform duration-(--duration-quick) group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-x-4 gap-y-3 border-t border-line p-4 sm:grid-cols-2 lg:grid-cols-4">
        <DateFilter label="From" value={filters.from} min={today} onChange={(date) => filters.set('from', date)} />
        <DateFilter
          label="To"
          value={filters.to}
          min={today}
          error={isReversed ? 'This is before the first day.' : undefined}
          onChange={(date) => filters.set('to', date)}
        />
        <Field label="School">
          <Select value={filters.school ?? ''} onChange={(event) => filters.set('school', event.target.value)}>
            <option value="">All your schools</option>
            {schools.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Shift">
          <Select value={filters.shift ?? ''} onChange={(event) => filters.set('shift', event.target.value)}>
            <option value="">Any shift</option>
            <Options of={shiftTypes} nameOf={shiftName} />
          </Select>
        </Field>
        <div className="flex flex-wrap items-center gap-x-6 sm:col-span-2 lg:col-span-4">
          <Checkbox
            label="Only what fits my availability"
            hint="Also hides vacancies that you can’t request"
            checked={filters.fits}
            onChange={(event) => filters.set('fits', event.target.checked ? '1' : null)}
          />
          <Checkbox
            label="Declined"
            checked={filters.declined}
            onChange={(event) => filters.set('declined', event.target.checked ? '1' : null)}
          />
          {filters.count > 0 ? (
            <Button variant="plain" className="sm:ml-auto" onClick={filters.clear}>
              Clear {counted(filters.count, 'filter')}
            </Button>
          ) : null}
        </div>
      </div>
    </details>
  );
}

type DateFilterProps = {
  label: string;
  value: string;
  min: string;
  error?: string | undefined;
  onChange: (date: string | null) => void;
};

/** Shows a date field. It holds the text while a person types. The address gets only complete dates. */
function DateFilter({ label, value, min, error, onChange }: DateFilterProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label} error={error}>
      <Input
        type="date"
        min={min}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === '' || isDate(event.target.value)) onChange(event.target.value);
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}
