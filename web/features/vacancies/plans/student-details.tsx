import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { type EmergencyPlan, getStudentDetails, putStudentDetails } from '#contract/emergency-plan.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { planLimits } from '#domain/plans.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { emergencyPlanQuery } from '#web/features/vacancies/plans/emergency-queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { useForm } from '#web/ui/use-form.ts';

/** Whether one of the two forms of an emergency plan has unsaved text, for a dialog around them. */
export type OnDirty = (form: 'plan' | 'details', dirty: boolean) => void;

type Details = ReplyOf<typeof getStudentDetails>;
type StudentDetailsProps = { teacherId: number; plan: EmergencyPlan; onDirty: OnDirty | undefined };

/** Shows the student details, closed until someone opens them, because other people may see the screen. */
export function StudentDetails({ teacherId, plan, onDirty }: StudentDetailsProps) {
  const [details, setDetails] = useState<Details | null>(null);
  const open = useCommand({
    send: () => call(getStudentDetails, { params: { id: teacherId } }),
    onDone: setDetails,
  });
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
        class, until it ends. We record each time they do.
      </p>
      {details !== null ? (
        <DetailsForm teacherId={teacherId} details={details} onDirty={onDirty} onClose={() => setDetails(null)} />
      ) : (
        <div>
          <Button pending={open.isPending} onClick={() => open.mutate()}>
            {plan.hasStudentDetails ? 'Open student details' : 'Add student details'}
          </Button>
        </div>
      )}
      <CallError error={open.error} />
    </section>
  );
}

type DetailsFormProps = Omit<StudentDetailsProps, 'plan'> & { details: Details; onClose: () => void };

function DetailsForm({ teacherId, details, onDirty, onClose }: DetailsFormProps) {
  const queries = useQueryClient();
  const save = useCommand({
    send: (body: Details) => call(putStudentDetails, { params: { id: teacherId }, body }),
    toast: ({ words }) => ({ title: words === '' ? 'Student details removed' : 'Student details saved' }),
    onDone: ({ words }) => {
      // The version stays, because the plan may have changed since it was read.
      queries.setQueryData(
        emergencyPlanQuery(teacherId).queryKey,
        (plan) => plan && { ...plan, hasStudentDetails: words !== '', checkedAt: new Date().toISOString() },
      );
      onClose();
    },
  });
  const form = useForm({
    record: details,
    valuesOf: ({ words }: Details) => ({ words }),
    names: ['words'],
    check: () => ({}),
    idOf: () => 'student-details-words',
    pending: save.isPending,
  });
  const askFirst = useUnsavedText(form.dirty);
  useLayoutEffect(() => {
    onDirty?.('details', form.dirty);
    return () => onDirty?.('details', false);
  }, [onDirty, form.dirty]);
  const submit = () => {
    if (save.isPending || !form.accepts()) return;
    if (!form.dirty) return onClose();
    save.mutate({ ...form.values, version: form.version ?? 0 }, { onError: form.refuse });
  };
  return (
    <Form aria-labelledby="student-details" onSubmit={submit} className="grid gap-3">
      <Field
        {...form.field('words')}
        label="Details the substitute needs"
        hint="Write no more than they need on the day."
      >
        <Textarea
          rows={5}
          maxLength={planLimits.words}
          autoComplete="off"
          readOnly={save.isPending}
          {...form.text('words')}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="filled" pending={save.isPending} pendingText="Saving...">
          Save student details
        </Button>
        <Button variant="plain" disabled={save.isPending} onClick={() => askFirst(onClose)}>
          Close
        </Button>
      </div>
      <CallError error={form.dirty ? save.error : null} />
    </Form>
  );
}
