import type { User } from '#contract/person.ts';
import { missingOf } from '#web/screens/substitute/home/missing.ts';
import { Link } from '#web/navigation/link.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Shows the missing parts of the user's profile, each with a link. Renders nothing once it is complete. */
export function MissingList({ user, schools }: { user: User; schools: number }) {
  const missing = missingOf(user, schools);
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="missing">
      <SectionHeader id="missing" title="Missing from your profile" count={missing.length} />
      <ul className="card divide-y divide-line">
        {missing.map(({ what, why, to }) => (
          <li key={what}>
            <Link
              to={to}
              className="flex min-h-touch items-center gap-3 px-4 py-2.5 text-label no-underline outline-offset-[-2px] hover:bg-subtle md:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-ink">{what}</span>
                <span className="block text-meta text-ink-3">{why}</span>
              </span>
              <Icon shape={icons.chevronRight} size="small" className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
