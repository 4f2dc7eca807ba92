import { describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { listCandidates } from '#contract/candidates.ts';
import { carryOutPlan, undoPlan } from '#contract/day-plan.ts';
import { updateSchool } from '#contract/schools.ts';
import { getUser } from '#contract/person.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { declineVacancy, releaseSubstitute, undeclineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { explainDecline } from '#contract/declines.ts';
import { deleteUser } from '#contract/users.ts';
import { pauseOffers } from '#contract/offers.ts';
import { policy } from '#domain/dispatch.ts';
import { sql } from '#server/db/database.ts';
import { openDispatches } from '#server/features/vacancies/dispatch/run-dispatches.ts';
import { makeOwner, makeSubstitute } from '#test/make.ts';
import {
  catcher,
  stage,
  people,
  body,
  complaints,
  run,
  deliver,
  offered,
  dispatchOf,
  post,
  passTime,
  broken,
  byName,
  setUpWaveStage,
} from '#test/wave-stage.ts';

setUpWaveStage();

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
      sql`select max(times)::int as most from (select count(*) as times from offers where vacancy_id = ${id}
          group by substitute_id) t`,
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

  it('offers the other vacancies even if the step of one fails, and retries that one later', async () => {
    const { world, ids } = stage;
    const posted = [];
    for (const date of ['2026-11-25', '2026-11-30', '2026-12-01'])
      posted.push(await stage.teacher.call(createVacancy, { body: { ...body, date } }));
    const [{ id: failing } = { id: 0 }, ...fine] = posted;
    // There is no number for the next wave.
    await world.db
      .execute(sql`insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at)
      values (${failing}, 1, ${ids.ann}, ${stage.school.id}, ${body.date}, 2147483647, 1,
        '{}', timestamptz '2026-11-01 12:00Z')`);
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

  it('records by name in the history whom each wave notified, and why', async () => {
    const { db } = stage.world;
    await db.execute(
      sql`insert into availability_dates (substitute_id, date, status)
          values (${stage.ids.bob}, ${body.date}, 'preferred')`,
    );
    const { id, params } = await post();
    const entries = await stage.admin.call(listVacancyHistory, { params });
    const [wave] = entries.filter(({ reason }) => reason?.startsWith('Wave 1'));
    const sent = await db.query<{ name: string }>(
      sql`select u.full_name as name from offers o join users u on u.id = o.substitute_id where o.vacancy_id = ${id}
          order by u.full_name, u.id`,
    );
    expect(wave?.offers.map(({ name }) => name)).toEqual(sent.map(({ name }) => name));
    const reasons = wave?.offers.map(({ why }) => why).filter((why) => why !== '');
    expect(reasons).toEqual(['Prefers to work this Wednesday']);
    expect(entries.filter((entry) => entry !== wave && entry.offers.length > 0)).toEqual([]);
    await db.execute(sql`delete from availability_dates`);
  });

  it('says in the history that an account of a wave was deleted', async () => {
    const { admin, world, school } = stage;
    const leaver = await makeSubstitute(world.db, [school.id]);
    await world.db.execute(
      sql`insert into favorites (school_id, substitute_id, added_at) values (${school.id}, ${leaver}, now())`,
    );
    const { id, params } = await post();
    const asked = await offered(id);
    expect(asked).toContain(leaver);
    const wave = async () =>
      (await admin.call(listVacancyHistory, { params })).find(({ reason }) => reason?.startsWith('Wave 1') === true);
    expect(await wave()).not.toHaveProperty('deleted');
    await admin.call(deleteUser, { params: { id: String(leaver) } });
    expect(await wave()).toMatchObject({ reason: `Wave 1: ${asked.length} substitutes notified`, deleted: 1 });
    expect((await wave())?.offers).toHaveLength(asked.length - 1);
    // Offers that are deleted because of their age are no one's account.
    await world.db.execute(sql`delete from offers where vacancy_id = ${id}`);
    await world.db.execute(sql`delete from dispatches where vacancy_id = ${id}`);
    expect(await wave()).not.toHaveProperty('deleted');
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
    const waves = (await stage.teacher.call(listVacancyHistory, { params })).filter(({ offers }) => offers.length > 0);
    expect(waves.map(({ reason, offers }) => [reason, offers.length])).toEqual([
      [`Wave 1: ${rest.length + 1} substitutes notified`, rest.length + 1],
      ['Wave 1: 1 more substitute notified after a decline', 1],
    ]);
  });

  it('counts no decline of someone who undid it or requested the vacancy after all', async () => {
    const { teacher, world } = stage;
    const { id, params } = await post();
    const [first = 0, second = 0] = await offered(id);
    const counts = async () => (await teacher.call(getVacancy, { params })).offers;
    for (const who of [first, second]) await (await world.as(who)).call(declineVacancy, { params });
    expect(await counts()).toMatchObject({ declined: 2 });
    await (await world.as(first)).call(undeclineVacancy, { params });
    expect(await counts()).toMatchObject({ declined: 1 });
    await (await world.as(second)).call(updateVacancy, { params, body: { status: 'pending_approval' } });
    const reject = { status: 'open' as const, requestedById: null, requestedAt: null };
    await teacher.call(updateVacancy, { params, body: reject });
    expect(await counts()).toMatchObject({ declined: 0 });
    const answers = await world.db.query(sql`select substitute_id as who, answer from offers
      where vacancy_id = ${id} and substitute_id = any(${[first, second]}) order by substitute_id = ${second}`);
    expect(answers).toEqual([
      { who: first, answer: null },
      { who: second, answer: 'yes' },
    ]);
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
    // Staff read whom it didn't reach, and that person reads that their address doesn't work.
    const own = async (of = 0) => (await world.as(of)).call(getUser, { params: { id: String(of) } });
    const [bounced, reached] = [await own(before[0]), await own(before[1])];
    const lines = (await teacher.call(listVacancyHistory, { params })).flatMap(({ offers }) => offers);
    expect(lines.filter(({ isUndelivered }) => isUndelivered).map(({ name }) => name)).toEqual([bounced.fullName]);
    expect([bounced.failedChannels, reached.failedChannels]).toEqual([['email'], []]);
    // A new address counts as working until an email to it fails.
    await world.db.execute(sql`update users set email = 'new@example.org' where id = ${bounced.id}`);
    expect((await own(bounced.id)).failedChannels).toEqual([]);
  });

  it('logs when each offer was sent, arrived and was opened', async () => {
    const { world, teacher } = stage;
    const { id } = await teacher.call(createVacancy, { body });
    const open = async (person: number) => (await world.as(person)).call(getVacancy, { params: { id: String(id) } });
    const log = () =>
      world.db.query<{ who: number; channels: string[]; deliveredAt: Date | null; seenAt: Date | null }>(
        sql`select substitute_id as who, channels, delivered_at as "deliveredAt", seen_at as "seenAt" from offers
            where vacancy_id = ${id} order by rank`,
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
    const { world, teacher } = stage;
    const { id, params } = await post();
    const [asked, { dueAt }] = [await offered(id), await dispatchOf(id)];
    const unsent = async () =>
      (await teacher.call(listVacancyHistory, { params }))
        .flatMap(({ offers }) => offers)
        .filter((one) => one.isWaiting);
    expect(await unsent(), 'no attempt has failed yet').toEqual([]);
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
    expect(await unsent(), 'staff read that they wait').toHaveLength(asked.length);
    const counts = async () => (await teacher.call(getVacancy, { params })).offers;
    expect(await counts()).toMatchObject({ offered: asked.length, unsent: asked.length });
    await (await world.as(asked[0] ?? 0)).call(getVacancy, { params });
    expect(await counts(), 'one of them has opened it in the app').toMatchObject({ saw: 1, unsent: asked.length - 1 });
    catcher.decide = () => 'accept';
    world.time.now = new Date(world.time.now.getTime() + 5 * 60_000);
    await deliver();
    expect(await waiting()).toEqual([]);
    expect(await unsent()).toEqual([]);
    expect(await counts()).not.toHaveProperty('unsent');
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

  it('announces no wave once everyone was asked, and then a round goes to everyone again', async () => {
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
    // They found the class on their own before it was offered to them.
    await (await stage.world.as(named)).call(getVacancy, { params });
    stage.world.time.now = new Date(stage.world.time.now.getTime() + 60_000);
    expect((await admin.call(notifySubstitutes, { params, body: { substituteIds: [named] } })).notified).toBe(1);
    expect((await admin.call(getVacancy, { params })).offers).toMatchObject({ offered: before.length + 1, saw: 1 });
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
      sql`select count(*)::int as people from offers where vacancy_id = ${id} group by substitute_id
          having count(*) > 1`,
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

  it('continues by the current rule: another mode, another day, fewer people, none at all', async () => {
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
