import { describe, expect, it } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { dayOfCovers, sectionsOf } from '#web/screens/substitute/home/sections.ts';

/** Monday, 5:45 in New York. */
const now = new Date('2026-11-23T10:45:00Z');
const today = '2026-11-23';
const december = '2026-12-07';
let id = 0;
const make = (description: string, date: string, parts: Partial<Vacancy> = {}) =>
  openVacancy({ id: (id += 1), description, date, can: ['request', 'decline'], ...parts });
const own = (description: string, date: string, can: Vacancy['can'] = ['release']) =>
  make(description, date, { status: 'filled', can });
const read = (parts: Partial<Parameters<typeof sectionsOf>[0]>) =>
  sectionsOf({ now, assignments: [], requests: [], open: [], ...parts })
    .filter(({ vacancies }) => vacancies.length > 0)
    .map(({ title, vacancies }) => [title, ...vacancies.map(({ description }) => description)]);

describe('Home', () => {
  it('shows all of today above later days', () => {
    const shown = read({
      assignments: [
        own('December, unanswered', december, ['confirm', 'cannotCome']),
        own('December, too', december, ['confirm', 'cannotCome']),
      ],
      requests: [make('Asked today', today), make('Asked in December', december)],
      open: [make('Urgent today', today, { isUrgent: true }), make('Today', today), make('Open in December', december)],
    });
    expect(shown).toEqual([
      ['Today, still open', 'Urgent today', 'Today'],
      ['Open requests', 'Asked today'],
      ['Waiting for your answer', 'December, too'],
      ['Next assignment', 'December, unanswered'],
      ['Open requests, later', 'Asked in December'],
      ['Soonest open vacancies', 'Open in December'],
    ]);
  });

  it('starts with today’s assignment and today’s open questions', () => {
    const shown = read({
      assignments: [
        own('Morning', today),
        own('Afternoon', today, ['confirm', 'cannotCome']),
        own('December', december, ['confirm', 'cannotCome']),
      ],
      open: [make('In December', december)],
    });
    expect(shown).toEqual([
      ['Next assignment', 'Morning'],
      ['Waiting for your answer', 'Afternoon'],
      ['Later, waiting for your answer', 'December'],
      ['Soonest open vacancies', 'In December'],
    ]);
  });

  it('leaves out vacancies that do not fit if others do', () => {
    const booked = make('While booked', today, { can: ['decline'], clash: { kind: 'assignment', sentence: '' } });
    expect(read({ open: [booked, make('Tomorrow', '2026-11-24')] })).toEqual([['Soonest open vacancies', 'Tomorrow']]);
    expect(read({ open: [booked] })).toEqual([['Today, still open', 'While booked']]);
  });

  it('shows covers in free periods above today’s vacancies only if one is today', () => {
    const booked = (date: string, alsoCovers?: null) => ({
      ...own('Booked', date),
      ...(alsoCovers === null ? { alsoCovers } : {}),
    });
    expect(dayOfCovers([booked(today), booked(december)], now)).toBeNull();
    expect(dayOfCovers([booked(today), booked(december, null)], now)).toBe('later');
    expect(dayOfCovers([booked(today, null), booked(december, null)], now)).toBe('today');
  });

  it('shows three items per section', () => {
    const open = Array.from({ length: 5 }, (_, n) => make(`Room ${n}`, december));
    expect(read({ open })[0]).toHaveLength(4);
  });
});
