import { useQuery } from '@tanstack/react-query';
import { type School, updateSchool } from '#contract/schools.ts';
import { ApiError } from '#web/api/errors.ts';
import { AdminField, adminIdOf } from '#web/features/schools/admin-field.tsx';
import { inFormWords, SchoolFields, schoolFields, schoolInputOf } from '#web/features/schools/school-fields.tsx';
import { districtsQuery, useEditSchool } from '#web/features/schools/districts.ts';
import { failureWords } from '#web/features/schools/schools.ts';
import { SharingFields, sharingIn } from '#web/features/schools/sharing-fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useFormFields } from '#web/ui/use-form-fields.ts';

const names = [...schoolFields, 'adminId'] as const;

/** Changes what is known of a school, and who administers it. Only what was changed is sent. */
export function EditSchoolDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const edit = useEditSchool(school);
  const district = useQuery(districtsQuery).data?.find(({ name }) => name === school.district);
  const fields = useFormFields(names, (form) => check(form, school));
  const send = (form: HTMLFormElement) => {
    const changes = changesIn(form, school);
    const sharing = sharingIn(form, school, district);
    if (Object.keys(changes).length === 0 && sharing === null) return onClose();
    edit.mutate(
      { body: { ...changes, ...sharing?.body }, district: sharing?.district },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof ApiError) fields.show(form, error.fields);
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${school.name}`}
      fields={fields}
      onSubmit={send}
      submitLabel="Save"
      pending={edit.isPending}
      pendingText="Saving..."
      failure={edit.isError ? failureWords.update(edit.error) : undefined}
    >
      <SchoolFields school={school} errors={fields.errors} />
      <AdminField school={school} error={fields.errors.adminId} />
      {district === undefined ? null : <SharingFields school={school} district={district} />}
    </FormDialog>
  );
}

type Input = ReturnType<typeof schoolInputOf> & { adminId: number | null };

/** What differs from the school as it stands, so that nothing that somebody else changed meanwhile is put back. */
function changesIn(form: HTMLFormElement, school: School): Partial<Input> {
  const input: Input = { ...schoolInputOf(form), adminId: adminIdOf(form) };
  const isChanged = (name: keyof Input) => {
    const value = input[name];
    return (
      (typeof value === 'string' ? value.trim() : value) !== (school[name] ?? (typeof value === 'string' ? '' : null))
    );
  };
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, input[name]]));
}

function check(form: HTMLFormElement, school: School) {
  return inFormWords(problemsOf(updateSchool.body, changesIn(form, school), names), schoolInputOf(form));
}
