import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { OpenCard } from '#web/features/vacancies/request/open-card.tsx';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';

const vacancy = openVacancy({ reportTime: '07:45', can: ['request', 'decline'] });
const dawn = new Date('2026-11-23T11:00:00Z');
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '\n').replaceAll(/\n+/g, '\n');

describe("a vacancy's card", () => {
  const openCard = (acceptLabel?: string, now = dawn, can = vacancy.can) =>
    textOf(
      renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
          <OpenCard
            vacancy={{ ...vacancy, can }}
            now={now}
            onAccept={() => {}}
            {...(acceptLabel === undefined ? {} : { acceptLabel })}
          />
        </QueryClientProvider>,
      ),
    );

  it("offers a substitute Decline and Accept, with 'Accept' as the default label", () => {
    expect(openCard()).toMatch(/\nAccept\nDecline\n/);
    expect(openCard('Request to Accept')).toMatch(/\nRequest to Accept\nDecline\n/);
  });

  it('says in an offer when to report to the office', () => {
    expect(openCard()).toContain('\nReport to the office by 7:45 AM\n');
  });

  it('says after that time to report right away, for as long as it can be requested', () => {
    const late = new Date('2026-11-23T12:45:00Z');
    expect(openCard(undefined, late)).toContain('\nReport to the office right away\n');
    expect(openCard(undefined, late, [])).toContain('\nReport to the office by 7:45 AM\n');
  });

  it('offers nothing anymore once the class is over, and says so, even if its reply is older', () => {
    const text = openCard('Request to Accept', new Date('2026-11-23T20:00:00Z'));
    expect(text).toContain('This shift has ended. You can’t request it anymore.');
    expect(text).not.toMatch(/\n(Request to Accept|Decline)\n/);
  });

  it.each([
    ['pending_approval', 'Pending Approval'],
    ['filled', 'Filled'],
    ['open', 'Open'],
  ] as const)('with the status %s says %s, even once it is past', (status, words) => {
    for (const past of [false, true])
      expect(
        textOf(renderToStaticMarkup(<VacancyCard vacancy={{ ...vacancy, status }} now={dawn} past={past} />)),
      ).toContain(`\n${words}\n`);
  });
});
