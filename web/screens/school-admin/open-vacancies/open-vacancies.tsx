import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '#web/session/session.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { SchoolVacancies } from '#web/screens/school-admin/open-vacancies/school-vacancies.tsx';
import { stateInWords } from '#web/screens/school-admin/open-vacancies/state-words.ts';
import { useAdminDialogs } from '#web/features/office/use-admin-dialogs.tsx';
import { useNow } from '#web/words/use-now.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { part as lazyPart } from '#web/ui/part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

const openQuery = vacanciesQuery({ status: 'open', upcoming: true });
const pendingQuery = vacanciesQuery({ status: 'pending_approval', upcoming: true });

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => {
  for (const list of [openQuery, pendingQuery]) void queries.prefetchInfiniteQuery(list);
};

const CreateVacancyDialog = lazyPart(
  () => import('#web/screens/school-admin/open-vacancies/create-vacancy-dialog.tsx'),
  'CreateVacancyDialog',
);

const parts = [
  { id: 'open', label: 'Open' },
  { id: 'filled', label: 'Filled' },
  { id: 'past', label: 'Past' },
] as const;

/** Shows the school's vacancies: requests to review, classes to fill, covered classes and past ones. */
export function OpenVacancies() {
  const now = useNow();
  const [school] = useSession().schools;
  const [tab, show] = useParam('tab');
  const [grouping, group] = useParam('group');
  const { typed, type, search } = useSearch();
  const creating = useLayer('create');
  const { openersOf, dialogs } = useAdminDialogs(now);
  const part = parts.find(({ id }) => id === tab)?.id ?? 'open';
  return (
    <>
      <PageHeader
        title="Open Vacancies"
        actions={
          school === undefined ? null : (
            <Button variant="filled" icon={icons.plus} aria-haspopup="dialog" onClick={() => creating.show('vacancy')}>
              Create Vacancy
            </Button>
          )
        }
      >
        {/* Reserves its maximum height, so the content below doesn't move. */}
        <span className="block max-sm:min-h-[2lh]">
          {school === undefined ? (
            'You don’t have a school yet. The platform owner can appoint you to one.'
          ) : (
            <InOneLine now={now} />
          )}
        </span>
      </PageHeader>
      <Tabs label="Vacancies by state" tabs={parts} current={part} onChange={show}>
        <div className="grid gap-6">
          <div className="flex flex-wrap items-end justify-between gap-3 print:hidden max-md:grid max-md:grid-cols-[minmax(0,1fr)]">
            <div className="w-full max-w-90 max-md:max-w-none">
              <Field label="Search">
                <SearchInput placeholder="Title or person" value={typed} onType={type} />
              </Field>
            </div>
            <Segmented
              label="Group by"
              options={[
                { value: 'day', label: 'By day' },
                { value: 'week', label: 'By week' },
              ]}
              value={grouping === 'week' ? 'week' : 'day'}
              onChange={(chosen) => group(chosen === 'day' ? null : chosen)}
            />
          </div>
          <SchoolVacancies
            part={part}
            by={grouping === 'week' ? 'week' : 'day'}
            search={search}
            now={now}
            openersOf={openersOf}
          />
        </div>
      </Tabs>
      {dialogs}
      {creating.open === null || school === undefined ? null : (
        <CreateVacancyDialog ownSchool={school} onClose={creating.close} />
      )}
    </>
  );
}

/** Shows the school's state in words. */
function InOneLine({ now }: { now: Date }) {
  const open = useInfiniteQuery(openQuery);
  const pending = useInfiniteQuery(pendingQuery);
  if (open.data === undefined || pending.data === undefined) return 'Classes to fill, and who covers the others.';
  const known = (query: typeof open) => ({ rows: rowsOf(query.data), hasMore: query.hasNextPage });
  return stateInWords(known(open), known(pending), now);
}
