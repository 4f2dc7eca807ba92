import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { listDistricts } from '#contract/districts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type School, updateSchool } from '#contract/schools.ts';
import { adminsWithoutSchoolQuery } from '#web/features/people/people.ts';
import { AdminField, adminIdIn } from '#web/screens/overall-admin/schools/admin-field.tsx';
import {
  inFormWords,
  SchoolFields,
  schoolFields,
  schoolInputOf,
  schoolValuesOf,
} from '#web/features/schools/school-fields.tsx';
import { districtsQuery, useEditSchool } from '#web/features/schools/districts.ts';
import { failureWords } from '#web/features/schools/schools.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { changeInWords, picked } from '#web/ui/form-state.ts';
import { problemsOf } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';

const names = [...schoolFields, 'adminId', 'approvesItself'] as const;

/** Edits a school's information and administrator. Only changes are sent. */
export function EditSchoolDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const edit = useEditSchool(school);
  const admins = useQuery(adminsWithoutSchoolQuery).data ?? [];
  const form = useForm({
    record: school,
    valuesOf,
    names,
    check: (values, changes) => inFormWords(problemsOf(updateSchool.body, inputOf(values, changes), names), values),
    inWords: (name, theirs) => {
      if (name !== 'adminId') return changeInWords(theirs[name]);
      const id = adminIdIn(theirs);
      if (id === null) return 'to no one';
      return changeInWords(
        id === school.adminId ? school.adminName : admins.find((admin) => admin.id === id)?.fullName,
      );
    },
    pending: edit.isPending,
  });
  const district = useQuery(districtsQuery).data?.find(({ name }) => name === school.district);
  const [chosen, setEachApproves] = useState<boolean | null>(null);
  const eachApproves = chosen ?? district?.eachApproves ?? false;
  const send = () => {
    const sharing =
      district === undefined || eachApproves === district.eachApproves ? undefined : { id: district.id, eachApproves };
    if (!form.dirty && sharing === undefined) return onClose();
    edit.mutate(
      { body: { ...inputOf(form.values, form.changes), version: form.version }, district: sharing },
      { onSuccess: onClose, onError: form.refuse },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${school.name}`}
      form={form}
      onSubmit={send}
      submitLabel="Save"
      pending={edit.isPending}
      pendingText="Saving..."
      failure={edit.isError ? failureWords.update(edit.error) : undefined}
    >
      <SchoolFields form={form} />
      <AdminField school={school} form={form} />
      {district === undefined ? null : (
        <SharingFields form={form} district={district} eachApproves={eachApproves} onEachApproves={setEachApproves} />
      )}
    </FormDialog>
  );
}

function valuesOf(school: School) {
  return {
    ...schoolValuesOf(school),
    adminId: String(school.adminId ?? ''),
    approvesItself: school.approvesItself ?? false,
  };
}
type Values = ReturnType<typeof valuesOf>;

/** Returns the changed fields in the call's format. */
function inputOf(values: Values, changes: Partial<Values>) {
  return picked({ ...values, ...schoolInputOf(values), adminId: adminIdIn(values) }, changes);
}

type District = ReplyOf<typeof listDistricts>[number];

type SharingForm = {
  tick: (name: 'approvesItself') => { checked: boolean; onChange: (event: { target: { checked: boolean } }) => void };
};

type SharingFieldsProps = {
  form: SharingForm;
  district: District;
  eachApproves: boolean;
  onEachApproves: (eachApproves: boolean) => void;
};

/**
 * Lets a school, or each school in its district, approve every substitute itself. It is collapsed, because few ever
 * change it.
 */
function SharingFields({ form, district, eachApproves, onEachApproves }: SharingFieldsProps) {
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 text-label">Who approves substitutes</summary>
      <div className="grid gap-2">
        <Checkbox
          label="This school approves every substitute itself"
          hint={`Approvals by other schools in ${district.name} don't count here`}
          {...form.tick('approvesItself')}
        />
        <Checkbox
          label={`Each school in ${district.name} approves for itself`}
          hint={`Changes ${district.schools === 1 ? 'the 1 school' : `all ${district.schools} schools`} in the district. Substitutes who are booked stay booked.`}
          checked={eachApproves}
          onChange={(event) => onEachApproves(event.target.checked)}
        />
      </div>
    </details>
  );
}
