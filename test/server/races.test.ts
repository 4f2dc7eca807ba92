import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateVacancy, withdrawRequest } from '#contract/vacancy-moves.ts';
import { assignSubstitute, deleteVacancy } from '#contract/vacancy-staff.ts';
import type { RefusalCode } from '#domain/refusal.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

const rounds = process.env.FIRSTBELL_LONG === '1' ? 200 : 20;
const crowd = 4;

type Person = { id: number; caller: Caller };
let world: World;
let schools: { id: number; teacher: Person; admin: Person; secondAdmin: Person }[];
let substitutes: Person[];

beforeAll(async () => {
  world = await openWorld({}, 20);
  const { db } = world;
  const person = async (id: number) => ({ id, caller: await world.as(id) });
  schools = [];
  for (let n = 0; n < 2; n += 1) {
    const { id } = await makeSchool(db);
    schools.push({
      id,
      teacher: await person(await makeTeacher(db, id)),
      admin: await person(await makeAdmin(db, id)),
      secondAdmin: await person(await makeAdmin(db, id)),
    });
  }
  const ids = schools.map((school) => school.id);
  substitutes = await Promise.all(Array.from({ length: crowd }, async () => person(await makeSubstitute(db, ids))));
});
afterAll(() => world.close());

const [first, second] = [0, 1].map((index) => () => {
  const school = schools[index];
  if (school === undefined) throw new Error('There are two schools.');
  return school;
}) as [() => (typeof schools)[number], () => (typeof schools)[number]];
const substitute = (index: number) => {
  const found = substitutes[index];
  if (found === undefined) throw new Error(`There is no substitute ${index}.`);
  return found;
};

// Each round has its own day, so rounds don't affect each other.
let day = 0;
const nextDay = () => {
  day += 1;
  return new Date(Date.UTC(2026, 11, 1) + day * 86_400_000).toISOString().slice(0, 10);
};
const post = async (at: () => (typeof schools)[number], date: string, parts: object = {}) => {
  const id = await makeVacancy(world.db, { schoolId: at().id, teacherId: at().teacher.id, date, ...parts });
  return { id, params: { id: String(id) } };
};

/** Starts them all at once. Exactly one must win, and each loser gets one of these sentences. */
async function oneWins(
  attempts: (() => Promise<{ status: number; body: { error: string; code: string } }>)[],
  codes: RefusalCode[],
): Promise<number> {
  const answers = await Promise.all(attempts.map((attempt) => attempt()));
  const statuses = answers.map((answer) => answer.status);
  expect(
    statuses.filter((status) => status === 200),
    statuses.join(' '),
  ).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status === 200) continue;
    expect([status, codes], JSON.stringify(body)).toEqual([409, expect.arrayContaining([body.code])]);
    expect(body.error).toMatch(/\S.*\.$/);
  }
  return statuses.indexOf(200);
}

/**
 * Checks the invariants after any race: no one is booked twice, status and people are consistent, the vacancy was
 * filled once, and the substitute was notified.
 */
async function expectSound(): Promise<void> {
  const broken = await world.db.query(sql`
    select 'booked twice' as what, a.id from vacancies a
      join vacancies b on a.substitute_id = b.substitute_id and a.id < b.id
      and a.starts_at < b.ends_at and b.starts_at < a.ends_at
      where a.status = 'filled' and b.status = 'filled' and a.deleted_at is null and b.deleted_at is null
    union all select 'asks while booked', p.id from vacancies p
      join vacancies f on f.substitute_id = p.requested_by_id and f.status = 'filled'
      and f.starts_at < p.ends_at and p.starts_at < f.ends_at
        where p.status = 'pending_approval' and p.deleted_at is null and f.deleted_at is null
    union all select 'filled twice', vacancy_id from vacancy_history where kind in ('approved', 'assigned')
      group by vacancy_id having count(*) > 1
    union all select 'untold', v.id from vacancies v where v.status = 'filled' and not exists (select 1 from notices n
      where n.vacancy_id = v.id and n.recipient_id = v.substitute_id and n.kind in ('assigned', 'request_approved'))
      and not exists (select from held_answers a where a.vacancy_id = v.id)`);
  expect(broken).toEqual([]);
}

const ask = { status: 'pending_approval' as const };

describe(`one of several simultaneous moves wins (${rounds} rounds)`, () => {
  it('when several substitutes request one vacancy', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { params } = await post(first, nextDay());
      const winner = await oneWins(
        substitutes.map(
          ({ caller }) =>
            () =>
              caller.try(updateVacancy, { params, body: ask }),
        ),
        ['already_requested'],
      );
      const [row] = await world.db.query<{ by: number }>(
        sql`select requested_by_id as by from vacancies where id = ${Number(params.id)}`,
      );
      expect(row?.by).toBe(substitute(winner).id);
    }
    await expectSound();
  }, 120_000);

  it('when several request it and the first is booked', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { params } = await post(first, nextDay(), { bookFirst: true });
      await oneWins(
        substitutes.map(
          ({ caller }) =>
            () =>
              caller.try(updateVacancy, { params, body: ask }),
        ),
        ['already_filled'],
      );
    }
    await expectSound();
  }, 120_000);

  it('when teacher and admins answer one request, and the substitute withdraws it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, caller } = substitute(0);
      const { params } = await post(first, nextDay());
      await caller.call(updateVacancy, { params, body: ask });
      const approve = { status: 'filled' as const, substituteId: id };
      const reject = { status: 'open' as const, requestedById: null, requestedAt: null };
      await oneWins(
        [
          () => first().teacher.caller.try(updateVacancy, { params, body: approve }),
          () => first().admin.caller.try(updateVacancy, { params, body: approve }),
          () => first().secondAdmin.caller.try(updateVacancy, { params, body: reject }),
          () => caller.try(withdrawRequest, { params }),
        ],
        ['already_filled', 'not_requested', 'assigned_to_you'],
      );
    }
    await expectSound();
  }, 120_000);

  it('when admins assign different substitutes to one vacancy', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { params } = await post(first, nextDay());
      await oneWins(
        [first().admin, first().secondAdmin].flatMap(({ caller }, admin) =>
          [0, 1].map(
            (n) => () => caller.try(assignSubstitute, { params, body: { substituteId: substitute(2 * admin + n).id } }),
          ),
        ),
        ['already_filled'],
      );
    }
    await expectSound();
  }, 120_000);

  it('when two schools book one substitute for overlapping shifts', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const date = nextDay();
      const [here, there] = [
        await post(first, date, { start: '08:00', end: '12:00' }),
        await post(second, date, { start: '11:00', end: '15:00' }),
      ];
      const body = { substituteId: substitute(0).id };
      await oneWins(
        [
          () => first().admin.caller.try(assignSubstitute, { params: here.params, body }),
          () => second().admin.caller.try(assignSubstitute, { params: there.params, body }),
        ],
        ['booked_elsewhere'],
      );
    }
    await expectSound();
  }, 120_000);

  it('when two schools approve overlapping requests of one substitute: the other reopens', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const date = nextDay();
      const { id, caller } = substitute(1);
      const [here, there] = [await post(first, date), await post(second, date, { start: '14:00', end: '16:00' })];
      for (const { params } of [here, there]) await caller.call(updateVacancy, { params, body: ask });
      const body = { status: 'filled' as const, substituteId: id };
      await oneWins(
        [
          () => first().teacher.caller.try(updateVacancy, { params: here.params, body }),
          () => second().teacher.caller.try(updateVacancy, { params: there.params, body }),
        ],
        ['not_requested'],
      );
      const statuses = await world.db.query<{ status: string }>(
        sql`select status from vacancies where id = any(${[here.id, there.id]}::bigint[]) order by status`,
      );
      expect(statuses.map((row) => row.status)).toEqual(['filled', 'open']);
    }
    await expectSound();
  }, 120_000);

  it('when a vacancy is deleted while it is assigned: the second one is refused, and no one waits forever', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, params } = await post(first, nextDay());
      const [deleted, assigned] = await Promise.all([
        first().teacher.caller.try(deleteVacancy, { params }),
        first().admin.caller.try(assignSubstitute, { params, body: { substituteId: substitute(2).id } }),
      ]);
      expect(deleted.status).toBe(200);
      const told = await world.db.query<{ kind: string }>(
        sql`select kind from notices where vacancy_id = ${id} and recipient_id = ${substitute(2).id} order by id`,
      );
      expect([assigned.status, told.map((row) => row.kind)]).toEqual(
        assigned.status === 200 ? [200, ['assigned', 'vacancy_deleted']] : [409, []],
      );
    }
    await expectSound();
  }, 120_000);
});
