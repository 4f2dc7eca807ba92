import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SentMessages } from '#web/features/messages/sent-messages.tsx';
import { SubstituteDirectory } from '#web/screens/teacher/approved-substitutes/substitute-directory.tsx';
import {
  everySubstituteQuery,
  schoolSubstitutePagesQuery,
  type NamedPerson,
} from '#web/features/people/substitutes.ts';
import { useSelection } from '#web/screens/teacher/approved-substitutes/use-selection.ts';
import { useSession } from '#web/session/session.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { part } from '#web/ui/part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => void queries.prefetchInfiniteQuery(schoolSubstitutePagesQuery(''));

const MessageSubstitutesDialog = part(
  () => import('#web/features/messages/message-dialog.tsx'),
  'MessageSubstitutesDialog',
);

const tabs = [
  { id: 'substitutes', label: 'Substitutes' },
  { id: 'sent', label: 'Sent' },
] as const;
const ids = tabs.map(({ id }) => id);
const everybody = 'all';

/** Shows the school's approved substitutes, and the teacher's messages to them. */
export function ApprovedSubstitutes() {
  const [school] = useSession().schools;
  const [tab, choose] = useTab(ids, 'substitutes');
  const { typed, type, search } = useSearch();
  const list = useInfiniteQuery({ ...schoolSubstitutePagesQuery(search), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  // While the list still shows the previous search, 'all' means the people who match the current one.
  const wanted = typed.trim();
  const isCurrent = wanted === search && !list.isPlaceholderData;
  const selection = useSelection({ search: wanted, rows, hasMore: list.hasNextPage || !isCurrent });
  const { chosen } = selection;
  const writing = useLayer('message');

  const fail = () =>
    showToast({ title: 'Error', text: 'Your substitutes could not be loaded. Try again.', destructive: true });
  const write = async () => {
    if (chosen.length > 0) return writing.show(chosen.map(({ id }) => id).join(','));
    if (wanted === '') return writing.show(everybody);
    const found = await selection.fetchMatching();
    if (found === null) return fail();
    writing.show(found.map(({ id }) => id).join(','));
  };

  return (
    <>
      <PageHeader
        title="Approved Substitutes"
        actions={
          tab === 'substitutes' && (list.isPending || rows.length > 0 || chosen.length > 0) ? (
            <Button variant="filled" icon={icons.mail} pending={selection.fetching} onClick={() => void write()}>
              {chosen.length === 0 ? 'Message All' : 'Message Selected'}
            </Button>
          ) : null
        }
      >
        {school?.name}
      </PageHeader>
      <Tabs label="Substitutes and messages" tabs={tabs} current={tab} onChange={choose}>
        {tab === 'sent' ? (
          <SentMessages timeZone={school?.timeZone ?? 'UTC'} />
        ) : (
          <div className="grid gap-3">
            {list.isPending || rows.length > 0 || typed !== '' ? (
              <SearchInput
                aria-label="Search substitutes by name"
                placeholder="Search by name"
                value={typed}
                onType={type}
                className="lg:max-w-form"
              />
            ) : null}
            <SubstituteDirectory list={list} selection={selection} isSearch={search !== ''} onFail={fail} />
          </div>
        )}
      </Tabs>
      {writing.open === null ? null : <Writing to={writing.open} chosen={chosen} onClose={writing.close} />}
    </>
  );
}

/** Everyone, or the people in the address: selected on this page, or known by id after a reload. */
function Writing({ to, chosen, onClose }: { to: string; chosen: readonly NamedPerson[]; onClose: () => void }) {
  const named = to.split(',').map(Number);
  const areChosen = named.every((id) => chosen.some((person) => person.id === id));
  const known = useQuery({ ...everySubstituteQuery(''), enabled: to !== everybody && !areChosen });
  if (to === everybody) return <MessageSubstitutesDialog onClose={onClose} />;
  const people = areChosen ? chosen : known.data;
  return people === undefined ? null : (
    <MessageSubstitutesDialog onClose={onClose} people={people.filter(({ id }) => named.includes(id))} />
  );
}
