import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy, previewFirst } from '#contract/absences.ts';
import { getBoard } from '#contract/board.ts';
import { listCandidates } from '#contract/candidates.ts';
import { carryOutPlan, planDay, undoPlan } from '#contract/day-plan.ts';
import { updateSchool } from '#contract/schools.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { declineVacancy, releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { explainDecline } from '#contract/declines.ts';
import { pauseOffers } from '#contract/offers.ts';
import { policy } from '#domain/dispatch.ts';
import { sql } from '#server/db/database.ts';
import { openDispatches } from '#server/features/vacancies/run-dispatches.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import { rankedCandidates } from '#server/features/vacancies/ranked.ts';
import { openDeliveryWorker } from '#server/notifications/delivery-worker.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeOwner, makePeople, makeTeacher } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

/** Besides Ann and Bob. */
const others = 28;
let catcher: MailCatcher;
let stage: Stage;
let people: number[];
beforeAll(async () => {
  catcher = await catchMail();
  stage = await openStage({ SMTP_URL: catcher.url });
  const { world, school, ids, admin } = stage;
  const made = await makePeople(
    world.db,
    Array.from({ length: others }, () => ({ role: 'substitute' as const, chose: [school.id] })),
  );
  people = [ids.ann, ids.bob, ...made];
  await admin.call(updateSchool, { params: { id: String(school.id) }, body: { offering: 'best_matches' } });
});
afterAll(async () => {
  await stage.world.close();
  await catcher.close();
});
beforeEach(async () => {
  await stage.clear();
  // The ranking of one test doesn't learn from the answers of another.
  await stage.world.db.execute(sql`delete from offers`);
});

const body = {
  date: '2026-11-25',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Room 12',
  sendNotifications: true,
};
const complaints: string[] = [];
const dispatches = () =>
  openDispatches({
    db: stage.world.db,
    config: stage.world.config,
    clock: () => stage.world.time.now,
    log: { error: (_, text) => void complaints.push(text), warn: () => {} },
  });
const run = () => dispatches().run();
/** Sends the emails that are due. */
async function deliver(): Promise<void> {
  const { world } = stage;
  const worker = openDeliveryWorker({
    db: world.db,
    config: world.config,
    clock: () => world.time.now,
    log: { error: () => {}, warn: () => {} },
    lease: { key: 1, isHeld: () => true },
  });
  await worker.deliverDue();
  await worker.close(0);
}
const offered = async (id: number) =>
  (await stage.told(id)).filter(([kind]) => kind === 'vacancy_posted').map(([, to]) => to);
const dispatchOf = async (id: number) => {
  const [row] = await stage.world.db.query<{ dueAt: Date | null; ended: string | null; round: number }>(
    sql`select due_at as "dueAt", ended, round from dispatches where vacancy_id = ${id}`,
  );
  if (row === undefined) throw new Error('There is no dispatch.');
  return row;
};

/** Posts a vacancy, and sends its first wave. */
async function post(parts: Partial<typeof body> = {}) {
  const { id } = await stage.teacher.call(createVacancy, { body: { ...body, ...parts } });
  await run();
  return { id, params: { id: String(id) } };
}

/** Lets time pass from one due step to the next, until nothing is due. Returns the number of people notified after each. */
async function passTime(id: number): Promise<number[]> {
  const heard: number[] = [];
  for (let step = 0; step < 200; step += 1) {
    const { dueAt } = await dispatchOf(id);
    if (dueAt === null) return heard;
    stage.world.time.now = dueAt;
    await run();
    heard.push(new Set(await offered(id)).size);
  }
  throw new Error('It does not end.');
}

/** The stage clears vacancies without a line of history. */
const broken = async () =>
  (await brokenInvariants(stage.world.db)).filter((sentence) => !sentence.startsWith('deletion does not match'));

const byName = async (id: number) => (await stage.world.as(id)).call(listVacancies, { query: { status: 'open' } });

describe('a vacancy that is offered to the best matches first', () => {
  it('notifies a few at once, the others in waves, and everyone before the start, while everyone sees it', async () => {
    const { id, params } = await post();
    const first = await offered(id);
    expect(first.length).toBeGreaterThanOrEqual(policy.wave.smallest);
    expect(first.length).toBeLessThan(people.length);
    const unasked = people.filter((one) => !first.includes(one));
    expect((await byName(unasked[0] ?? 0)).map((one) => one.id)).toContain(id);
    const { offers } = await stage.teacher.call(getVacancy, { params });
    expect(offers).toMatchObject({ offered: first.length, saw: 0, declined: 0, isPaused: false });
    expect(offers?.everyoneAt).toBe('2026-11-25T12:05:00.000Z');
    expect((await (await stage.world.as(first[0] ?? 0)).call(getVacancy, { params })).offers).toBeUndefined();

    const heard = await passTime(id);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBe(people.length);
    expect((await dispatchOf(id)).ended).toBe('everyone_asked');
    const [{ most } = { most: 0 }] = await stage.world.db.query<{ most: number }>(
      sql`select max(times)::int as most from (select count(*) as times from offers where vacancy_id = ${id} group by substitute_id) t`,
    );
    expect(most).toBe(1);
    expect(await broken()).toEqual([]);
  });

  it('sends each wave once, however many workers send it', async () => {
    const { id } = await stage.teacher.call(createVacancy, { body });
    await Promise.all(Array.from({ length: 5 }, run));
    const told = await offered(id);
    expect(new Set(told).size).toBe(told.length);
    expect(told.length).toBeLessThan(people.length);
    expect(complaints).toEqual([]);
  });

  it('offers the other vacancies although the step of one fails, and tries that one again later', async () => {
    const { world, ids } = stage;
    const posted = [];
    for (const date of ['2026-11-25', '2026-11-30', '2026-12-01'])
      posted.push(await stage.teacher.call(createVacancy, { body: { ...body, date } }));
    const [{ id: failing } = { id: 0 }, ...fine] = posted;
    // There is no number for the next wave.
    await world.db
      .execute(sql`insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at)
      values (${failing}, 1, ${ids.ann}, ${stage.school.id}, ${body.date}, 2147483647, 1, '{}', timestamptz '2026-11-01 12:00Z')`);
    await run();
    for (const { id } of fine) expect((await offered(id)).length).toBeGreaterThan(0);
    expect(await offered(failing)).toEqual([]);
    expect((await dispatchOf(failing)).dueAt?.getTime()).toBe(world.time.now.getTime() + 60_000);
    expect(complaints.splice(0)).toEqual(['a wave of offers failed and will be retried']);
    await world.db.execute(sql`delete from offers where vacancy_id = ${failing}`);
    await passTime(failing);
    expect(new Set(await offered(failing)).size).toBe(people.length);
  });

  it('loses no wave and asks no one twice when the clocks of two workers jump and differ', async () => {
    const { world } = stage;
    const { id } = await post();
    const hour = 3_600_000;
    const clockAhead = (hours: number) =>
      openDispatches({
        db: world.db,
        config: world.config,
        clock: () => new Date(world.time.now.getTime() + hours * hour),
        log: { error: (_, text) => void complaints.push(text), warn: () => {} },
      });
    for (const jump of [3, -2, 9, -6, 12, -1, 20, 1]) {
      world.time.now = new Date(world.time.now.getTime() + jump * hour);
      await Promise.all([clockAhead(0).run(), clockAhead(0.5).run(), clockAhead(-0.5).run()]);
      // One worker has this vacancy, so the other skips it.
      await run();
    }
    const before = await offered(id);
    expect(new Set(before).size).toBe(before.length);
    await passTime(id);
    const times = new Map<number, number>();
    for (const who of await world.db.query<{ id: number }>(
      sql`select substitute_id as id from offers where vacancy_id = ${id}`,
    ))
      times.set(who.id, (times.get(who.id) ?? 0) + 1);
    expect([...times.keys()].toSorted((a, b) => a - b)).toEqual(people.toSorted((a, b) => a - b));
    expect(new Set(times.values())).toEqual(new Set([1]));
    expect(complaints).toEqual([]);
  });

  it('says in the history whom each wave notified, and why, by name', async () => {
    const { db } = stage.world;
    await db.execute(
      sql`insert into availability_dates (substitute_id, date, status) values (${stage.ids.bob}, ${body.date}, 'preferred')`,
    );
    const { id, params } = await post();
    const entries = await stage.admin.call(listVacancyHistory, { params });
    const [wave] = entries.filter(({ reason }) => reason?.startsWith('Wave 1'));
    const sent = await db.query<{ name: string }>(
      sql`select u.full_name as name from offers o join users u on u.id = o.substitute_id where o.vacancy_id = ${id} order by u.full_name, u.id`,
    );
    expect(wave?.offers.map(({ name }) => name)).toEqual(sent.map(({ name }) => name));
    const reasons = wave?.offers.map(({ why }) => why).filter((why) => why !== '');
    expect(reasons).toEqual(['Prefers to work this Wednesday']);
    expect(entries.filter((entry) => entry !== wave && entry.offers.length > 0)).toEqual([]);
    await db.execute(sql`delete from availability_dates`);
  });

  it('moves the next person up at once when one declines', async () => {
    const { id, params } = await post();
    const [first = 0, ...rest] = await offered(id);
    stage.world.time.now = new Date(stage.world.time.now.getTime() + 60_000);
    await (await stage.world.as(first)).call(declineVacancy, { params });
    await run();
    expect(await offered(id)).toHaveLength(rest.length + 2);
    const why = async () => (await stage.teacher.call(getVacancy, { params })).offers;
    expect(await why()).toMatchObject({ saw: 1, declined: 1, whyDeclined: null });
    await (await stage.world.as(first)).call(explainDecline, { params, body: { reason: 'too_far' } });
    expect(await why()).toMatchObject({ declined: 1, whyDeclined: '1 distance' });
  });

  it('moves the next person up at once when the offer to one bounces', async () => {
    const { world, teacher } = stage;
    const { id, params } = await post();
    const before = await offered(id);
    const [person] = await world.db.query<{ email: string }>(sql`select email from users where id = ${before[0] ?? 0}`);
    catcher.decide = ({ to }) => (to === person?.email ? { code: 550, says: 'No such mailbox' } : 'accept');
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    await deliver();
    expect((await dispatchOf(id)).dueAt).toEqual(world.time.now);
    await run();
    const after = await offered(id);
    expect(after).toHaveLength(before.length + 1);
    // This happens once, and not again at the next step.
    await run();
    expect((await dispatchOf(id)).dueAt?.getTime()).toBeGreaterThan(world.time.now.getTime());
    expect(await offered(id)).toEqual(after);
    expect((await teacher.call(getVacancy, { params })).offers).toMatchObject({ offered: after.length, declined: 0 });
  });

  it('logs how each offer left, arrived, and was opened', async () => {
    const { world, teacher } = stage;
    const { id } = await teacher.call(createVacancy, { body });
    const open = async (person: number) => (await world.as(person)).call(getVacancy, { params: { id: String(id) } });
    const log = () =>
      world.db.query<{ who: number; channels: string[]; deliveredAt: Date | null; seenAt: Date | null }>(
        sql`select substitute_id as who, channels, delivered_at as "deliveredAt", seen_at as "seenAt" from offers where vacancy_id = ${id} order by rank`,
      );
    const [posted, sent, seen] = [0, 1, 2].map((minutes) => new Date(world.time.now.getTime() + minutes * 60_000));
    // Everyone can see the vacancy once it is posted, and some open it before their wave.
    for (const person of people.slice(0, 15)) await open(person);
    await run();
    const planned = await log();
    for (const { who, ...offer } of planned) {
      const seenAt = people.indexOf(who) < 15 ? posted : null;
      expect(offer).toEqual({ channels: [], deliveredAt: null, seenAt });
    }
    catcher.decide = () => 'accept';
    world.time.now = sent ?? world.time.now;
    await deliver();
    world.time.now = seen ?? world.time.now;
    for (const { who } of planned) await open(who);
    for (const { who, ...offer } of await log()) {
      const seenAt = people.indexOf(who) < 15 ? posted : seen;
      expect(offer).toEqual({ channels: ['email'], deliveredAt: sent, seenAt });
    }
  });

  it('loses no offer and moves no one up while the email provider is down', async () => {
    const { world } = stage;
    const { id } = await post();
    const [asked, { dueAt }] = [await offered(id), await dispatchOf(id)];
    catcher.mails = [];
    catcher.decide = () => ({ code: 451, says: 'Try again later' });
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    await deliver();
    // Only a delivery that has failed for good has a next step.
    expect((await dispatchOf(id)).dueAt).toEqual(dueAt);
    await run();
    expect(await offered(id)).toEqual(asked);
    const waiting = async () =>
      world.db.query<{ reason: string }>(sql`select d.reason from deliveries d join notices n on n.id = d.notice_id
        where n.vacancy_id = ${id} and d.status = 'queued'`);
    const reasons = (await waiting()).map(({ reason }) => reason);
    expect(reasons).toHaveLength(asked.length);
    expect(reasons.filter((reason) => !reason.includes('Try again later'))).toEqual([]);
    catcher.decide = () => 'accept';
    world.time.now = new Date(world.time.now.getTime() + 5 * 60_000);
    await deliver();
    expect(await waiting()).toEqual([]);
    expect(catcher.mails).toHaveLength(asked.length);
    expect((await dispatchOf(id)).dueAt).toEqual(dueAt);
  });

  it('sends nothing more to someone who was deactivated in the middle of a wave, and goes on', async () => {
    const { world } = stage;
    const { id } = await post();
    const [gone = 0, ...rest] = await offered(id);
    await world.db.execute(sql`update users set is_active = false where id = ${gone}`);
    catcher.mails = [];
    await deliver();
    expect(catcher.mails).toHaveLength(rest.length);
    expect(
      await world.db.query(sql`select d.reason from deliveries d join notices n on n.id = d.notice_id
        where n.vacancy_id = ${id} and n.recipient_id = ${gone} and d.channel = 'email'`),
    ).toEqual([{ reason: 'They no longer work for this school.' }]);
    await passTime(id);
    const told = await offered(id);
    expect(told.filter((one) => one === gone)).toHaveLength(1);
    expect(new Set(told).size).toBe(people.length);
    await world.db.execute(sql`update users set is_active = true where id = ${gone}`);
  });

  it('announces no wave once everyone was asked, and then a round is one to all again', async () => {
    const { world, teacher } = stage;
    const activate = (isActive: boolean) =>
      world.db.execute(sql`update users set is_active = ${isActive} where id = any(${people.slice(4)}::bigint[])`);
    await activate(false);
    const { id, params } = await post();
    const offers = { offered: 4, nextAt: null, everyoneAt: null };
    expect((await teacher.call(getVacancy, { params })).offers).toMatchObject(offers);
    expect((await teacher.call(notifySubstitutes, { params, body: {} })).notified).toBe(4);
    // People with an offer are still reminded.
    expect((await dispatchOf(id)).ended).toBeNull();
    await activate(true);
  });

  it('stops while a request waits, goes on after a rejection, and starts again without the one who left', async () => {
    const { id, params } = await post();
    const [first = 0] = await offered(id);
    const substitute = await stage.world.as(first);
    await substitute.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(await dispatchOf(id)).toMatchObject({ dueAt: null, ended: 'closed' });
    expect((await stage.teacher.call(getVacancy, { params })).offers).toBeNull();
    const reject = { status: 'open' as const, requestedById: null, requestedAt: null };
    await stage.teacher.call(updateVacancy, { params, body: reject });
    expect((await dispatchOf(id)).dueAt).not.toBeNull();
    await substitute.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    await stage.teacher.call(updateVacancy, { params, body: { status: 'filled', substituteId: first } });
    const before = (await offered(id)).length;
    await substitute.call(releaseSubstitute, { params, body: { reason: 'Ill' } });
    await run();
    expect((await dispatchOf(id)).round).toBe(2);
    const again = (await offered(id)).slice(before);
    expect(again.length).toBeGreaterThan(0);
    expect(again).not.toContain(first);
    await passTime(id);
    expect(new Set((await offered(id)).slice(before)).size).toBe(people.length - 1);
    expect(await broken()).toEqual([]);
  });

  it('counts a person whom staff notified by name as offered, and no wave notifies them again', async () => {
    const { admin } = stage;
    const { id, params } = await post();
    const before = await offered(id);
    const [named = 0] = people.filter((one) => !before.includes(one));
    stage.world.time.now = new Date(stage.world.time.now.getTime() + 60_000);
    expect((await admin.call(notifySubstitutes, { params, body: { substituteIds: [named] } })).notified).toBe(1);
    expect((await admin.call(getVacancy, { params })).offers?.offered).toBe(before.length + 1);
    const candidates = await admin.call(listCandidates, { params, query: {} });
    const times = new Map(candidates.map(({ id: of, offered: at }) => [of, at?.time]));
    expect([times.get(before[0] ?? 0), times.get(named)]).toEqual(['05:45', '05:46']);
    expect([...times.values()].filter((time) => time !== undefined)).toHaveLength(before.length + 1);
    const last = (await admin.call(listVacancyHistory, { params })).at(-1);
    expect(last).toMatchObject({ kind: 'notified', actorName: 'Adam Admin', substituteId: named, reason: null });
    await passTime(id);
    const told = await offered(id);
    // The others get the reminders of a wave, and this person gets theirs.
    expect(new Set(told).size).toBe(people.length);
    expect(
      await stage.world.db.query(sql`select wave from offers where vacancy_id = ${id} and substitute_id = ${named}`),
    ).toEqual([{ wave: 1 }]);
    const waves = await stage.world.db.query<{ people: number }>(
      sql`select count(*)::int as people from offers where vacancy_id = ${id} group by substitute_id having count(*) > 1`,
    );
    expect(waves).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  describe('when Fill the day offers it to someone', () => {
    const planned = async () => {
      const { id, params } = await post();
      const before = await offered(id);
      const [named = 0] = people.filter((one) => !before.includes(one));
      stage.world.time.now = new Date(stage.world.time.now.getTime() + 60_000);
      const lines = [{ vacancyId: id, substituteId: named, version: 1, others: [] }];
      await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
      const counted = async () => (await stage.admin.call(getVacancy, { params })).offers?.offered;
      return { id, params, before, named, counted };
    };
    const rowsOf = (id: number, who: number) =>
      stage.world.db.query(
        sql`select wave, reasons from offers where vacancy_id = ${id} and substitute_id = ${who} order by round`,
      );

    it('counts them as offered, and no wave notifies them again, not even before their notification leaves', async () => {
      const { id, params, before, named, counted } = await planned();
      expect(await counted()).toBe(before.length + 1);
      expect(await rowsOf(id, named)).toEqual([{ wave: 1, reasons: ['asked_for'] }]);
      await stage.admin.call(notifySubstitutes, { params, body: {} });
      await run();
      await passTime(id);
      const told = await offered(id);
      const timesOf = (who: number) => told.filter((one) => one === who).length;
      // The offer, and the reminders that everyone gets.
      expect(timesOf(named)).toBe(timesOf(before[0] ?? 0));
      expect(await rowsOf(id, named)).toHaveLength(1);
      expect(await broken()).toEqual([]);
    });

    it('counts them no longer once that is undone, and a wave notifies them in turn', async () => {
      const { id, before, named, counted } = await planned();
      // Meanwhile, everyone else was asked.
      await stage.world.db.execute(
        sql`update dispatches set due_at = null, ended = 'everyone_asked' where vacancy_id = ${id}`,
      );
      await stage.admin.call(undoPlan, { body: { vacancyIds: [id] } });
      expect(await counted()).toBe(before.length);
      expect(await rowsOf(id, named)).toEqual([]);
      await passTime(id);
      expect(await rowsOf(id, named)).not.toEqual([{ wave: 1, reasons: ['asked_for'] }]);
      expect(new Set(await offered(id)).size).toBe(people.length);
      expect(await broken()).toEqual([]);
    });

    it('keeps the offer of a wave that someone already had, even if the plan is undone', async () => {
      const { id, params } = await post();
      const [first = 0, ...rest] = await offered(id);
      const [wave] = await rowsOf(id, first);
      stage.world.time.now = new Date(stage.world.time.now.getTime() + 60_000);
      const lines = [{ vacancyId: id, substituteId: first, version: 1, others: [] }];
      await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
      await stage.admin.call(undoPlan, { body: { vacancyIds: [id] } });
      expect(await rowsOf(id, first)).toEqual([wave]);
      expect((await stage.admin.call(getVacancy, { params })).offers?.offered).toBe(rest.length + 1);
    });
  });

  it('wakes the worker as soon as a decline, a rejection or a colleague’s No makes a step due', async () => {
    const { world, teacher } = stage;
    const woken = async () => {
      const [row] = await world.db.query<{
        jobs: number;
      }>(sql`select count(*)::int as jobs from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'dispatch-offers'`);
      await world.db.execute(sql`delete from graphile_worker._private_jobs`);
      return row?.jobs ?? 0;
    };
    const { id, params } = await post();
    const [first = 0, second = 0] = await offered(id);
    await woken();
    await (await world.as(first)).call(declineVacancy, { params });
    expect(await woken()).toBe(1);
    await (await world.as(second)).call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(await woken()).toBe(0);
    const reject = { status: 'open' as const, requestedById: null, requestedAt: null };
    await teacher.call(updateVacancy, { params, body: reject });
    expect(await woken()).toBe(1);
    await world.db.execute(sql`update vacancies set covered_inside = true where id = ${id}`);
    expect(await woken()).toBe(0);
    await world.db.execute(sql`update vacancies set covered_inside = false where id = ${id}`);
    expect(await woken()).toBe(1);
    // A class without waves wakes no one.
    const quiet = await stage.vacancy({ date: '2026-11-26' });
    await (await world.as(second)).call(declineVacancy, { params: quiet.params });
    expect(await woken()).toBe(0);
  });

  it('stops while colleagues cover every period, and goes on when one can’t come after all', async () => {
    const { id, params } = await post();
    const before = await offered(id);
    const cover = (isCovered: boolean) =>
      stage.world.db.execute(sql`update vacancies set covered_inside = ${isCovered} where id = ${id}`);
    await cover(true);
    stage.world.time.now = new Date('2026-11-25T12:30:00Z');
    await run();
    expect(await offered(id)).toEqual(before);
    expect(await dispatchOf(id)).toMatchObject({ dueAt: null, ended: 'closed' });
    await cover(false);
    await run();
    expect(new Set(await offered(id)).size).toBe(people.length);
    expect((await stage.teacher.call(getVacancy, { params })).offers?.offered).toBe(people.length);
  });

  it('stops while the school is inactive, and goes on when the owner activates it', async () => {
    const { world, school } = stage;
    const ownerId = await makeOwner(world.db);
    const activate = async (isActive: boolean) =>
      (await world.as(ownerId)).call(updateSchool, { params: { id: String(school.id) }, body: { isActive } });
    const { id } = await post();
    const { date: _date, ...classOfJob } = body;
    const [day] = await stage.teacher.call(createVacancies, {
      body: { ...classOfJob, dates: ['2026-12-01', '2026-12-02'], asOneJob: true },
    });
    await run();
    const before = await offered(id);
    const ofJob = (await offered(day?.id ?? 0)).length;
    await activate(false);
    stage.world.time.now = new Date('2026-11-25T12:30:00Z');
    await run();
    expect(await offered(id)).toEqual(before);
    expect(await dispatchOf(id)).toMatchObject({ dueAt: null, ended: 'closed' });
    expect(await offered(day?.id ?? 0)).toHaveLength(ofJob);
    await activate(true);
    await run();
    expect(new Set(await offered(id)).size).toBe(people.length);
    expect((await offered(day?.id ?? 0)).length).toBeGreaterThan(ofJob);
  });

  it('notifies everyone else at once when the substitute leaves after the class has begun', async () => {
    const { id, params } = await post();
    const [first = 0] = await offered(id);
    await stage.admin.call(assignSubstitute, { params, body: { substituteId: first } });
    stage.world.time.now = new Date('2026-11-25T13:20:00Z');
    const before = (await offered(id)).length;
    const admin = await stage.world.as(stage.ids.admin);
    await admin.call(releaseSubstitute, { params, body: { reason: 'Did not come' } });
    await run();
    expect((await offered(id)).slice(before)).toHaveLength(people.length - 1);
    expect((await dispatchOf(id)).ended).toBe('everyone_asked');
  });

  it('waits while it is paused, and reaches everyone at once when staff decide that', async () => {
    const { id, params } = await post();
    const before = await offered(id);
    await stage.teacher.call(pauseOffers, { params, body: { isPaused: true } });
    expect((await stage.teacher.call(getVacancy, { params })).offers).toMatchObject({ isPaused: true, nextAt: null });
    stage.world.time.now = new Date('2026-11-25T12:30:00Z');
    await run();
    expect(await offered(id)).toEqual(before);
    stage.world.time.now = new Date('2026-11-23T13:00:00Z');
    await stage.teacher.call(pauseOffers, { params, body: { isPaused: false } });
    const { notified } = await stage.teacher.call(notifySubstitutes, { params, body: {} });
    expect(notified).toBe(people.length - before.length);
    stage.world.time.now = new Date('2026-11-25T12:31:00Z');
    await run();
    expect(new Set(await offered(id)).size).toBe(people.length);
    // From now on, a round again notifies everyone.
    stage.world.time.now = new Date('2026-11-25T12:32:00Z');
    expect((await stage.teacher.call(notifySubstitutes, { params, body: {} })).notified).toBe(people.length);
  });

  it('goes on by the rule of the moment: another mode, another day, fewer people, none at all', async () => {
    const { world, school, ids, teacher } = stage;
    const { id, params } = await post();
    const first = await offered(id);
    const [away = 0] = people.filter((one) => !first.includes(one));
    await world.db.execute(sql`update users set is_active = false where id = ${away}`);
    await teacher.call(updateVacancy, { params, body: { date: '2026-11-30' } });
    expect((await teacher.call(getVacancy, { params })).offers?.everyoneAt).toBe('2026-11-30T12:05:00.000Z');
    const set = async (offering: 'everyone' | 'best_matches') =>
      (await world.as(ids.admin)).call(updateSchool, { params: { id: String(school.id) }, body: { offering } });
    // If the rule changes with waves under way, the new one applies at once.
    await set('everyone');
    await run();
    expect(new Set(await offered(id))).toEqual(new Set(people.filter((one) => one !== away)));
    await set('best_matches');
    await world.db.execute(sql`update users set is_active = true where id = ${away}`);

    await world.db.execute(sql`update users set is_active = false where id = any(${people}::bigint[])`);
    stage.world.time.now = new Date('2026-11-23T10:45:00Z');
    const none = await post({ date: '2026-12-01' });
    expect(await offered(none.id)).toEqual([]);
    // No one is eligible. The next step before the start finds one person who is.
    const admin = await world.as(ids.admin);
    expect((await admin.call(getVacancy, { params: none.params })).offers).toMatchObject({ offered: 0, nextAt: null });
    await world.db.execute(sql`update users set is_active = true where id = ${away}`);
    await passTime(none.id);
    expect(new Set(await offered(none.id))).toEqual(new Set([away]));
    expect((await dispatchOf(none.id)).ended).toBe('everyone_asked');
    await world.db.execute(sql`update users set is_active = true where id = any(${people}::bigint[])`);
  });
});

describe('hours', () => {
  const evening = new Date('2026-11-24T02:30:00Z');
  const morning = new Date('2026-11-24T10:30:00Z');
  const quiet = (ids: readonly number[], parts: { from?: string; to?: string; mayDisturb?: boolean }) =>
    stage.world.db
      .execute(sql`update users set quiet_from = ${parts.from ?? '21:00'}, quiet_to = ${parts.to ?? '05:00'},
      urgent_may_disturb = ${parts.mayDisturb ?? false} where id = any(${ids}::bigint[])`);

  it('holds a wave that is due at night until the morning, and says so on the card and the board', async () => {
    const { world, ids } = stage;
    world.time.now = evening;
    const teacher = await world.as(ids.teacher);
    const board = async () =>
      (await (await world.as(ids.admin)).call(getBoard, { query: { date: body.date } })).lines[0];
    const { id, params } = await post();
    expect(await offered(id)).toEqual([]);
    const { offers } = await teacher.call(getVacancy, { params });
    expect(offers).toMatchObject({ offered: 0, nextAt: morning.toISOString() });
    expect(await board()).toMatchObject({
      next: 'wave',
      waves: {
        nextAt: morning.toISOString(),
        nextSize: offers?.nextSize,
        isPaused: false,
        everyoneAt: offers?.everyoneAt,
      },
    });
    world.time.now = morning;
    await run();
    expect(await offered(id)).toHaveLength(offers?.nextSize ?? 0);
    expect((await board())?.next).toBe('wave');
    await (await world.as(ids.teacher)).call(pauseOffers, { params, body: { isPaused: true } });
    const paused = { nextAt: null, nextSize: null, everyoneAt: null, isPaused: true };
    expect((await board())?.waves).toEqual(paused);
  });

  it('are chosen by the school, and count for waves under way', async () => {
    const { world, ids, school } = stage;
    world.time.now = evening;
    const admin = await world.as(ids.admin);
    const params = { id: String(school.id) };
    const set = (hours: { offersFrom?: string; offersUntil?: string }) =>
      admin.try(updateSchool, { params, body: hours });
    expect(await set({ offersUntil: '05:30' })).toMatchObject({
      status: 400,
      body: { fields: { offersUntil: 'Enter a time after the first one.' } },
    });
    const { id } = await post();
    expect(await set({ offersUntil: '23:00' })).toMatchObject({
      status: 200,
      body: { offersFrom: '05:30', offersUntil: '23:00' },
    });
    // The people themselves keep their quiet hours.
    await run();
    expect(await offered(id)).toEqual([]);
    await quiet(people, { from: '22:00' });
    await world.db.execute(sql`update dispatches set due_at = ${evening} where vacancy_id = ${id}`);
    await run();
    expect((await offered(id)).length).toBeGreaterThan(0);
    await quiet(people, {});
    await set({ offersUntil: '21:00' });
  });

  it('skip people in their quiet hours until those end, and then it is their turn', async () => {
    const { world } = stage;
    const awake = people.slice(0, policy.wave.smallest);
    await quiet(
      people.filter((one) => !awake.includes(one)),
      { to: '09:00' },
    );
    const { id } = await post();
    expect(new Set(await offered(id))).toEqual(new Set(awake));
    const nine = new Date('2026-11-23T14:00:00Z');
    expect((await dispatchOf(id)).dueAt).toEqual(nine);
    world.time.now = nine;
    await run();
    expect((await offered(id)).length).toBeGreaterThan(awake.length);
    await quiet(people, {});
  });

  it('are broken at night for an urgent vacancy only with those who agreed to that', async () => {
    const { world, teacher } = stage;
    const [willing = 0] = people;
    await quiet([willing], { mayDisturb: true });
    world.time.now = evening;
    const { id } = await teacher.call(createVacancy, { body: { ...body, isUrgent: true } });
    await run();
    expect(await offered(id)).toEqual([willing]);
    const calm = await post({ date: '2026-11-26' });
    expect(await offered(calm.id)).toEqual([]);
    await quiet(people, {});
  });
});

describe('a substitute whom another class needs more', () => {
  const times = {
    morning: { startTime: '08:00', endTime: '11:30' },
    afternoon: { startTime: '11:30', endTime: '15:00' },
    allDay: { startTime: '08:00', endTime: '15:00' },
  };
  type Time = (typeof times)['allDay'];
  const { morning, afternoon, allDay } = times;
  let [math, colleague] = [0, 0];
  beforeAll(async () => {
    const { world, school, ids } = stage;
    [math] = [ids.ann];
    colleague = await makeTeacher(world.db, school.id);
    await world.db.execute(sql`update users set preferred_subjects = 'Math' where id = ${math}`);
  });
  beforeEach(async () => {
    // She has taught this class before, so she comes first where no one else needs her.
    await stage.vacancy({ date: '2026-11-16', status: 'filled', substituteId: math });
  });
  afterAll(async () => {
    await stage.world.db.execute(sql`update users set preferred_subjects = null where id = ${math}`);
  });
  /** Two classes at one time that only she can teach. */
  const needHer = async ({ startTime: start, endTime: end }: Time, isDue = false) => {
    const { db, time } = stage.world;
    const ids: number[] = [];
    for (let nth = 0; nth < 2; nth += 1)
      ids.push((await stage.vacancy({ date: body.date, teacherId: colleague, start, end })).id);
    await db.execute(sql`update vacancies set subject = 'Math', needs_subject = true where id = any(${ids}::bigint[])`);
    if (isDue)
      await db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at)
        select id, school_id, true, false, ${time.now}, ${time.now} from vacancies where id = any(${ids}::bigint[])`);
    return ids;
  };

  it.each([
    ['comes first where no other class is uncovered', null, allDay, true],
    ['comes first where the others are at another time', afternoon, morning, true],
    ['comes later in the waves of a class that can spare them', morning, morning, false],
    ['comes later if only a part of the times overlaps', afternoon, allDay, false],
  ])('%s', async (_, theirs, own, isFirst) => {
    if (theirs !== null) await needHer(theirs);
    const { id, params } = await post(own);
    expect((await offered(id)).includes(math)).toBe(isFirst);
    // The picker's order shows no price, and neither does the history.
    const [first] = await stage.teacher.call(previewFirst, {
      body: { date: body.date, ...own, description: '' },
    });
    expect(first?.id).toBe(math);
    const entries = await stage.admin.call(listVacancyHistory, { params });
    expect(JSON.stringify(entries)).not.toMatch(/scarc|price|points/i);
    await passTime(id);
    expect(await offered(id)).toContain(math);
  });

  it('is offered the classes that need them when all are due together', async () => {
    const theirs = await needHer(allDay, true);
    const { id } = await post(allDay);
    expect(await offered(id)).not.toContain(math);
    for (const one of theirs) expect(await offered(one)).toEqual([math]);
    // Fill the day solves the whole day, so it needs no prices.
    const { lines } = await stage.admin.call(planDay, { body: { date: body.date, choices: [] } });
    const [herClass] = lines.flatMap(({ vacancyId, proposed }) => (proposed?.id === math ? [vacancyId] : []));
    expect(theirs).toContain(herClass);
  });

  it('comes first again once the other classes are covered', async () => {
    const theirs = await needHer(allDay);
    await stage.world.db.execute(sql`update vacancies set covered_inside = true where id = ${theirs[0] ?? 0}`);
    await stage.world.db.execute(sql`update vacancies set deleted_at = now() where id = ${theirs[1] ?? 0}`);
    const { id } = await post(allDay);
    expect(await offered(id)).toContain(math);
  });
});

describe('the order of the offers', () => {
  const order = async (id: number) => {
    const { db, time } = stage.world;
    const [row] = await vacanciesOf(db, [id], null, time.now);
    if (row === undefined) throw new Error('There is no vacancy.');
    return rankedCandidates(db, row, time.now);
  };

  it('learns from own answers, and knows who was here', async () => {
    const { db } = stage.world;
    const { id } = await stage.vacancy();
    const [ann = 0, bob = 0, cy = 0] = people;
    for (let nth = 1; nth <= 8; nth += 1) {
      const past = await stage.vacancy({
        date: `2026-10-${10 + nth}`,
        status: nth > 6 ? 'filled' : 'open',
        ...(nth > 6 && { substituteId: cy }),
      });
      await db.execute(
        sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at) values (${past.id}, ${stage.school.id}, true, false, 'over', now())`,
      );
      await db.execute(sql`insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, answer, answered_at)
        select ${past.id}, 1, e.id, ${stage.school.id}, '2026-10-20', 1, 1, '{}', '2026-10-01', e.answer, case when e.answer is not null then timestamptz '2026-10-01' end
        from (values (${ann}::bigint, 'yes'), (${bob}::bigint, null)) e (id, answer)`);
    }
    const ranked = await order(id);
    const place = (of: number) => ranked.find((one) => one.id === of)?.rank ?? NaN;
    expect(place(cy)).toBe(1);
    expect(ranked[0]?.reasons).toContain('with_teacher');
    expect(place(ann)).toBe(2);
    expect(place(bob)).toBe(people.length);
  });

  it('moves people down who said that the school is too far, or that the class is not theirs', async () => {
    const { db, time } = stage.world;
    const { id } = await stage.vacancy();
    const before = await order(id);
    const place = (ranked: readonly { id: number }[], of: number) => ranked.findIndex((one) => one.id === of);
    // Three substitutes who differ only in their chance of a yes.
    const [far = 0, other = 0, silent = 0] = before.slice(2).map((one) => one.id);
    for (const [who, reason] of [
      [far, 'too_far'],
      [other, 'not_my_class'],
      [silent, 'short_notice'],
    ] as const) {
      const past = await stage.vacancy({ date: '2026-11-20' });
      await db.execute(
        sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at, reason) values (${past.id}, ${who}, ${time.now}, ${reason})`,
      );
    }
    const after = await order(id);
    expect([far, silent, other].toSorted((a, b) => place(after, a) - place(after, b))).toEqual([silent, far, other]);
    await db.execute(sql`delete from vacancy_declines where reason is not null`);
  });

  it('counts no class that someone missed as one they have taught', async () => {
    const { db } = stage.world;
    const [who = 0] = people;
    const missed = await stage.vacancy({ date: '2026-11-16', status: 'filled', substituteId: who });
    const { id } = await stage.vacancy();
    const reasonsOf = async () => (await order(id)).find((one) => one.id === who)?.reasons;
    expect(await reasonsOf()).toContain('with_teacher');
    await db.execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
      values (${missed.id}, ${who}, ${stage.school.id}, 'no_show', 'office', ${stage.ids.admin}, ${stage.world.time.now})`);
    expect(await reasonsOf()).not.toContain('with_teacher');
  });

  it('puts a no-show at a class of this teacher last, for a year, and leaves out a person beyond their limits', async () => {
    const { world, school, teacher } = stage;
    const { db } = world;
    const { id } = await stage.vacancy();
    const missed = (date: string, of = stage.ids.teacher) => stage.vacancy({ date, teacherId: of });
    const [best = 0, other = 0, long = 0, limited = 0] = (await order(id)).map((one) => one.id);
    const elsewhere = await makeTeacher(db, school.id);
    for (const [who, { id: of }] of [
      [best, await missed('2026-11-12')],
      [other, await missed('2026-11-12', elsewhere)],
      [long, await missed('2025-11-12')],
    ] as const)
      await db.execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
        values (${of}, ${who}, ${school.id}, 'no_show', 'office', ${stage.ids.admin}, ${world.time.now})`);
    await db.execute(sql`insert into work_limits (substitute_id, school_id, week_minutes)
      values (${limited}, ${school.id}, 60)`);
    const after = (await order(id)).map((one) => one.id);
    expect(after.at(-1)).toBe(best);
    expect(after.slice(0, 2)).toEqual([other, long]);
    expect(after).not.toContain(limited);
    expect(after).toHaveLength(people.length - 1);
    expect((await teacher.call(getVacancy, { params: { id: String(id) } })).offers).toBeNull();
    await db.execute(sql`delete from work_limits`);
  });

  it('is the same whatever people are called, and of whichever gender they are', async () => {
    const { id } = await stage.vacancy();
    const before = (await order(id)).map((one) => one.id);
    await stage.world.db
      .execute(sql`update users set full_name = reverse(full_name), gender = case when id % 2 = 0 then 'female' else 'male' end,
      email = null, phone = null where id = any(${people}::bigint[])`);
    expect((await order(id)).map((one) => one.id)).toEqual(before);
    expect(before).not.toEqual(before.toSorted((a, b) => a - b));
  });
});
