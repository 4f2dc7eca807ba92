import { describe, expect, test } from 'vitest';
import { type Fit, fitRank, reasonsOf } from './candidate.ts';

const fit = (change: Partial<Fit> = {}): Fit => ({
  isBooked: false,
  hasDeclined: false,
  isExcluded: false,
  hasRequested: false,
  hasRequestedOther: false,
  isAskedFor: false,
  isTeachersFavorite: false,
  isSchoolsFavorite: false,
  noShowOn: null,
  isNoShowHere: false,
  isAvailable: true,
  singleDate: null,
  lacksSubject: false,
  lacksGrade: false,
  isUnwanted: false,
  knowsSubject: false,
  choseGrade: false,
  distance: null,
  timesWithTeacher: 0,
  timesHere: 0,
  ...change,
});

describe('the best candidate for a vacancy', () => {
  test('comes first: requested it, prefers the date, knows the subject, was here often; unavailable ones come last', () => {
    const inOrder = [
      fit({ hasRequested: true }),
      fit({ isAskedFor: true }),
      fit({ isTeachersFavorite: true }),
      fit({ isSchoolsFavorite: true }),
      fit({ singleDate: 'preferred' }),
      fit({ knowsSubject: true, timesHere: 3 }),
      fit({ knowsSubject: true }),
      fit({ choseGrade: true, timesHere: 3 }),
      fit({ timesWithTeacher: 2, timesHere: 2 }),
      fit({ timesWithTeacher: 1, timesHere: 9 }),
      fit({ timesHere: 12 }),
      fit({ timesHere: 2 }),
      fit({ distance: 'near' }),
      fit(),
      fit({ distance: 'far' }),
      fit({ isAvailable: null, knowsSubject: true, timesHere: 40 }),
      fit({ hasRequestedOther: true, isTeachersFavorite: true, timesHere: 40 }),
      fit({ isUnwanted: true, timesHere: 40 }),
      fit({ lacksGrade: true, timesHere: 50 }),
      fit({ isAvailable: false, hasRequested: true }),
      fit({ isNoShowHere: true, hasRequested: true, timesHere: 20 }),
      fit({ hasDeclined: true, timesHere: 40 }),
      fit({ isBooked: true, timesHere: 20_000 }),
    ];
    const ranks = inOrder.map(fitRank);
    expect(ranks).toEqual(ranks.toSorted());
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  test('is described with all reasons for and against', () => {
    expect(reasonsOf(fit({ singleDate: 'preferred', knowsSubject: true, timesHere: 1 }))).toEqual([
      'preferred_date',
      'free',
      'subject',
      'been_here',
    ]);
    expect(reasonsOf(fit({ timesWithTeacher: 2, timesHere: 2 }))).toEqual(['available', 'free', 'with_teacher']);
    expect(reasonsOf(fit({ timesWithTeacher: 2, timesHere: 3 })).slice(2)).toEqual(['with_teacher', 'been_here']);
    expect(reasonsOf(fit({ noShowOn: '2026-11-03', isAvailable: null }))).toEqual(['no_show', 'free']);
    expect(reasonsOf(fit({ isAvailable: null }))).toEqual(['free']);
    expect(reasonsOf(fit({ isUnwanted: true }))).toContain('unwanted');
    expect(reasonsOf(fit({ lacksSubject: true, lacksGrade: true }))).toEqual(
      expect.arrayContaining(['lacks_subject', 'lacks_grade']),
    );
    const liked = { isAskedFor: true, isTeachersFavorite: true, isSchoolsFavorite: true, isAvailable: null };
    expect(reasonsOf(fit(liked))).toEqual(['asked_for', 'teachers_favorite', 'schools_favorite', 'free']);
    expect(reasonsOf(fit({ isBooked: true, isAvailable: false, hasDeclined: true }))).toEqual([
      'booked',
      'declined',
      'unavailable',
    ]);
  });
});
