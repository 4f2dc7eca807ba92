import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { getBadges } from '#contract/session.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { openAudiences } from '#server/features/vacancies/dispatch/audiences.ts';
import { claimDue } from '#server/notifications/deliveries.ts';
import { fillSchool } from '#test/crowd.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

const people = 600;
let world: World;
type Place = { schoolId: number; teacherId: number; teacher: Caller; ann: number };
let large: Place;
let other: Place;
beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://127.0.0.1:9' });
  large = await place();
  other = await place();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  await world.db.execute(sql`delete from audiences`);
  await world.db.execute(sql`delete from notices`);
});

/** Returns a school with 600 substitutes, the first of them Ann. */
async function place(): Promise<Place> {
  const { id: schoolId } = await makeSchool(world.db);
  const teacherId = await makeTeacher(world.db, schoolId);
  const ann = await makeSubstitute(world.db, [schoolId]);
  await fillSchool(world.database.owner, schoolId, people - 1);
  return { schoolId, teacherId, teacher: await world.as(teacherId), ann };
}

let day = 0;
async function post({ teacher }: Place, isUrgent = false): Promise<number> {
  day += 1;
  const body = {
    date: new Date(Date.UTC(2026, 11, day)).toISOString().slice(0, 10),
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day' as const,
    description: 'Grade 2',
    additionalNotes: 'Plans are on the desk.',
    isUrgent,
    sendNotifications: true,
  };
  return (await teacher.call(createVacancy, { body })).id;
}

const complaints: string[] = [];
const audiences = () =>
  openAudiences({
    db: world.db,
    config: world.config,
    clock: () => world.time.now,
    log: { error: (_, message) => void complaints.push(message), warn: () => {} },
  });
const told = async (id: number) =>
  (
    await world.db.query<{ people: number }>(
      sql`select count(*)::int as people from notices where vacancy_id = ${id} and kind = 'vacancy_posted'`,
    )
  )[0]?.people;
const waiting = async () => (await world.db.query(sql`select 1 from audiences`)).length;

describe('a large audience', () => {
  it('is notified once per eligible person, also in the application', async () => {
    const id = await post(large);
    expect(await told(id)).toBe(0);
    // She declined before her turn.
    await world.db.execute(
      sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at) values (${id}, ${large.ann}, now())`,
    );
    const [one, another] = [audiences(), audiences()];
    await Promise.all([one.run(), another.run(), one.run()]);
    expect(await told(id)).toBe(people - 1);
    expect(await waiting()).toBe(0);
    const [reader] = await world.db.query<{ id: number }>(
      sql`select recipient_id as id from notices where vacancy_id = ${id} order by recipient_id desc limit 1`,
    );
    expect(await (await world.as(reader?.id ?? 0)).call(getBadges)).toMatchObject({ unreadNotices: 1 });
  });

  it('does not include applicants: the few substitutes who work there are notified immediately', async () => {
    const { id: schoolId } = await makeSchool(world.db);
    const teacherId = await makeTeacher(world.db, schoolId);
    await fillSchool(world.database.owner, schoolId, people);
    await world.db.execute(sql`update substitute_schools set approved_at = null where school_id = ${schoolId}`);
    const ann = await makeSubstitute(world.db, [schoolId]);
    const id = await post({ schoolId, teacherId, teacher: await world.as(teacherId), ann });
    expect([await told(id), await waiting()]).toEqual([1, 0]);
  });

  it('is counted in the reply to another round', async () => {
    const id = await post(large);
    await world.db.execute(sql`delete from audiences`);
    const round = await large.teacher.call(notifySubstitutes, { params: { id: String(id) }, body: {} });
    expect(round).toEqual({ notified: people, emailsSent: people, smsSent: 0 });
    await audiences().run();
    expect(await told(id)).toBe(people);
    const [queued] = await world.db.query(sql`select count(*)::int as mails from deliveries where status = 'queued'`);
    expect(queued).toEqual({ mails: round.emailsSent });
  });

  it('is not offered a vacancy that is filled by then, and waits while there is a request', async () => {
    const [asked, filled, deleted] = [await post(large), await post(large), await post(large)];
    const ann = await world.as(large.ann);
    const params = (id: number) => ({ id: String(id) });
    for (const id of [asked, filled])
      await ann.call(updateVacancy, { params: params(id), body: { status: 'pending_approval' } });
    await large.teacher.call(updateVacancy, {
      params: params(filled),
      body: { status: 'filled', substituteId: large.ann },
    });
    await world.db.execute(sql`update vacancies set deleted_at = now() where id = ${deleted}`);
    await audiences().run();
    expect([await told(asked), await told(filled), await told(deleted), await waiting()]).toEqual([0, 0, 0, 1]);
    await large.teacher.call(updateVacancy, { params: params(asked), body: { status: 'open' } });
    world.time.now = new Date(mondayMorning.getTime() + 2 * 60_000);
    await audiences().run();
    expect([await told(asked), await waiting()]).toEqual([people, 0]);
  });

  it('takes turns with those of other schools, after urgent ones', async () => {
    const mine = [await post(large), await post(large)];
    const theirs = await post(other);
    const pressing = await post(other, true);
    await audiences().run();
    const slices = await world.db.query<{ vacancy: number }>(sql`with each as (
        select vacancy_id, id, row_number() over (partition by vacancy_id order by id) as place from notices
          where kind = 'vacancy_posted')
      select vacancy_id as vacancy from each where place % 500 = 1 order by id`);
    const order = slices.map(({ vacancy }) => vacancy);
    expect(order.slice(0, 2)).toEqual([pressing, pressing]);
    // The two schools take turns, no matter how many audiences the first one has.
    expect(order.slice(2, 6)).toEqual([mine[0], theirs, mine[0], theirs]);
    expect(order.slice(6)).toEqual([mine[1], mine[1]]);

    // A bulk notification waits for everything else that is due, even for newer rows.
    await world.db.execute(sql`update deliveries set status = 'dropped', reason = '-' where not is_bulk`);
    await world.db.execute(
      sql`update deliveries set is_bulk = false where id = (select max(id) from deliveries where is_bulk)`,
    );
    const [last] = await world.db.query<{ id: number }>(
      sql`select id from deliveries where not is_bulk and status = 'queued'`,
    );
    const claimed = await world.db.inTransaction((tx) =>
      claimDue(tx, { channel: 'email', key: 1, most: 3, countUpTo: 0 }, world.time.now),
    );
    expect(claimed).toHaveLength(3);
    expect(claimed.map(({ id }) => id)).toContain(last?.id);
  });

  it('that fails does not block the others, and is retried', async () => {
    const owner = new pg.Client(connectionConfig(world.database.owner));
    await owner.connect();
    const [failing, fine] = [await post(large), await post(large)];
    await owner.query(`alter table notices add constraint no_such_notice check (vacancy_id <> ${failing}) not valid`);
    await audiences().run();
    expect([await told(failing), await told(fine), complaints.length]).toEqual([0, people, 1]);
    await owner.query('alter table notices drop constraint no_such_notice');
    await owner.end();
    world.time.now = new Date(mondayMorning.getTime() + 2 * 60_000);
    await audiences().run();
    expect([await told(failing), await waiting()]).toEqual([people, 0]);
  });
});
