import { guideSteps } from '#web/layout/guide/steps.ts';
import { useGuideFacts } from '#web/layout/guide/use-facts.ts';
import { useSession } from '#web/session/session.ts';
import { Link } from '#web/navigation/link.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

/** The ring around a step's number: done, to do, or unknown. */
const rings: Record<string, string> = {
  true: 'border-accent bg-accent text-on-accent',
  false: 'border-accent bg-surface text-accent-ink',
  undefined: 'border-line-control bg-surface text-ink-3',
};

type GuideProps = {
  /** Side by side if there is room: on the home screen, but not in the help. */
  wide?: boolean;
  /** Called when a person follows a step. */
  onLeave?: (from: Element) => void;
};

/** Shows the first steps of the user's role, each checked once the data says that it is done. */
export function Guide({ wide = false, onLeave }: GuideProps) {
  const { role } = useSession();
  const steps = guideSteps(role, useGuideFacts());
  const isKnown = steps.every(({ done }) => done !== undefined);
  const left = steps.filter(({ done }) => done !== true).length;
  return (
    <>
      <p className="text-label">
        {!isKnown
          ? '\u00A0'
          : left === 0
            ? 'You’re all set.'
            : left === 1
              ? 'One step is left.'
              : `${left} of ${steps.length} steps are left.`}
      </p>
      <ol
        className={join(
          'mt-2 grid gap-x-6',
          wide && (steps.length === 4 ? 'md:grid-cols-2 xl:grid-cols-4' : 'md:grid-cols-3'),
        )}
      >
        {steps.map(({ title, text, to, done }, at) => (
          <li key={title}>
            <Link
              to={to}
              onClick={(event) => onLeave?.(event.currentTarget)}
              className="-mx-2 flex min-h-touch gap-3 rounded-control px-2 py-2 text-label/[1.3125rem] no-underline hover:bg-subtle"
            >
              <span
                className={join(
                  'grid size-7 flex-none place-items-center rounded-pill border-[1.5px] text-meta font-semibold',
                  rings[String(done)],
                )}
              >
                {done ? <Icon shape={icons.check} size="small" /> : <span aria-hidden="true">{at + 1}</span>}
              </span>
              <span className="min-w-0">
                <b className={join('block font-semibold', done === false ? 'text-accent-ink' : 'text-ink')}>
                  {title}
                  {done ? <span className="sr-only"> (done)</span> : null}
                </b>
                <span className="text-ink-3">{text}</span>
              </span>
              {/* Its place is reserved, so once the facts are known, no text rewraps and nothing below moves. */}
              <Icon
                shape={icons.chevronRight}
                size="small"
                className={join('mt-1.5 ml-auto text-ink-3 md:hidden', done === false ? null : 'invisible')}
              />
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
