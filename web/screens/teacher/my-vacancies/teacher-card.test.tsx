import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { TeacherCard } from '#web/screens/teacher/my-vacancies/teacher-card.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';

const nothing = () => {};

function cardAt(now: string, parts: Partial<Vacancy>): { text: string; buttons: string[] } {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TeacherCard
        vacancy={openVacancy(parts)}
        now={new Date(now)}
        onRetry={nothing}
        open={{ details: nothing, message: nothing, offer: nothing, offerTo: nothing, edit: nothing, release: nothing }}
      />
    </QueryClientProvider>,
  );
  const textOf = (part: string) =>
    part
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return { text: textOf(html), buttons: (html.match(/<button.*?<\/button>/gs) ?? []).map(textOf) };
}

it('a class that ended without a substitute says so, and offers only its details', () => {
  // Its reply is from before the end.
  const { text, buttons } = cardAt('2026-11-23T21:00:00Z', { can: ['notify', 'edit', 'remove'] });
  expect(text).toContain('This class was not covered.');
  expect(buttons).toEqual(['Details and history of Fractions']);
});

it.each([
  ['not over', '2026-11-23T19:00:00Z', {}],
  ['covered by colleagues', '2026-11-23T21:00:00Z', { coveredBy: ['Ann Lee'] }],
  ['filled', '2026-11-23T21:00:00Z', { status: 'filled' }],
] as const)('a class that is %s does not say so', (_, now, parts) => {
  expect(cardAt(now, parts as Partial<Vacancy>).text).not.toContain('was not covered');
});

it('a filled class that is over no longer offers to release its substitute', () => {
  const parts: Partial<Vacancy> = { status: 'filled', can: ['annotate', 'release'] };
  expect(cardAt('2026-11-23T19:00:00Z', parts).buttons).toContain('Release substitute');
  expect(cardAt('2026-11-23T20:00:00Z', parts).buttons).toEqual(['Details and history of Fractions']);
});

it('an open class has a menu about its offers, a filled one has none', () => {
  const buttonsOf = (parts: Partial<Vacancy>) => cardAt('2026-11-23T11:00:00Z', parts).buttons;
  expect(buttonsOf({ can: ['notify', 'edit'] })).toContain('More for Fractions');
  expect(buttonsOf({ status: 'filled', can: ['edit'] })).not.toContain('More for Fractions');
});
