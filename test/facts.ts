import type { VacancyFacts } from '#domain/notice-facts.ts';

/** A class as notifications describe it. */
export const algebra: VacancyFacts = {
  school: 'Lincoln',
  address: '1 School Street',
  title: 'Algebra',
  teacher: 'Joan Hale',
  date: '2026-11-23',
  start: '08:00',
  end: '15:00',
  isUrgent: false,
  mayNeedChanges: false,
  reason: null,
  notes: null,
  plansLink: null,
};
