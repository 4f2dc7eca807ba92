import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import { reachInWords } from '#domain/reach.ts';
import { isDate } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { type AbsenceValues, chosenDays } from '#web/features/vacancies/post/absence-form.ts';
import { reachOfAbsenceQuery, schoolSubstitutesQuery } from '#web/features/vacancies/post/absence-queries.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useRested } from '#web/ui/use-rested.ts';

const step = 10;

/** Who is told of the vacancy: all approved substitutes of the school, or those that are chosen. */
export function NotifyFields({ state, schoolName }: { state: AbsenceFormState; schoolName: string }) {
  const { values } = state;
  const reach = useReach(values);
  const everybody =
    reach === null ? `Notifies the approved substitutes of ${schoolName} who are free then` : `Notifies ${reach}`;
  return (
    <>
      <Checkbox
        label="Notify all substitutes"
        hint={`${everybody}. Turn off to choose people.`}
        {...state.tick('notifyAllSubstitutes')}
      />
      {values.notifyAllSubstitutes ? null : (
        <ChooseSubstitutes
          chosen={values.selectedSubstitutes}
          reach={reach}
          onChange={(ids) => state.set({ selectedSubstitutes: ids })}
        />
      )}
    </>
  );
}

/** Who would be notified of the absence as it stands in the form, in words; null while its days and times can't be posted. */
function useReach(values: AbsenceValues): string | null {
  const { startTime, endTime, notifyAllSubstitutes, selectedSubstitutes } = values;
  const among = notifyAllSubstitutes ? null : selectedSubstitutes;
  // A quarter of a second after the last change, so that typing a time asks once.
  const asked = useRested(JSON.stringify({ dates: chosenDays(values), startTime, endTime, among }));
  const absence = JSON.parse(asked) as Parameters<typeof reachOfAbsenceQuery>[0];
  const isWhole =
    absence.dates.length > 0 &&
    absence.dates.length <= vacancyLimits.daysAtOnce &&
    absence.dates.every((date) => isDate(date)) &&
    absence.startTime < absence.endTime &&
    absence.among?.length !== 0;
  const { data, isError } = useQuery({
    ...reachOfAbsenceQuery(absence),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  return !isWhole || isError || data === undefined ? null : reachInWords(data);
}

type ChooseProps = { chosen: readonly number[]; reach: string | null; onChange: (ids: number[]) => void };

function ChooseSubstitutes({ chosen, reach, onChange }: ChooseProps) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(step);
  const { data, error, refetch, isFetching } = useQuery({
    ...schoolSubstitutesQuery(useDeferredValue(search.trim())),
    placeholderData: keepPreviousData,
  });
  const people = data?.rows ?? [];
  return (
    <div className="grid gap-3 rounded-control bg-subtle p-4">
      <Field label="Search substitutes">
        <SearchInput
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setShown(step);
          }}
          autoComplete="off"
        />
      </Field>
      {error ? (
        <Banner
          tone="danger"
          live
          actions={
            <Button pending={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {sentenceOf(error)}
        </Banner>
      ) : null}
      <FieldGroup label="Who is notified" hint="Everyone else can still see the vacancy.">
        <ul className="grid">
          {people.slice(0, shown).map((person) => (
            <li key={person.id}>
              <Checkbox
                label={<span className="wrap-anywhere">{person.fullName}</span>}
                hint={person.qualifications ?? undefined}
                checked={chosen.includes(person.id)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, person.id] : chosen.filter((id) => id !== person.id))
                }
              />
            </li>
          ))}
        </ul>
        {people.length > shown ? (
          <MoreButton className="justify-self-start" onClick={() => setShown(shown + step)} />
        ) : null}
      </FieldGroup>
      <p role="status" className="text-meta text-ink-2">
        {data !== undefined && people.length === 0
          ? `${search.trim() === '' ? 'No approved substitutes' : 'No one has that name'}. `
          : null}
        {chosen.length === 0
          ? 'No one selected. No one will be notified.'
          : `${counted(chosen.length, 'substitute')} selected.${reach === null ? '' : ` Notifies ${reach}.`}`}
      </p>
    </div>
  );
}
