import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateSchool } from '#contract/schools.ts';
import { getDashboard } from '#contract/reports.ts';
import { vacancyStatuses } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  schoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Tina Teacher' });
  admin = await world.as(await makeAdmin(world.db, schoolId));
});

describe('the dashboard of a school', () => {
  it('asks whether substitutes see the reason until an administrator has decided', async () => {
    for (const showReason of [true, false]) {
      const id = (await makeSchool(world.db)).id;
      const decides = await world.as(await makeAdmin(world.db, id));
      expect(await decides.call(getDashboard)).toMatchObject({ reasonDecided: false });
      await decides.call(updateSchool, { params: { id: String(id) }, body: { bookFirst: true } });
      expect(await decides.call(getDashboard)).toMatchObject({ reasonDecided: false });
      const body = { showReason };
      expect(await decides.call(updateSchool, { params: { id: String(id) }, body })).toMatchObject({ showReason });
      expect(await decides.call(getDashboard)).toMatchObject({ reasonDecided: true });
    }
  });

  it('has cards that match the lists: open from today on, filled of all dates, and people awaiting approval', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    await makeSubstitute(world.db, [schoolId], { isApproved: false });
    await makeTeacher(world.db, schoolId, { isApproved: false });
    await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-22' });
    await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-23' });
    await makeVacancy(world.db, {
      schoolId,
      teacherId,
      date: '2026-12-01',
      status: 'pending_approval',
      requestedById: substituteId,
    });
    for (const date of ['2026-01-05', '2026-12-02'])
      await makeVacancy(world.db, { schoolId, teacherId, date, status: 'filled', substituteId });
    expect(await admin.call(getDashboard)).toMatchObject({
      openVacancies: 1,
      pendingVacancies: 1,
      filledVacancies: 2,
      approvedTeachers: 1,
      pendingTeachers: 1,
      approvedSubstitutes: 1,
      pendingSubstitutes: 1,
    });
  });

  it('counts today’s open classes by their end, so that those that are over can be told apart', async () => {
    const post = (start: string, end: string, date?: string) =>
      makeVacancy(world.db, { schoolId, teacherId, start, end, ...(date !== undefined && { date }) });
    for (const [start, end] of [
      ['08:00', '12:00'],
      ['09:00', '12:00'],
      ['12:30', '15:00'],
    ] as const)
      await post(start, end);
    await post('08:00', '12:00', '2026-11-24');
    const inside = await post('08:00', '12:00');
    await world.db.execute(sql`update vacancies set covered_inside = true where id = ${inside}`);
    expect(await admin.call(getDashboard)).toMatchObject({
      openVacancies: 5,
      openToday: [
        { endsAt: '2026-11-23T17:00:00.000Z', count: 2 },
        { endsAt: '2026-11-23T20:00:00.000Z', count: 1 },
      ],
    });
  });
});

describe('the tally of a school’s days', () => {
  const tally = () =>
    world.db.query(
      sql`select date, open, pending, filled, no_shows as "noShows", covered_inside as inside from school_days
          where school_id = ${schoolId} and (open, pending, filled) <> (0, 0, 0) order by date`,
    );
  const naive = () =>
    world.db.query(sql`select date, (count(*) filter (where status = 'open'))::int as open,
          (count(*) filter (where status = 'pending_approval'))::int as pending,
      (count(*) filter (where status = 'filled'))::int as filled,
      (count(*) filter (where status = 'filled'
        and exists (select from attendance a where a.vacancy_id = v.id and a.substitute_id = v.substitute_id
        and a.state = 'no_show')))::int as "noShows",
      (count(*) filter (where status = 'open' and covered_inside))::int as inside from vacancies v
        where school_id = ${schoolId} and deleted_at is null group by date order by date`);

  it('matches a count after any changes to vacancies', async () => {
    const people = [await makeSubstitute(world.db, [schoolId]), await makeSubstitute(world.db, [schoolId])];
    const act = fc.record({
      act: fc.constantFrom('make', 'move', 'date', 'delete', 'restore', 'erase', 'attend', 'forget', 'inside'),
      who: fc.constantFrom(...people),
      state: fc.constantFrom('here', 'no_show'),
      which: fc.nat({ max: 20 }),
      day: fc.integer({ min: 10, max: 15 }),
      status: fc.constantFrom(...vacancyStatuses),
    });
    let hour = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { maxLength: 6 }), { maxLength: 5 }), async (transactions) => {
        for (const acts of transactions) {
          await world.db.inTransaction(async (tx) => {
            for (const { act: what, which, day, status, who: substituteId, state } of acts) {
              const ids = await tx.query<{ id: number }>(
                sql`select id from vacancies where school_id = ${schoolId} order by id`,
              );
              const id = ids[which % Math.max(ids.length, 1)]?.id ?? 0;
              hour += 1;
              if (what === 'make') await makeVacancy(tx, { schoolId, teacherId, date: `2026-12-${day}` });
              // Each move has its own hour, so no one is booked twice.
              if (what === 'move') {
                await tx.execute(sql`update vacancies
                    set status = ${status}, substitute_id = case when ${status} = 'filled' then ${substituteId}::bigint
                    end,
                  requested_by_id = case when ${status} = 'pending_approval' then ${substituteId}::bigint end,
                    requested_at = case when ${status} = 'pending_approval' then now() end,
                  confirmed = case when ${status} = 'filled' then true end,
                    starts_at = timestamptz '2030-01-01' + make_interval(hours => ${hour}),
                    ends_at = timestamptz '2030-01-01 00:30Z' + make_interval(hours => ${hour})
                  where id = ${id}`);
              }
              if (what === 'date')
                await tx.execute(sql`update vacancies set date = ${`2026-12-${day}`} where id = ${id}`);
              if (what === 'delete') await tx.execute(sql`update vacancies set deleted_at = now() where id = ${id}`);
              if (what === 'restore') await tx.execute(sql`update vacancies set deleted_at = null where id = ${id}`);
              if (what === 'inside')
                await tx.execute(sql`update vacancies set covered_inside = not covered_inside where id = ${id}`);
              if (what === 'forget') await tx.execute(sql`delete from attendance where vacancy_id = ${id}`);
              if (what === 'attend' && id > 0)
                await tx.execute(sql`insert into attendance
                    (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
                  values (${id}, ${substituteId}, ${schoolId}, ${state}, 'office', ${teacherId}, now())
                  on conflict (vacancy_id, substitute_id) do update set state = excluded.state`);
              if (what === 'erase') await tx.execute(sql`delete from vacancies where id = ${id}`);
            }
          });
          expect(await tally()).toEqual(await naive());
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is correct if many write the same day at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, () =>
        world.db.inTransaction((tx) => makeVacancy(tx, { schoolId, teacherId, date: '2026-12-20' })),
      ),
    );
    expect(await tally()).toEqual([{ date: '2026-12-20', open: 40, pending: 0, filled: 0, noShows: 0, inside: 0 }]);
  });

  it('is deleted with its school', async () => {
    await makeVacancy(world.db, { schoolId, teacherId });
    await world.db.inTransaction(async (tx) => {
      await makeVacancy(tx, { schoolId, teacherId });
      await tx.execute(sql`update schools set deletion_began_at = now(), is_active = false where id = ${schoolId}`);
      const slice = async () => {
        const [row] = await tx.query<{ gone: number | null }>(
          sql`select delete_school_slice(${schoolId}, 1000) as gone`,
        );
        return row?.gone ?? null;
      };
      while ((await slice()) !== null);
    });
    expect(await world.db.query(sql`select 1 from school_days where school_id = ${schoolId}`)).toEqual([]);
  });
});
