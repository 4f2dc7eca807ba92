import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { AdminCard } from '#web/screens/school-admin/open-vacancies/admin-card.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';

const nothing = () => {};
const open = {
  assign: nothing,
  correct: nothing,
  delete: nothing,
  details: nothing,
  edit: nothing,
  message: nothing,
  offer: nothing,
  offerTo: nothing,
  release: nothing,
  split: nothing,
};

function buttonsAt(now: string, parts: Partial<Vacancy>): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AdminCard vacancy={openVacancy(parts)} now={new Date(now)} onRetry={nothing} open={open} />
    </QueryClientProvider>,
  );
  return (html.match(/<button.*?<\/button>/gs) ?? []).map((button) => button.replaceAll(/<[^>]+>/g, '').trim());
}

it.each([
  ['open', ['assign', 'notify', 'edit'], 'Assign Substitute'],
  ['pending_approval', ['approve', 'reject', 'assign'], 'Approve'],
  ['filled', ['release', 'swap', 'confirmByPhone'], 'Release substitute'],
] as const)('a class that is %s offers its actions until its end, however old its reply', (status, can, label) => {
  const parts: Partial<Vacancy> = { status, can: [...can] };
  expect(buttonsAt('2026-11-23T19:59:59Z', parts)).toContain(label);
  expect(buttonsAt('2026-11-23T20:00:00Z', parts)).toEqual(['Details and history of Fractions']);
});

it('after its end, a class can be corrected and deleted', () => {
  const parts: Partial<Vacancy> = { status: 'filled', can: ['correct', 'remove'] };
  expect(buttonsAt('2026-11-23T21:00:00Z', parts)).toEqual([
    'Details and history of Fractions',
    'Correct who was there',
    'More for Fractions',
  ]);
});
