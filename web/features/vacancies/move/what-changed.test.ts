import { describe, expect, it } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { whatChanged } from './what-changed.ts';

const person = (id: number, fullName: string): NonNullable<Vacancy['substitute']> => ({
  id,
  fullName,
  profileImageUrl: null,
  qualifications: null,
  preferredSubjects: null,
  bio: null,
  resumeUrl: null,
  phone: null,
  email: null,
  timesHere: 0,
});
const tom = person(1, 'Tom Lee');
const ann = person(2, 'Ann Byron');
const open = openVacancy();
const requested: Vacancy = { ...open, status: 'pending_approval', requestedById: tom.id, requester: tom };
const filled: Vacancy = { ...open, status: 'filled', substituteId: tom.id, substitute: tom };

describe('changes by others while a dialog was open', () => {
  it.each<[string, Vacancy, Vacancy | null, string | null]>([
    ['nothing', open, { ...open, updatedAt: '2026-11-23T09:00:00.000Z' }, null],
    ['a request', open, requested, 'Tom Lee requested this class in the meantime.'],
    ['a request and its approval', open, filled, 'Tom Lee was assigned in the meantime.'],
    [
      'a replacement',
      filled,
      { ...filled, substituteId: ann.id, substitute: ann },
      'Ann Byron was assigned in the meantime.',
    ],
    ['a release', filled, open, 'Tom Lee no longer covers this class.'],
    ['the end of an own assignment', { ...filled, substitute: null }, open, 'This assignment ended in the meantime.'],
    ['the end of a request', requested, open, 'The request from Tom Lee was closed in the meantime.'],
    ['an edit', open, { ...open, startTime: '09:00' }, 'Someone edited this vacancy in the meantime.'],
    ['a removal', open, null, 'This vacancy was removed in the meantime.'],
  ])('%s', (_name, before, now, sentence) => {
    expect(whatChanged(before, now)).toBe(sentence);
  });
});
