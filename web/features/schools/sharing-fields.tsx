import type { ReplyOf } from '#contract/endpoint.ts';
import type { listDistricts } from '#contract/districts.ts';
import type { School } from '#contract/schools.ts';
import { Checkbox } from '#web/ui/choice.tsx';

type District = ReplyOf<typeof listDistricts>[number];

/** Whether a school, or each school in its district, approves every substitute itself; folded away, since few ever change it. */
export function SharingFields({ school, district }: { school: School; district: District }) {
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 text-label">Who approves substitutes</summary>
      <div className="grid gap-2">
        <Checkbox
          name="approvesItself"
          label="This school approves every substitute itself"
          hint={`Approvals by other schools in ${district.name} don't count here`}
          defaultChecked={school.approvesItself ?? false}
        />
        <Checkbox
          name="eachApproves"
          label={`Each school in ${district.name} approves for itself`}
          hint={`Changes ${district.schools === 1 ? 'the 1 school' : `all ${district.schools} schools`} in the district. Substitutes with a booking keep it.`}
          defaultChecked={district.eachApproves}
        />
      </div>
    </details>
  );
}

/** What these fields change, as the calls take it; null where it is nothing. */
export function sharingIn(form: HTMLFormElement, school: School, district: District | undefined) {
  if (district === undefined) return null;
  const values = new FormData(form);
  const approvesItself = values.has('approvesItself');
  const eachApproves = values.has('eachApproves');
  if (approvesItself === (school.approvesItself ?? false) && eachApproves === district.eachApproves) return null;
  return {
    body: approvesItself === (school.approvesItself ?? false) ? {} : { approvesItself },
    district: eachApproves === district.eachApproves ? undefined : { id: district.id, eachApproves },
  };
}
