import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { type EmergencyPlan, getStudentDetails, putStudentDetails } from '#contract/emergency-plan.ts';
import { planLimits } from '#domain/plans.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { emergencyPlanQuery } from '#web/features/vacancies/plans/emergency-queries.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Says whether one of the two forms of an emergency plan has unsaved text, for a dialog around them. */
export type OnDirty = (form: 'plan' | 'details', dirty: boolean) => void;

type StudentDetailsProps = { teacherId: number; plan: EmergencyPlan; onDirty: OnDirty | undefined };

/** Shows the student details, closed until someone opens them, because other people may see the screen. */
export function StudentDetails({ teacherId, plan, onDirty }: StudentDetailsProps) {
  const queries = useQueryClient();
  const [words, setWords] = useState<string | null>(null);
  const open = useMutation({
    mutationFn: () => call(getStudentDetails, { params: { id: teacherId } }),
    onSuccess: (details) => setWords(details.words),
  });
  const save = useMutation({
    mutationFn: (text: string) =>
      call(putStudentDetails, { params: { id: teacherId }, body: { words: text, version: plan.version } }),
    onSuccess: (saved) => {
      queries.setQueryData(emergencyPlanQuery(teacherId).queryKey, {
        ...plan,
        version: saved.version,
        hasStudentDetails: saved.words !== '',
        checkedAt: new Date().toISOString(),
      });
      setWords(null);
      // The next text is compared with the saved one.
      open.reset();
      showToast({ title: saved.words === '' ? 'Student details removed' : 'Student details saved' });
    },
  });
  const dirty = words !== null && words !== (open.data?.words ?? '');
  useLeaveGuard(dirty);
  useLayoutEffect(() => onDirty?.('details', dirty), [onDirty, dirty]);
  const failure = open.error ?? save.error;
  return (
    <section aria-labelledby="student-details" className="card grid gap-3 p-5 max-md:p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="student-details" tabIndex={-1} className="text-body font-semibold">
          Student details
        </h2>
        <Badge tone="pending">Sensitive</Badge>
      </div>
      <p className="text-meta text-ink-3">
        For example, allergies, medication or early pickups. The booked substitute can open them only on the day of the
        class, until it ends. We record each time.
      </p>
      {words === null ? (
        <div>
          <Button pending={open.isPending} onClick={() => (plan.hasStudentDetails ? open.mutate() : setWords(''))}>
            {plan.hasStudentDetails ? 'Open student details' : 'Add student details'}
          </Button>
        </div>
      ) : (
        <>
          <Field label="Details the substitute needs" hint="Write no more than they need on the day.">
            <Textarea
              rows={5}
              maxLength={planLimits.words}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              autoComplete="off"
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="filled"
              pending={save.isPending}
              pendingText="Saving..."
              onClick={() => save.mutate(words)}
            >
              Save student details
            </Button>
            <Button variant="plain" disabled={save.isPending} onClick={() => setWords(null)}>
              Close
            </Button>
          </div>
        </>
      )}
      <CallError error={failure} />
    </section>
  );
}
