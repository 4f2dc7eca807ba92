import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { School } from '#contract/schools.ts';
import { adminsWithoutSchoolQuery } from '#web/features/people/people.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/input.tsx';

type AdminFieldProps = {
  /** The existing school, if any, whose current administrator remains a choice. */
  school?: School;
  form: {
    field: (name: 'adminId') => { id: string; error: ReactNode };
    text: (name: 'adminId') => { value: string; onChange: (event: { target: { value: string } }) => void };
  };
};

/** Shows the administrator of a school: no one, or a school administrator without another school. */
export function AdminField({ school, form }: AdminFieldProps) {
  const admins = useQuery(adminsWithoutSchoolQuery);
  const { adminId = null, adminName } = school ?? {};
  const { value } = form.text('adminId');
  const isListed = [adminId, ...(admins.data ?? []).map(({ id }) => id)].some((id) => String(id ?? '') === value);
  return (
    <Field {...form.field('adminId')} label="Administrator" optional hint={hintOf(admins, adminId !== null)}>
      <Select {...form.text('adminId')}>
        <option value="">No one yet</option>
        {adminId === null ? null : <option value={adminId}>{adminName}</option>}
        {value === '' || isListed ? null : <option value={value}>The administrator you chose</option>}
        {admins.data?.map((admin) => (
          <option key={admin.id} value={admin.id}>
            {admin.fullName}
            {admin.username ? ` (@${admin.username})` : ''}
            {admin.isApproved ? '' : ', waiting for approval'}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Returns the id of the selected person, or null for no one. */
export function adminIdIn({ adminId }: { adminId: string }): number | null {
  return adminId === '' ? null : Number(adminId);
}

function hintOf(
  { isError, data }: { isError: boolean; data: readonly unknown[] | undefined },
  hasOne: boolean,
): string {
  if (isError) return 'The administrators could not be loaded. One can register at this school later.';
  if (data?.length === 0)
    return hasOne
      ? 'All other school administrators already have a school.'
      : 'All school administrators already have a school. One can register at this school later.';
  return 'School administrators who have no school yet';
}
