import { createSchool } from '#contract/schools.ts';
import { ApiError } from '#web/api/errors.ts';
import { AdminField, adminIdOf } from '#web/features/schools/admin-field.tsx';
import { inFormWords, SchoolFields, schoolFields, schoolInputOf } from '#web/features/schools/school-fields.tsx';
import { failureWords, useAddSchool } from '#web/features/schools/schools.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useFormFields } from '#web/ui/use-form-fields.ts';

const names = [...schoolFields, 'adminId'] as const;

/** Everything a school needs to begin: where it is, how to reach it, its clock, and who runs it. */
export function AddSchoolDialog({ onClose }: { onClose: () => void }) {
  const fields = useFormFields(names, check);
  const add = useAddSchool();
  const send = (form: HTMLFormElement) =>
    add.mutate(inputOf(form), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiError) fields.show(form, error.fields);
      },
    });
  return (
    <FormDialog
      onClose={onClose}
      title="Add School"
      fields={fields}
      onSubmit={send}
      submitLabel="Add School"
      pending={add.isPending}
      pendingText="Adding..."
      failure={add.isError ? failureWords.create(add.error) : undefined}
    >
      <SchoolFields errors={fields.errors} />
      <AdminField error={fields.errors.adminId} />
    </FormDialog>
  );
}

function inputOf(form: HTMLFormElement) {
  return { ...schoolInputOf(form), adminId: adminIdOf(form), isActive: true };
}

function check(form: HTMLFormElement) {
  const input = inputOf(form);
  return inFormWords(problemsOf(createSchool.body, input, names), input);
}
