import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { countSms } from '#contract/sms.ts';
import { listUsers } from '#contract/users.ts';
import { callPage } from '#web/api/call-page.ts';
import { pages, reading } from '#web/api/reading.ts';

const key = ['people', 'school-substitutes'] as const;
const pageSize = 50;
const largestPage = 200;

const theirs = (search: string) =>
  ({ role: 'substitute', approval: 'approved', isActive: true, ...(search === '' ? {} : { search }) }) as const;

/** Returns the approved substitutes of the caller's school whose name matches, by name, a page at a time. */
export function schoolSubstitutePagesQuery(search: string) {
  return pages([...key, 'pages', search], listUsers, { ...theirs(search), limit: pageSize });
}

/** A person in a list of recipients. */
export type NamedPerson = { id: number; fullName: string };

/** The search and filters of a list of substitutes. */
export type SubstituteFilter = Pick<Sent<typeof listUsers>['query'], 'search' | 'subject' | 'availability'>;

/** All of them at once, by name: "all" also means those on pages that haven't been loaded. */
export function everySubstituteQuery(search: string, { subject, availability }: SubstituteFilter = {}) {
  const filter = { ...(subject !== undefined && { subject }), ...(availability !== undefined && { availability }) };
  return queryOptions({
    queryKey: [...key, 'all', search, filter],
    queryFn: async ({ signal }): Promise<NamedPerson[]> => {
      const everybody: NamedPerson[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { rows: NamedPerson[]; next: string | null } = await callPage(listUsers, {
          query: { ...theirs(search), ...filter, limit: largestPage, ...(cursor === '' ? {} : { cursor }) },
          signal,
        });
        everybody.push(...page.rows.map(({ id, fullName }) => ({ id, fullName })));
        cursor = page.next;
      }
      return everybody;
    },
  });
}

/**
 * Returns how many of these people an SMS would reach, and how many the school has left. The list is refetched for
 * every message.
 */
export function smsCountQuery(ids: readonly number[], about: 'messages' | 'offers') {
  return reading(
    ['messages', 'sms-count', about, ids.join(' ')],
    countSms,
    { body: { recipients: [...ids], about } },
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
}
