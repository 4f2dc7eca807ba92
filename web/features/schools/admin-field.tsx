import { useQuery } from '@tanstack/react-query';
import type { School } from '#contract/schools.ts';
import { adminsWithoutSchoolQuery } from '#web/features/people/people.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/input.tsx';
import { textOf } from '#web/ui/use-form-fields.ts';

type AdminFieldProps = {
  /** The school, where it is there already: whoever administers it stays to be chosen. */
  school?: School;
  error: string | undefined;
};

/** Who administers a school: nobody, or a school administrator who has no other school. */
export function AdminField({ school, error }: AdminFieldProps) {
  const admins = useQuery(adminsWithoutSchoolQuery);
  const { adminId = null, adminName } = school ?? {};
  return (
    <Field id="field-adminId" label="Administrator" optional hint={hintOf(admins, adminId !== null)} error={error}>
      <Select name="adminId" defaultValue={adminId ?? ''}>
        <option value="">Nobody yet</option>
        {adminId === null ? null : <option value={adminId}>{adminName}</option>}
        {admins.data?.map((admin) => (
          <option key={admin.id} value={admin.id}>
            {admin.fullName}
            {admin.username ? ` (@${admin.username})` : ''}
            {admin.isApproved ? '' : ', waits for approval'}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Who is chosen in a form, null for nobody. */
export function adminIdOf(form: HTMLFormElement): number | null {
  const id = Number(textOf(form, 'adminId'));
  return id > 0 ? id : null;
}

function hintOf(
  { isError, data }: { isError: boolean; data: readonly unknown[] | undefined },
  hasOne: boolean,
): string {
  if (isError) return 'The administrators could not be loaded. One can register at this school later.';
  if (data?.length === 0)
    return hasOne
      ? 'No other school administrator is without a school.'
      : 'No school administrator is without a school. One can register at this school later.';
  return 'School administrators who have no school yet';
}
