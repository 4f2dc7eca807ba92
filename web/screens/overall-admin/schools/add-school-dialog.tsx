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
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const names = [...schoolFields, 'adminId'] as const;
const empty = { ...schoolValuesOf({}), adminId: '' };

/** Shows the data of a new school: address, contact, time zone and administrator. */
export function AddSchoolDialog({ onClose }: { onClose: () => void }) {
  const form = useBlankForm(empty, (values) =>
    inFormWords(problemsOf(createSchool.body, inputOf(values), names), values),
  );
  const add = useAddSchool();
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
    >
      <SchoolFields form={form} isNew />
      <AdminField form={form} />
    </FormDialog>
  );
}

function inputOf(values: typeof empty) {
  return { ...schoolInputOf(values), adminId: adminIdIn(values), isActive: true };
}
