import type { ReplyOf } from '#contract/endpoint.ts';
import type { listDistricts } from '#contract/districts.ts';
import { Checkbox } from '#web/ui/choice.tsx';

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
export function SharingFields({ form, district, eachApproves, onEachApproves }: SharingFieldsProps) {
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
