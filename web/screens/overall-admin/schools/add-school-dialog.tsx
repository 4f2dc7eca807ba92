import { useState } from 'react';
import * as z from 'zod/mini';
import { createSchool } from '#contract/schools.ts';
import { AdminField, adminIdIn } from '#web/screens/overall-admin/schools/admin-field.tsx';
import {
  inFormWords,
  SchoolFields,
  schoolFields,
  schoolInputOf,
  schoolValuesOf,
} from '#web/features/schools/school-fields.tsx';
import { failureWords, isTwin, useAddSchool } from '#web/features/schools/schools.ts';
import { useSession } from '#web/session/session.ts';
import { drafts } from '#web/ui/draft.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { RestoredText } from '#web/ui/restored-text.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

const names = [...schoolFields, 'adminId'] as const;
const empty = { ...schoolValuesOf({}), adminId: '' };
const schoolDrafts = drafts('school', z.record(z.enum(names), z.string()));

/** Shows the data of a new school: address, contact, time zone and administrator. Typed text survives a reload. */
export function AddSchoolDialog({ onClose }: { onClose: () => void }) {
  const { id } = useSession();
  const [draft] = useState(() => schoolDrafts(id));
  const form = useBlankForm(
    empty,
    (values) => inFormWords(problemsOf(createSchool.body, inputOf(values), names), values),
    { draft },
  );
  const add = useAddSchool(draft);
  return (
    <FormDialog
      onClose={onClose}
      title="Add School"
      form={form}
      onSubmit={() =>
        add.mutate(
          { ...inputOf(form.values), unlessExists: !isTwin(add.error) },
          { onSuccess: onClose, onError: form.refuse },
        )
      }
      submitLabel={isTwin(add.error) ? 'Add Anyway' : 'Add School'}
      pending={add.isPending}
      pendingText="Adding..."
      failure={add.isError ? failureWords.create(add.error) : undefined}
      // The draft keeps the text.
      asks={false}
    >
      {form.isRestored ? <RestoredText onStartOver={() => form.startOver(empty)} /> : null}
      <SchoolFields form={form} isNew />
      <AdminField form={form} />
    </FormDialog>
  );
}

function inputOf(values: typeof empty) {
  return { ...schoolInputOf(values), adminId: adminIdIn(values), isActive: true };
}
