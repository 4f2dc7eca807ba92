import { useInfiniteQuery } from '@tanstack/react-query';
import { auditKindNames, auditKinds } from '#domain/audit.ts';
import { isDate } from '#domain/time.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { NeedsSchool } from '#web/features/schools/needs-school.tsx';
import { AuditList } from '#web/screens/shared/audit-log/audit-list.tsx';
import { auditQuery } from '#web/screens/shared/audit-log/audit.ts';
import { zoneOf } from '#web/words/time.ts';
import { useSession } from '#web/session/session.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Input, Options, SearchInput, Select } from '#web/ui/input.tsx';
import { SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

/** Shows the audit log: for the owner of all schools, for a school admin of their own school. */
export function AuditLog() {
  return (
    <NeedsSchool title="Audit Log">
      <Log />
    </NeedsSchool>
  );
}

function Log() {
  const { role, schools } = useSession();
  const isOwner = role === 'overall_admin';
  const timeZone = zoneOf(isOwner ? [] : schools);
  const { typed, type, search } = useSearch();
  const [askedKind, askKind] = useParam('kind');
  const [from, askFrom] = useParam('from');
  const [to, askTo] = useParam('to');
  const kind = auditKinds.find((known) => known === askedKind) ?? '';
  const day = (asked: string | null) => (asked !== null && isDate(asked) ? asked : '');
  const filter = { search, kind, from: day(from), to: day(to), timeZone } as const;
  const log = useInfiniteQuery({ ...auditQuery(filter), placeholderData: (before) => before });
  const isNarrowed = [filter.search, filter.kind, filter.from, filter.to].some((value) => value !== '');
  return (
    <>
      <PageHeader title="Audit Log">
        {isOwner
          ? "Actions of administrators at all schools, newest first, in your device's time zone"
          : 'Actions of administrators at your school, newest first'}
      </PageHeader>
      <div className="grid gap-3 print:hidden min-[24rem]:grid-cols-2 max-sm:[&>:nth-child(-n+2)]:col-span-full lg:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Field label="Search">
          <SearchInput
            placeholder={isOwner ? 'Name of a person or school' : 'Name of a person'}
            value={typed}
            onType={type}
          />
        </Field>
        <Field label="Kind">
          <Select value={kind} onChange={(event) => askKind(event.target.value)}>
            <option value="">All actions</option>
            <Options of={auditKinds} nameOf={(name) => auditKindNames[name]} />
          </Select>
        </Field>
        <Field label="From">
          <Input
            type="date"
            value={filter.from}
            max={filter.to || undefined}
            onChange={(event) => askFrom(event.target.value)}
          />
        </Field>
        <Field label="To">
          <Input
            type="date"
            value={filter.to}
            min={filter.from || undefined}
            onChange={(event) => askTo(event.target.value)}
          />
        </Field>
      </div>
      <Loaded query={log} what="the log" skeleton={<SkeletonRows plain />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return (
            <>
              <p role="status" className="sr-only">
                {rows.length > 0
                  ? `${log.hasNextPage ? 'The newest ' : ''}${rows.length} ${rows.length === 1 ? 'act' : 'acts'}`
                  : 'Nothing found'}
              </p>
              {rows.length > 0 ? (
                <AuditList rows={rows} timeZone={timeZone} withSchool={isOwner} />
              ) : (
                <EmptyState icon={icons.clock} title={isNarrowed ? 'Nothing found' : 'Nothing yet'}>
                  {isNarrowed
                    ? 'Try part of the name, another kind or other dates.'
                    : 'Approvals, password resets, and changes to accounts and schools appear here.'}
                </EmptyState>
              )}
              <ShowMore of={log} className="mt-6" />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
