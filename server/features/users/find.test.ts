import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUsers, type peopleOrders } from '#contract/users.ts';
import { availabilityValues, availableDays, isActiveWeek, parseGeneralAvailability } from '#domain/availability.ts';
import { weekdays } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, schoolId));
  const teacherId = await makeTeacher(world.db, schoolId);
  const people = [
    { name: 'ann', subjects: 'Math', week: { monday: 'all_day', tuesday: 'morning' }, jobs: 1, joined: '2026-01-03' },
    { name: 'Bob', subjects: 'Language arts', week: null, jobs: 3, joined: '2026-01-01' },
    {
      name: 'cid',
      subjects: 'Art, gym',
      week: { monday: 'all_day', tuesday: 'all_day' },
      jobs: 1,
      joined: '2026-01-04',
    },
    { name: 'Dot', subjects: null, week: { friday: 'unavailable' }, jobs: 0, joined: '2026-01-02' },
  ];
  for (const { name, subjects, week, jobs, joined } of people) {
    const id = await makeSubstitute(world.db, [schoolId], { fullName: name });
    await world.db.execute(
      sql`update users set preferred_subjects = ${subjects},
          general_availability = ${week === null ? null : JSON.stringify(week)}::jsonb where id = ${id}`,
    );
    await world.db.execute(sql`update substitute_schools set selected_at = ${joined} where substitute_id = ${id}`);
    for (let n = 0; n < jobs; n += 1)
      await makeVacancy(world.db, {
        schoolId,
        teacherId,
        date: `2026-10-0${n + 1}`,
        status: 'filled',
        substituteId: id,
      });
    await makeVacancy(world.db, { schoolId, teacherId, date: '2026-12-24', status: 'filled', substituteId: id });
  }
});
afterAll(() => world.close());

const named = async (query: object) =>
  (await admin.call(listUsers, { query: { role: 'substitute', ...query } })).map(({ fullName }) => fullName);

describe('finding a substitute', () => {
  it('by subject, availability and name, all at once', async () => {
    expect(await named({ subject: 'Art' })).toEqual(['cid']);
    expect(await named({ subject: 'English' })).toEqual(['Bob']);
    expect(await named({ availability: 'active' })).toEqual(['ann', 'cid']);
    expect(await named({ availability: 'inactive' })).toEqual(['Bob', 'Dot']);
    expect(await named({ availability: 'all' })).toHaveLength(4);
    expect(await named({ availability: 'active', subject: 'Math', search: 'AN' })).toEqual(['ann']);
    expect((await admin.try(listUsers, { query: { subject: 'Alchemy' as 'Art' } })).status).toBe(400);
  });

  const orders: [(typeof peopleOrders)[number], string[]][] = [
    ['name', ['ann', 'Bob', 'cid', 'Dot']],
    ['most_available', ['cid', 'ann', 'Bob', 'Dot']],
    ['recently_added', ['cid', 'ann', 'Dot', 'Bob']],
    ['most_assignments', ['Bob', 'ann', 'cid', 'Dot']],
    ['longest_waiting', ['Bob', 'Dot', 'ann', 'cid']],
  ];
  it.each(orders)('in the order %s, even across pages', async (sort, expected) => {
    expect(await named({ sort })).toEqual(expected);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof admin.try<typeof listUsers>>> = await admin.try(listUsers, {
        query: { role: 'substitute', sort, limit: '1', cursor },
      });
      paged.push(...page.body.map(({ fullName }) => fullName));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(paged).toEqual(expected);
  });

  it('counts availability like the rule, for any stored week', async () => {
    const id = await makeSubstitute(world.db, []);
    const week = fc.option(
      fc.record(
        Object.fromEntries(
          weekdays.map((day) => [
            day,
            fc.oneof(fc.constantFrom<unknown>(...availabilityValues), fc.constantFrom<unknown>('sometimes', 3, null)),
          ]),
        ),
        { requiredKeys: [] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(week, async (stored) => {
        const text = stored === null ? null : JSON.stringify(stored);
        const [row] = await world.db.query<{ halfDays: number }>(
          sql`update users set general_availability = ${text}::jsonb where id = ${id}
              returning available_half_days as "halfDays"`,
        );
        const parsed = parseGeneralAvailability(text);
        expect(row?.halfDays).toBe(availableDays(parsed) * 2);
        expect((row?.halfDays ?? 0) > 0).toBe(isActiveWeek(parsed));
      }),
      { numRuns: 40 },
    );
  });
});
