import { expect, test } from 'vitest';
import {
  asksOf,
  choiceOf,
  choosable,
  type Choices,
  isWanting,
  keyOf,
  takenElsewhere,
} from '#web/screens/school-admin/dashboard/cover-choice.ts';
import type { Colleague, NeededPeriod } from '#web/screens/school-admin/dashboard/cover-queries.ts';

const period: NeededPeriod = {
  vacancyId: 1,
  teacherId: 2,
  teacherName: 'Olga Out',
  period: '3',
  start: '10:00',
  end: '10:45',
  title: 'Art',
  room: null,
  size: 24,
  isCovered: false,
  isOver: false,
  covers: [],
  proposedId: 7,
};
const colleague: Colleague = {
  id: 7,
  fullName: 'Ada',
  month: 0,
  year: 0,
  isVolunteer: false,
  free: ['3'],
  saidNo: [],
  obstacles: [],
  isAsked: true,
  isSubstitute: false,
};
const asked = {
  id: 1,
  colleagueId: 7,
  colleagueName: 'Ada',
  kind: 'period',
  size: null,
  room: null,
  note: null,
  state: 'asked',
} as const;

test('a period wants someone until it is covered, asked or over', () => {
  expect(isWanting(period)).toBe(true);
  expect(isWanting({ ...period, isCovered: true })).toBe(false);
  expect(isWanting({ ...period, isOver: true })).toBe(false);
  expect(isWanting({ ...period, covers: [asked] })).toBe(false);
  expect(isWanting({ ...period, covers: [{ ...asked, state: 'declined' }] })).toBe(true);
});

test('the proposal is sent unless something else was chosen', () => {
  expect(asksOf(new Map(), [period])).toEqual([{ vacancyId: 1, period: '3', colleagueId: 7, kind: 'period' }]);
  const chosen: Choices = new Map([
    [keyOf(period), { ids: [7, null, 8], kind: 'split', room: ' Gym ', sizes: ['12', '', 'x'], note: ' Thanks ' }],
  ]);
  const common = { vacancyId: 1, period: '3', kind: 'split', room: 'Gym', note: 'Thanks' };
  expect(asksOf(chosen, [period])).toEqual([
    { ...common, colleagueId: 7, size: 12 },
    { ...common, colleagueId: 8 },
  ]);
  expect(asksOf(new Map(), [{ ...period, isCovered: true }])).toEqual([]);
});

test('no colleague can be chosen for two classes of one period, except for one study hall', () => {
  const other = { ...period, vacancyId: 9, proposedId: 8 };
  const taken = takenElsewhere(new Map(), [period, other, { ...period, vacancyId: 10, period: '4' }], other);
  expect([...taken]).toEqual([7]);
  const names = (kind: 'period' | 'study_hall' | 'combined', who: Colleague = colleague) =>
    choosable([who], other, { ...choiceOf(new Map(), other), kind }, taken).map(({ id }) => id);
  expect([names('period'), names('study_hall')]).toEqual([[], [7]]);
  const teaching: Colleague = { ...colleague, id: 8, free: [], obstacles: [{ period: '3', obstacle: 'teaching' }] };
  expect([names('period', teaching), names('combined', teaching)]).toEqual([[], [8]]);
});

test('colleagues who said no to the period come last', () => {
  const people = [
    { ...colleague, id: 1, saidNo: ['3'] },
    { ...colleague, id: 2, saidNo: ['4'] },
    { ...colleague, id: 3 },
  ];
  const choice = choiceOf(new Map(), period);
  expect(choosable(people, period, choice, new Set()).map(({ id }) => id)).toEqual([2, 3, 1]);
});
