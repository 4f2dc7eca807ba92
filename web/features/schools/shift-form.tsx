import { useState, type FormEvent } from 'react';
import type { School } from '#contract/schools.ts';
import { defaultVacancySettings, shiftTypes } from '#domain/shift.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { DayPicture } from '#web/features/schools/day-picture.tsx';
import { useSaveSchool } from '#web/features/schools/own-school.ts';
import { ShiftRow } from '#web/features/schools/shift-row.tsx';
import { sameShifts, useShiftSettings } from '#web/features/schools/use-shift-settings.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { FieldGroup } from '#web/ui/field.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';

/** Which shifts teachers can choose and how requests are dealt with, with a picture of the day that follows as one types. */
export function ShiftForm({ school }: { school: School }) {
  const saved = { ...defaultVacancySettings, ...school.vacancySettings };
  const { showReason: reasonShown = true, bookFirst: firstBooked = false, approvesItself: decides = false } = school;
  const state = useShiftSettings(saved);
  const { shown, errors } = state;
  const [showReason, setShowReason] = useState(reasonShown);
  const [bookFirst, setBookFirst] = useState(firstBooked);
  const [approvesItself, setApprovesItself] = useState(decides);
  const save = useSaveSchool(school.id, {
    title: 'Vacancy settings saved',
    text: 'Teachers choose from these shifts now.',
  });
  const dirty =
    !sameShifts(shown, saved) || showReason !== reasonShown || bookFirst !== firstBooked || approvesItself !== decides;
  useLeaveGuard(dirty);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) event.currentTarget.querySelector<HTMLElement>(`#field-${wrong}`)?.focus();
    else
      save.mutate(
        {
          fields: {
            vacancySettings: shown,
            showReason,
            bookFirst,
            ...(approvesItself !== decides && { approvesItself }),
          },
        },
        { onSuccess: () => state.startOver(shown) },
      );
  };
  const revert = () => {
    state.startOver(saved);
    setShowReason(reasonShown);
    setBookFirst(firstBooked);
    setApprovesItself(decides);
  };
  return (
    <form noValidate aria-labelledby="vacancy-configuration" onSubmit={submit} className="grid gap-4">
      <div className="card grid gap-4 p-5 max-md:p-4">
        <DayPicture settings={shown} isOverlapping={errors.afternoonStart !== undefined} />
        <FieldGroup label={<span className="sr-only">Shifts</span>}>
          {shiftTypes.map((type) => (
            <ShiftRow key={type} type={type} state={state} />
          ))}
        </FieldGroup>
        <p role="status" className="text-meta text-pending empty:hidden">
          {state.isAfternoonMoved ? 'The afternoon has moved: it starts 30 minutes after the morning ends.' : ''}
        </p>
        <div className="grid gap-2 border-t border-line pt-4">
          <Checkbox
            label="Show the reason to substitutes"
            hint="Otherwise they are never told why a teacher is absent: not on the vacancy, in mail or in a calendar"
            checked={showReason}
            onChange={(event) => setShowReason(event.target.checked)}
          />
          <Checkbox
            label="Book the first who asks"
            hint="An approved substitute who asks and fits is booked at once; nobody needs to answer"
            checked={bookFirst}
            onChange={(event) => setBookFirst(event.target.checked)}
          />
          {school.district === null ? null : (
            <details open={decides} className="min-w-0">
              <summary className="min-h-touch cursor-pointer py-2 text-label">Who approves substitutes</summary>
              <Checkbox
                label="Approve every substitute ourselves"
                hint={`Otherwise a substitute approved by another school in ${school.district} can work here as soon as they choose your school. You'll see who is new in Pending Approvals.`}
                checked={approvesItself}
                onChange={(event) => setApprovesItself(event.target.checked)}
              />
            </details>
          )}
        </div>
      </div>
      <SaveBar
        dirty={dirty}
        saving={save.isPending}
        onRevert={revert}
        failure={save.isError ? { title: 'The settings are not saved', text: sentenceOf(save.error) } : null}
      />
    </form>
  );
}
