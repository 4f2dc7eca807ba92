import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listVacancies, type Vacancy } from '#contract/vacancies.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Answer, Caller } from '#test/world.ts';

let stage: Stage;
let ids: Record<'past' | 'today' | 'late' | 'tomorrow' | 'mine' | 'asked' | 'taken' | 'elsewhere', number>;
let otherSchool: number;
let sub: Caller;

beforeAll(async () => {
  stage = await openStage();
  const { db } = stage.world;
  otherSchool = (await makeSchool(db)).id;
  const otherTeacher = await makeTeacher(db, otherSchool);
  const subId = await makeSubstitute(db, [stage.school.id, otherSchool], { fullName: 'Sue Sub' });
  sub = await stage.world.as(subId);
  ids = {
    past: (await stage.vacancy({ date: '2026-11-20' })).id,
    late: (await stage.vacancy({ date: '2026-11-23', start: '12:00' })).id,
    today: (await stage.vacancy({ date: '2026-11-23' })).id,
    tomorrow: (await stage.vacancy()).id,
    mine: (await stage.vacancy({ date: '2026-11-25', status: 'filled', substituteId: subId })).id,
    asked: (await stage.vacancy({ date: '2026-11-26', status: 'pending_approval', requestedById: subId })).id,
    taken: (await stage.vacancy({ date: '2026-11-27', status: 'filled', substituteId: stage.ids.bob })).id,
    elsewhere: await makeVacancy(db, {
      schoolId: otherSchool,
      teacherId: otherTeacher,
      date: '2026-11-24',
      start: '07:00',
    }),
  };
});
afterAll(() => stage.world.close());

const namesOf = (vacancies: Vacancy[]) =>
  vacancies.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0]);

describe('the list', () => {
  it('of a substitute: open ones from today on and their own, by date and time', async () => {
    const cases: [object, string[]][] = [
      [{}, ['today', 'late', 'elsewhere', 'tomorrow', 'mine', 'asked']],
      [{ status: 'open' }, ['today', 'late', 'elsewhere', 'tomorrow']],
      [{ mine: 'true' }, ['mine', 'asked']],
      [{ status: 'filled' }, ['mine']],
      [{ schoolId: String(otherSchool) }, ['elsewhere']],
      [{ from: '2026-11-24', to: '2026-11-25' }, ['elsewhere', 'tomorrow', 'mine']],
      [{ order: 'latest', status: 'open' }, ['tomorrow', 'elsewhere', 'late', 'today']],
      [{ declined: 'true' }, []],
      [{ schoolId: '999999' }, []],
    ];
    for (const [query, expected] of cases)
      expect(namesOf(await sub.call(listVacancies, { query })), JSON.stringify(query)).toEqual(expected);
  });

  it('of a teacher and of an admin: all of theirs, filtered as requested', async () => {
    for (const who of [stage.teacher, stage.admin]) {
      const cases: [object, string[]][] = [
        [{}, ['past', 'today', 'late', 'tomorrow', 'mine', 'asked', 'taken']],
        [{ status: 'open', upcoming: 'true' }, ['today', 'late', 'tomorrow']],
        [{ status: 'filled', order: 'latest' }, ['taken', 'mine']],
        [{ search: 'sue s' }, ['mine', 'asked']],
        [{ search: '100%' }, []],
        [{ schoolId: String(otherSchool) }, []],
      ];
      for (const [query, expected] of cases)
        expect(namesOf(await who.call(listVacancies, { query })), JSON.stringify(query)).toEqual(expected);
    }
  });

  it('has pages that together are complete, in either order', async () => {
    for (const [who, order] of [
      [sub, 'soonest'],
      [stage.admin, 'latest'],
      [stage.teacher, 'soonest'],
    ] as const) {
      const whole = await who.call(listVacancies, { query: { order } });
      const paged: Vacancy[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Answer<Vacancy[]> = await who.try(listVacancies, { query: { order, limit: '2', cursor } });
        paged.push(...page.body);
        cursor = page.headers.get('x-next-cursor');
        expect(paged.length).toBeLessThanOrEqual(whole.length);
      }
      expect(namesOf(paged)).toEqual(namesOf(whole));
    }
  });

  it('refuses an invalid cursor', async () => {
    for (const cursor of ['abc', 'WzEsMl0', Buffer.from('["2026-11-23","08:00","x"]').toString('base64url')]) {
      expect((await sub.try(listVacancies, { query: { cursor } })).body.fields).toHaveProperty('cursor');
    }
  });
});
