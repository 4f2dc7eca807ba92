import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { useLink } from '#contract/links.ts';
import { updateSchool } from '#contract/schools.ts';
import { confirmSms } from '#contract/sms.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { until } from '#test/until.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

/**
 * Blocks the first call on a lock that another transaction holds. While it waits, runs the second: another call, which
 * may wait too, or statements of the holder. Then releases the lock and returns both answers.
 */
async function inParallel<First, Second>(
  lock: string,
  first: () => Promise<First>,
  second: (holder: pg.Client) => Promise<Second>,
): Promise<[First, Second]> {
  const holder = new pg.Client(connectionConfig(stage.world.database.owner));
  const watch = new pg.Client(connectionConfig(stage.world.database.owner));
  await Promise.all([holder.connect(), watch.connect()]);
  const waiting = async (calls: number) =>
    until(async () => {
      const { rows } = await watch.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      );
      return rows.length === calls;
    });
  try {
    await holder.query('begin');
    await holder.query(lock);
    const one = first();
    await waiting(1);
    const two = second(holder);
    await Promise.race([waiting(2), two]);
    await holder.query('commit');
    return await Promise.all([one, two]);
  } finally {
    await Promise.all([holder.end(), watch.end()]);
  }
}

const day = {
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Grade 4',
  additionalNotes: 'Room 4',
} as const;
const zone = (timeZone: string) =>
  stage.admin.try(updateSchool, { params: { id: String(stage.school.id) }, body: { timeZone } });

const outOfStep = async () =>
  (await brokenInvariants(stage.world.db)).filter((sentence) => sentence.startsWith('its date and times'));

describe('a vacancy posted while its school changes its time zone', () => {
  it.each<[string, () => Promise<{ status: number }>]>([
    ['one day', () => stage.teacher.try(createVacancy, { body: { ...day, date: '2026-12-01' } })],
    [
      'several days',
      () => stage.teacher.try(createVacancies, { body: { ...day, dates: ['2026-12-02', '2026-12-03'] } }),
    ],
  ])('waits for the change and takes the new zone: %s', async (_, post) => {
    const { id } = await stage.vacancy();
    // The change has updated the school and waits for the lock on its vacancies.
    const [changed, posted] = await inParallel(
      `select from vacancies where id = ${id} for update`,
      () => zone('America/Denver'),
      post,
    );
    expect([changed.status, posted.status]).toEqual([200, 201]);
    expect(await outOfStep()).toEqual([]);
    expect((await zone('America/New_York')).status).toBe(200);
  });

  it('makes the change wait, and moves with the other vacancies', async () => {
    // The vacancy is inserted and its history entry waits for the lock.
    const [posted, changed] = await inParallel(
      'lock table vacancy_history in exclusive mode',
      () => stage.teacher.try(createVacancy, { body: { ...day, date: '2026-12-04' } }),
      () => zone('America/Denver'),
    );
    expect([posted.status, changed.status]).toEqual([201, 200]);
    expect(await outOfStep()).toEqual([]);
    expect((await zone('America/New_York')).status).toBe(200);
  });
});

describe('a link that rejects a request', () => {
  it.each([
    [
      'another substitute requests the vacancy',
      (id: number) => `update vacancies set requested_by_id = ${stage.ids.bob} where id = ${id}`,
    ],
    ['the same substitute requests it again', () => ''],
  ])('rejects no other request when %s between its check and its lock', async (_, replace) => {
    const { id, params } = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    const [notice] = await stage.world.db.query<{ id: number }>(
      sql`select id from notices where vacancy_id = ${id} and kind = 'vacancy_requested'`,
    );
    const token = tokenFor(await linkKey(stage.world.db), 'open', notice?.id ?? 0);
    const nobody = await stage.world.as(null);
    const [answer] = await inParallel(
      `select from vacancies where id = ${id} for update`,
      () => nobody.try(useLink, { params: { token }, body: { act: 'reject' } }),
      async (holder) => {
        await holder.query(`update vacancies set requested_at = requested_at + interval '1 minute' where id = ${id}`);
        await holder.query(replace(id));
      },
    );
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed']);
    expect(await stage.history(id)).toEqual(['requested']);
  });
});

describe('a code that proves a number', () => {
  const number = '+15185550123';
  const confirm = () => stage.ann.try(confirmSms, { body: { code: '123456' } });
  // The attempt is counted and then waits for the lock on the code.
  const counted = () => `select from sms_codes where user_id = ${stage.ids.ann} for key share`;
  const consents = () =>
    stage.world.db.query(sql`select number from sms_consents where user_id = ${stage.ids.ann} and ended_at is null`);
  beforeEach(async () => {
    await stage.world.db.execute(sql`delete from sms_consents`);
    await stage.world.db.execute(
      sql`insert into sms_codes (user_id, number, code_hash, agreed_from, expires_at)
          values (${stage.ids.ann}, ${number}, ${hashOfCode('123456')}, '127.0.0.1', '2027-01-01')`,
    );
  });

  it('works once, however often it is sent at the same time', async () => {
    const answers = await inParallel(counted(), confirm, confirm);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
    expect(await consents()).toEqual([{ number }]);
  });

  it('proves nothing once a code for another number has replaced it', async () => {
    const [answer] = await inParallel(counted(), confirm, (holder) =>
      holder.query(
        `update sms_codes set number = '+15185550199', code_hash = 'other' where user_id = ${stage.ids.ann}`,
      ),
    );
    expect(answer.status).toBe(404);
    expect(await consents()).toEqual([]);
    expect(await stage.world.db.query(sql`select number from sms_codes`)).toEqual([{ number: '+15185550199' }]);
  });
});
