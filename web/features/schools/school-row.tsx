import type { School } from '#contract/schools.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/choice.tsx';

/** A substitute's status at a school. */
export type SchoolStanding = 'open' | 'waiting' | 'rejected earlier' | 'applied again' | 'closed';

const words: Record<Exclude<SchoolStanding, 'open'>, { badge: string; hint: string }> = {
  waiting: {
    badge: 'Waiting for approval',
    hint: 'The school sees your application. You’ll see its vacancies once it approves you.',
  },
  'rejected earlier': { badge: 'Rejected earlier', hint: 'If you choose it again, you apply again.' },
  'applied again': {
    badge: 'Applied again',
    hint: "This school declined you before. You'll see its vacancies once it approves you.",
  },
  closed: { badge: 'Not active', hint: 'The school isn’t offering vacancies right now.' },
};

type SchoolRowProps = { school: School; standing: SchoolStanding; checked: boolean; onToggle: () => void };

/** One school with a checkbox, its place and the substitute's status. */
export function SchoolRow({ school, standing, checked, onToggle }: SchoolRowProps) {
  const { name, city, state, district } = school;
  const place = [[city, state].filter(Boolean).join(', '), district].filter(Boolean).join(' · ');
  const said = standing === 'open' ? null : words[standing];
  return (
    <li>
      <Checkbox
        checked={checked}
        onChange={onToggle}
        label={
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
            {name}
            {said === null ? null : (
              <Badge tone={standing === 'waiting' || standing === 'applied again' ? 'pending' : 'neutral'}>
                {said.badge}
              </Badge>
            )}
          </span>
        }
        hint={[place, said?.hint].filter(Boolean).join('. ')}
      />
    </li>
  );
}
