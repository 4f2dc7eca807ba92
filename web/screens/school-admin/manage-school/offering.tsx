import type { SchoolOffering } from '#domain/school.ts';
import { Radio } from '#web/ui/choice.tsx';
import { FieldGroup } from '#web/ui/field.tsx';

const options: readonly { value: SchoolOffering; label: string; hint: string }[] = [
  {
    value: 'everyone',
    label: 'Everyone at once',
    hint: 'Every substitute who fits is notified as soon as a vacancy is posted.',
  },
  {
    value: 'best_matches',
    label: 'Best matches first (recommended)',
    hint: 'A few substitutes are notified first: those who know the class or the school, and usually answer. The next ones follow if no one takes it, and everyone shortly before the start.',
  },
  {
    value: 'favorites',
    label: 'Favorites first',
    hint: 'Substitutes whom the teacher or your school has starred are notified first. Everyone else follows after a while, sooner the closer the start is.',
  },
];

type OfferingProps = { value: SchoolOffering; onChange: (offering: SchoolOffering) => void };

/** Who hears of a vacancy first. */
export function Offering({ value, onChange }: OfferingProps) {
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
    </FieldGroup>
  );
}
