import type { ReactNode } from 'react';
import type { SchoolOffering } from '#domain/school.ts';
import { offeringNames } from '#web/screens/school-admin/manage-school/offering-names.ts';
import { Radio } from '#web/ui/choice.tsx';
import { FieldGroup } from '#web/ui/field.tsx';

const options: readonly { value: SchoolOffering; label: string; hint: string }[] = [
  {
    value: 'everyone',
    label: offeringNames.everyone,
    hint: 'Every substitute who fits is notified as soon as a vacancy is posted.',
  },
  {
    value: 'best_matches',
    label: `${offeringNames.best_matches} (recommended)`,
    hint: 'A few substitutes are notified first: those who know the class or the school, and usually answer. The next ones follow if no one takes it, and everyone shortly before the start.',
  },
  {
    value: 'favorites',
    label: offeringNames.favorites,
    hint: 'Substitutes whom the teacher or your school has starred are notified first. Everyone else is notified after a while, sooner if the start is close.',
  },
];

type OfferingProps = {
  value: SchoolOffering;
  onChange: (offering: SchoolOffering) => void;
  /** The hours of the waves, for the choices that have them. */
  hours: ReactNode;
};

/** Shows the choice of who is notified of a vacancy first. */
export function Offering({ value, onChange, hours }: OfferingProps) {
  return (
    <FieldGroup
      label="Who is notified first"
      hint="Every substitute who fits sees the vacancy right away and can request it, whichever you choose."
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          name="offering"
          label={option.label}
          hint={option.hint}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
      ))}
      {value === 'everyone' ? null : hours}
    </FieldGroup>
  );
}
