import { listDistricts, updateDistrict } from '#contract/districts.ts';
import type { Sent } from '#contract/endpoint.ts';
import { type School, updateSchool } from '#contract/schools.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { ApiError } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { failureWords } from '#web/features/schools/schools.ts';

/** The districts that have schools, by name, for the platform owner. */
export const districtsQuery = reading(['schools', 'districts'], listDistricts);

/** The body of a school edit. `district` if it changes whether each of its schools approves for itself. */
type SchoolEdit = {
  body: Sent<typeof updateSchool>['body'];
  district?: { id: number; eachApproves: boolean } | undefined;
};

/** Edits a school, and whether its district's schools share their approved substitutes. */
export function useEditSchool(school: School) {
  const changed = useChanged();
  return useCommand({
    send: async ({ body, district }: SchoolEdit) => {
      if (district !== undefined)
        await call(updateDistrict, { params: { id: district.id }, body: { eachApproves: district.eachApproves } });
      return Object.keys(body).length === 0 ? school : call(updateSchool, { params: { id: school.id }, body });
    },
    toast: ({ name }) => ({ title: 'School updated', text: `${name} is up to date.` }),
    changes: ['school_lists'],
    failed: (error) => {
      // The form shows the other person's changes.
      if (error instanceof ApiError && error.code === 'conflict') void changed('school_lists');
      return { title: 'Update failed', text: failureWords.update(error) };
    },
  });
}
