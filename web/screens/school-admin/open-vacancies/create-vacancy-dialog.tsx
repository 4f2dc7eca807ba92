import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatDate, formatShortDate, formatTimeRange } from '#domain/time.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { extraHands } from '#domain/vacancy.ts';
import { useSession } from '#web/session/session.ts';
import {
  type AbsenceValues,
  absenceToCheck,
  chosenDays,
  whyNotYet,
} from '#web/features/vacancies/post/absence-form.ts';
import type { PostingWords } from '#web/features/vacancies/move/changes.ts';
import { PostingError, PostingFields } from '#web/features/vacancies/post/posting-fields.tsx';
import {
  TeacherPicker,
  type AbsentTeacher,
  type Entered,
} from '#web/screens/school-admin/open-vacancies/teacher-picker.tsx';
import { usePosting } from '#web/features/vacancies/post/use-posting.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';

type CreateVacancyDialogProps = { ownSchool: { id: number; name: string; timeZone: string }; onClose: () => void };

/** The toast names the teacher and the day, because a person who pressed Enter twice may not have read the form. */
const wordsFor = (who: string): PostingWords => ({
  done: (days, first) => ({
    title: 'Vacancy created',
    text:
      days > 1 ? `${days} days, one vacancy for each.` : `${who}, ${formatShortDate(first)}. Substitutes see it now.`,
  }),
  failed: (reason) => `Failed to create vacancy: ${reason}`,
});

/** Posts an absence on behalf of a teacher of the school. It is mounted while it is open. */
export function CreateVacancyDialog({ ownSchool, onClose }: CreateVacancyDialogProps) {
  const user = useSession();
  const [teacher, setTeacher] = useState<AbsentTeacher | null>(null);
  const [isExtraHands, setExtraHands] = useState(false);
  const teacherId = teacher?.id ?? null;
  const words = wordsFor(isExtraHands ? extraHands : (teacher?.fullName ?? ''));
  const posting = usePosting({ userId: user.id, ownSchool, teacherId, isExtraHands, words, onPosted: onClose });
  const { form, school, proposal } = posting;
  const why =
    teacher === null && !isExtraHands
      ? 'Choose the absent teacher first.'
      : whyNotYet(form.found, form.values, 'create the vacancy');
  const isFilling = teacher !== null && proposal.isPending;
  // People can type a name and press Enter twice. The second Enter creates the vacancy, even if it comes before its
  // teacher's proposal.
  const entered = useRef<Entered>(undefined);
  const create = useId();
  useEffect(() => {
    if (entered.current) document.getElementById(create)?.focus();
  }, [teacher, create]);
  const out =
    teacher === null
      ? undefined
      : absenceToCheck(proposal.data?.absences ?? [], {
          days: chosenDays(form.values, posting.closures),
          today: posting.today,
          isProposedDay: form.changes.date === undefined,
        });
  const already = useRef<HTMLDivElement>(null);
  const createNow = useEffectEvent(() => {
    // Otherwise there is something to read first, or the person has gone on to another field.
    if (proposal.isSuccess && out === undefined && document.activeElement?.id === create) posting.submit();
  });
  useEffect(() => {
    if (teacher === null || isFilling) return;
    if (entered.current) already.current?.focus();
    if (entered.current === 'enter twice') createNow();
    entered.current = undefined;
  }, [teacher, isFilling]);
  return (
    <Dialog
      onClose={onClose}
      wide
      title="Create Vacancy"
      subtitle={
        isExtraHands
          ? 'A job without an absent teacher. You’re its contact.'
          : 'For a teacher who can’t post it. It appears in their own vacancies.'
      }
      keepOpen={form.dirty || teacher !== null || isExtraHands}
      onSubmit={posting.submit}
      // The draft keeps the text.
      dirty={false}
      footer={
        <>
          <p
            id="why-not-created"
            role="status"
            className="min-w-0 flex-1 self-center text-meta text-ink-3 max-md:basis-full"
          >
            {isFilling
              ? ''
              : (why ?? summaryOf(form.values, isExtraHands ? extraHands : teacher && `${teacher.fullName} is out`))}
          </p>
          <CloseButton>Cancel</CloseButton>
          <Button
            type="submit"
            variant="filled"
            id={create}
            disabled={!isFilling && why !== null}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.repeat && isFilling) entered.current = 'enter twice';
            }}
            pending={isFilling || posting.isPending}
            pendingText={isFilling ? 'Create Vacancy' : 'Publishing...'}
            aria-describedby="why-not-created"
          >
            Create Vacancy
          </Button>
        </>
      }
    >
      {hasNothing(school) ? (
        <QueryError query={school} level={3} title="Your school's shifts could not be loaded" />
      ) : (
        <div {...form.handlers} className="grid gap-6">
          <PostingFields posting={posting} ownSchool={ownSchool}>
            {isExtraHands ? null : (
              <TeacherPicker
                chosen={teacher}
                onChoose={(chosen, how) => {
                  entered.current = how;
                  setTeacher(chosen);
                  // Another teacher's files don't belong to this absence.
                  form.set({ planFileIds: [] });
                }}
              />
            )}
            {teacher === null || out === undefined || isFilling ? null : (
              <div ref={already} tabIndex={-1} className="rounded-control">
                <Banner
                  tone="pending"
                  live
                  title={`${teacher.fullName} is already out ${out.date === posting.today ? 'today' : formatShortDate(out.date)}, ${formatTimeRange(out.start, out.end)}`}
                >
                  Check the day and the times before you create this vacancy.
                </Banner>
              </div>
            )}
            {teacher === null ? (
              <ExtraHands
                isOn={isExtraHands}
                onTurn={(isOn) => {
                  setExtraHands(isOn);
                  // The files belong to the teacher or to the contact.
                  form.set({ planFileIds: [] });
                }}
              />
            ) : null}
          </PostingFields>
          <PostingError posting={posting} />
        </div>
      )}
    </Dialog>
  );
}

/** Shows the choice that no teacher is absent. It is collapsed, because most vacancies are absences. */
function ExtraHands({ isOn, onTurn }: { isOn: boolean; onTurn: (isOn: boolean) => void }) {
  const [isOpen, setOpen] = useState(isOn);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-touch cursor-pointer py-2 text-label font-semibold text-ink">
        No teacher is absent
      </summary>
      <Checkbox
        label={extraHands}
        hint="For testing days, an aide’s position or a field trip. It isn’t counted as an absence. Hours and pay work as for any class."
        checked={isOn}
        onChange={(event) => onTurn(event.target.checked)}
      />
    </details>
  );
}

/** Returns a summary of the vacancy to create: 'Maya Okafor is out November 23, 2026, 8:00 AM – 3:00 PM.' */
function summaryOf(values: AbsenceValues, who: string | null): string {
  const when = values.severalDays ? 'on several days' : formatDate(values.date);
  return who === null ? '' : `${who} ${when}, ${formatTimeRange(values.startTime, values.endTime)}.`;
}
