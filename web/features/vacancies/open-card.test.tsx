import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { OpenCard } from '#web/features/vacancies/open-card.tsx';
import { VacancyCard } from '#web/features/vacancies/vacancy-card.tsx';

const vacancy: Vacancy = {
  id: 1,
  schoolId: 1,
  schoolName: 'Cedar Hollow',
  schoolAddress: '',
  timeZone: 'America/New_York',
  teacherId: 2,
  teacherName: 'Maya Okafor',
  date: '2026-11-23',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Fractions',
  absenceReason: 'Personal',
  googleDocLink: null,
  mayNeedChanges: false,
  additionalNotes: '',
  status: 'open',
  substituteId: null,
  substitute: null,
  requestedById: null,
  requestedAt: null,
  requester: null,
  confirmed: null,
  isUrgent: false,
  bookFirst: false,
  targetSubstituteIds: null,
  notificationPreferences: null,
  declined: false,
  clash: null,
  createdAt: '2026-11-22T12:00:00Z',
  updatedAt: '2026-11-22T12:00:00Z',
  can: ['request', 'decline'],
};
const noon = new Date('2026-11-23T11:00:00Z');
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '\n').replaceAll(/\n+/g, '\n');

describe("a vacancy's card", () => {
  const openCard = (acceptLabel?: string) =>
    textOf(
      renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
          <OpenCard
            vacancy={vacancy}
            now={noon}
            onAccept={() => {}}
            {...(acceptLabel === undefined ? {} : { acceptLabel })}
          />
        </QueryClientProvider>,
      ),
    );

  it("offers a substitute to decline and to accept, which is called 'Accept' unless said otherwise", () => {
    expect(openCard()).toMatch(/\nAccept\nDecline\n/);
    expect(openCard('Request to Accept')).toMatch(/\nRequest to Accept\nDecline\n/);
  });

  it.each([
    ['pending_approval', 'Pending Approval'],
    ['filled', 'Filled'],
    ['open', 'Open'],
  ] as const)('of the status %s says %s, also once it is past', (status, words) => {
    for (const past of [false, true])
      expect(
        textOf(renderToStaticMarkup(<VacancyCard vacancy={{ ...vacancy, status }} now={noon} past={past} />)),
      ).toContain(`\n${words}\n`);
  });
});
