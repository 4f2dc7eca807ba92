import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import type { School } from '#contract/schools.ts';
import type { Closure } from '#domain/closure.ts';
import { reachInWords } from '#domain/reach.ts';
import { isDate, isTime } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { type AbsenceValues, chosenDays } from '#web/features/vacancies/post/absence-form.ts';
import { reachOfAbsenceQuery, schoolSubstitutesQuery } from '#web/features/vacancies/post/absence-queries.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { counted, hasEnded } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { part } from '#web/ui/part.tsx';
import { useRested, useSearchText } from '#web/ui/use-search-text.ts';

const step = 10;

const OfferFirst = part(() => import('#web/features/vacancies/post/offer-first.tsx'), 'OfferFirst');

/** The facts that determine which days and times can still be posted. */
type Calendar = { closures: readonly Closure[]; timeZone: string; now: Date };

type NotifyFieldsProps = Calendar & {
  state: AbsenceFormState;
  schoolName: string;
  school?: School | undefined;
  /** The absent teacher, if it isn't the poster. It is null until one is chosen. */
  teacherId?: number | null | undefined;
  isExtraHands?: boolean;
  /** The form is about to be filled in, so its reach isn't counted yet. */
  isFilling?: boolean;
};

/**
 * Returns the sentence about the order in which a school's substitutes are notified. The result is empty if all are
 * notified at once.
 */
function orderOf(school: School | undefined): string {
  if (school?.offering === 'best_matches') return '  The best matches are notified first.';
  return school?.offering === 'favorites' ? '  Favorites are notified first.' : '';
}

/** Shows the people to notify of the vacancy: all of the school's approved substitutes, or selected ones. */
export function NotifyFields({
  state,
  schoolName,
  school,
  teacherId,
  isExtraHands = false,
  isFilling = false,
  ...calendar
}: NotifyFieldsProps) {
  const { values } = state;
  const reach = useReach(values, calendar, isFilling);
  const everybody =
    reach === null ? `Notifies the approved substitutes of ${schoolName} who are free then` : `Notifies ${reach}`;
  return (
    <>
      <Checkbox
        label="Notify all substitutes"
        hint={`${everybody}.${orderOf(school)} Turn off to choose people.`}
        {...state.tick('notifyAllSubstitutes')}
      />
      {values.notifyAllSubstitutes ? (
        <FirstFields state={state} teacherId={teacherId} isExtraHands={isExtraHands} />
      ) : (
        <ChooseSubstitutes
          chosen={values.selectedSubstitutes}
          reach={reach}
          onChange={(ids) => state.set({ selectedSubstitutes: ids })}
        />
      )}
    </>
  );
}

/** Shows the substitutes to notify before everyone else. It is collapsed, because few absences need it. */
function FirstFields({
  state,
  teacherId,
  isExtraHands,
}: Pick<NotifyFieldsProps, 'state' | 'teacherId'> & { isExtraHands: boolean }) {
  const chosen = state.values.offerFirst.length;
  const [isOpen, setOpen] = useState(chosen > 0);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="min-w-0">
      <summary className="min-h-touch cursor-pointer py-2 text-label font-semibold text-ink">
        {chosen === 0 ? 'Offer first to…' : `Offer first to… (${chosen})`}
      </summary>
      {isOpen ? <OfferFirst state={state} teacherId={teacherId} isExtraHands={isExtraHands} /> : null}
    </details>
  );
}

/** Names the people to be notified while the fields for it are collapsed. */
export function ReachLine({
  values,
  school,
  ...calendar
}: Calendar & { values: AbsenceValues; school?: School | undefined }) {
  const reach = useReach(values, calendar);
  return (
    <p role="status" className="min-h-lh text-label">
      {reach === null ? '' : `Notifies ${reach}.${orderOf(school)}`}
    </p>
  );
}

/** Returns who would be notified of the absence in the form. Returns null while its days and times can't be posted. */
function useReach(values: AbsenceValues, { closures, timeZone, now }: Calendar, isFilling = false): string | null {
  const { startTime, endTime, grade, subject, severalDays, notifyAllSubstitutes, selectedSubstitutes } = values;
  const needs = { needsSubject: values.needsSubject, needsGrade: values.needsGrade };
  const dates = chosenDays(values, closures);
  const among = notifyAllSubstitutes ? null : selectedSubstitutes;
  const asOneJob = severalDays && values.asOneJob;
  const absence = { dates, startTime, endTime, asOneJob, grade: grade || null, subject, ...needs, among };
  // The call waits a quarter of a second after the last change, so that typing a time makes one call.
  const key = JSON.stringify(absence);
  const isRested = useRested(key);
  const isWhole =
    dates.length > 0 &&
    dates.length <= vacancyLimits.daysAtOnce &&
    isTime(startTime) &&
    isTime(endTime) &&
    startTime < endTime &&
    dates.every((date) => isDate(date) && !hasEnded({ date, endTime, timeZone }, now)) &&
    among?.length !== 0;
  const { data, isError } = useQuery({
    ...reachOfAbsenceQuery(absence),
    enabled: isWhole && isRested && !isFilling,
    placeholderData: keepPreviousData,
  });
  return !isWhole || isError || data === undefined ? null : reachInWords(data);
}

type ChooseProps = { chosen: readonly number[]; reach: string | null; onChange: (ids: number[]) => void };

function ChooseSubstitutes({ chosen, reach, onChange }: ChooseProps) {
  const { typed, type, search } = useSearchText();
  const [shown, setShown] = useState(step);
  const { data, error, refetch, isFetching } = useQuery({
    ...schoolSubstitutesQuery(search),
    placeholderData: keepPreviousData,
  });
  const people = data?.rows ?? [];
  return (
    <div className="grid gap-3 rounded-control bg-subtle p-4">
      <Field label="Search substitutes">
        <SearchInput
          value={typed}
          onType={(text) => {
            type(text);
            setShown(step);
          }}
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
                label={<span className="font-semibold wrap-anywhere">{person.fullName}</span>}
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
          ? `${search === '' ? 'No approved substitutes' : 'No one has that name'}. `
          : null}
        {chosen.length === 0
          ? 'No one selected. No one will be notified.'
          : `${counted(chosen.length, 'substitute')} selected.${reach === null ? '' : ` Notifies ${reach}.`}`}
      </p>
    </div>
  );
}
