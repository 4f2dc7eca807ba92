import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import {
  confirmEmergencyPlan,
  type EmergencyPlan,
  emergencyPlanFields,
  putEmergencyPlan,
} from '#contract/emergency-plan.ts';
import type { Sent } from '#contract/endpoint.ts';
import { planLimits } from '#domain/plans.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { call } from '#web/api/client.ts';
import { SaveChanges } from '#web/api/save-changes.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { emergencyPlanQuery, teacherReadingsQuery } from '#web/features/vacancies/plans/emergency-queries.ts';
import { PlanFilesField } from '#web/features/vacancies/plans/plan-files-field.tsx';
import { Readings } from '#web/features/vacancies/plans/readings.tsx';
import { type OnDirty, StudentDetails } from '#web/features/vacancies/plans/student-details.tsx';
import { isUploading } from '#web/features/vacancies/plans/uploading.ts';
import { planFilesQuery } from '#web/features/vacancies/plans/queries.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Form } from '#web/ui/form.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { changeInWords } from '#web/ui/form-state.ts';
import { problemsOf } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';

type EmergencyPlanProps = { teacherId: number; timeZone: string; onDirty?: OnDirty };

/** Shows the form of a teacher's emergency plan, and separately the student details. */
export function EmergencyPlanEditor({ teacherId, timeZone, onDirty }: EmergencyPlanProps) {
  const plan = useQuery(emergencyPlanQuery(teacherId));
  const { data: readings = [] } = useQuery(teacherReadingsQuery(teacherId));
  return (
    <Loaded query={plan} what="the emergency plan" level={3} skeleton={<Skeleton className="h-80 rounded-card" />}>
      {(saved) => (
        <div className="grid max-w-form gap-6">
          <Checked teacherId={teacherId} plan={saved} timeZone={timeZone} />
          <PlanForm teacherId={teacherId} plan={saved} onDirty={onDirty} />
          <StudentDetails teacherId={teacherId} plan={saved} onDirty={onDirty} />
          <Readings readings={readings} timeZone={timeZone} />
        </div>
      )}
    </Loaded>
  );
}

/** Shows when the plan was last checked, and 'Still right'. */
function Checked({ teacherId, plan, timeZone }: EmergencyPlanProps & { plan: EmergencyPlan }) {
  const queries = useQueryClient();
  const confirm = useCommand({
    send: () => call(confirmEmergencyPlan, { params: { id: teacherId } }),
    toast: { title: 'Thank you', text: 'We’ll ask again in a year.' },
    onDone: () =>
      queries.setQueryData(emergencyPlanQuery(teacherId).queryKey, { ...plan, checkedAt: new Date().toISOString() }),
    failed: 'Not saved',
  });
  if (plan.checkedAt === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 text-ink-2">
        Last checked{' '}
        <span className="whitespace-nowrap">{formatDate(localDate(new Date(plan.checkedAt), timeZone))}.</span>
      </p>
      <Button pending={confirm.isPending} onClick={() => confirm.mutate()}>
        Still right
      </Button>
    </div>
  );
}

const names = ['routines', 'seating', 'people', 'fileIds'] as const;
type Values = Pick<EmergencyPlan, (typeof names)[number]>;

function valuesOf({ routines, seating, people, fileIds }: EmergencyPlan): Values {
  return { routines, seating, people, fileIds };
}

function check(values: Values) {
  if (values.fileIds.some(isUploading)) return { fileIds: 'Wait until the files are uploaded.' };
  return problemsOf(emergencyPlanFields, { ...values, version: 0 }, names);
}

type PlanFormProps = { teacherId: number; plan: EmergencyPlan; onDirty: OnDirty | undefined };

function PlanForm({ teacherId, plan, onDirty }: PlanFormProps) {
  const queries = useQueryClient();
  const { data: kept } = useQuery(planFilesQuery(teacherId));
  const save = useCommand({
    send: (body: Sent<typeof putEmergencyPlan>['body']) => call(putEmergencyPlan, { params: { id: teacherId }, body }),
    toast: { title: 'Emergency plan saved' },
    onDone: (saved) => queries.setQueryData(emergencyPlanQuery(teacherId).queryKey, saved),
  });
  const inWords = (name: keyof Values, theirs: Values) => {
    if (name !== 'fileIds') return changeInWords(theirs[name]);
    const files = theirs.fileIds.map((id) => kept?.files.find((file) => file.id === id)?.name ?? 'a new file');
    return changeInWords(files.join(', '));
  };
  const form = useForm({ record: plan, valuesOf, names, check, inWords, pending: save.isPending });
  useUnsavedText(form.dirty);
  // A layout effect tells the dialog before the next event, such as Esc.
  useLayoutEffect(() => onDirty?.('plan', form.dirty), [onDirty, form.dirty]);
  const submit = () => {
    if (save.isPending || !form.dirty || !form.accepts()) return;
    const { values, changes, version = 0 } = form;
    save.mutate(
      { ...changes, version, isPartial: true },
      {
        onSuccess: (saved) => form.saved(saved, values),
        onError: form.refuse,
        // Either reply may list a file that someone else added.
        onSettled: () => void queries.refetchQueries(planFilesQuery(teacherId)),
      },
    );
  };
  const area = (name: 'routines' | 'seating' | 'people', label: string, hint: string): ReactNode => (
    <Field {...form.field(name)} label={label} hint={hint} optional>
      <Textarea rows={4} maxLength={planLimits.words} {...form.text(name)} />
    </Field>
  );
  return (
    <Form aria-label="Emergency plan" onSubmit={submit} className="grid gap-4">
      <div className="card grid gap-4.5 p-5 max-md:p-4" {...form.handlers}>
        <FormSummary problems={form.problems} attempt={form.attempt} />
        {area(
          'routines',
          'Routines',
          'How the day starts, signals, breaks, lunch, dismissal, what to do if time is left.',
        )}
        {area('seating', 'Seating', 'Where students sit, or which file has the chart.')}
        {area('people', 'People to ask', 'People who know the class, and where to find them.')}
        <PlanFilesField
          teacherId={teacherId}
          {...form.field('fileIds')}
          label="Files"
          hint="For example, a seating chart or a worksheet for any day. PDF, Word (.docx) or images, up to 5 files of 10 MB."
          ids={form.values.fileIds}
          onChange={(fileIds) => form.set({ fileIds })}
        />
      </div>
      <SaveChanges form={form} save={save} failed="The emergency plan was not saved" />
    </Form>
  );
}
