import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNotices, listOutbox, readNotices, sendMessage } from '#contract/messages.ts';
import { getBadges } from '#contract/session.ts';
import { type Sql, sql } from '#server/db/database.ts';
import { notify } from '#server/notifications/notify.ts';
import { algebra } from '#test/facts.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let teacher: Caller;
beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db, { name: 'Lincoln' })).id;
  teacherId = await makeTeacher(world.db, schoolId);
  teacher = await world.as(teacherId);
});
afterAll(() => world.close());

const write = (recipients: number[], subject: string) =>
  teacher.call(sendMessage, { body: { subject, message: 'Hello', recipients, isUrgent: true } });

describe('the notifications menu', () => {
  it('shows one’s notifications, newest first, and marks only seen ones as read', async () => {
    const [id, other] = [await makeSubstitute(world.db, [schoolId]), await makeSubstitute(world.db, [schoolId])];
    const substitute = await world.as(id);
    expect(await substitute.call(listNotices)).toEqual([]);
    await write([id, other], 'First');
    await write([id], 'Second');
    const seen = await substitute.call(listNotices);
    expect(seen.map(({ title, isUrgent, readAt }) => [title, isUrgent, readAt])).toEqual([
      ['Second', true, null],
      ['First', true, null],
    ]);
    await write([id], 'Third');
    await substitute.call(readNotices, { body: { from: seen[1]?.id ?? 0, upTo: seen[0]?.id ?? 0 } });
    expect((await substitute.call(listNotices)).map(({ title, readAt }) => [title, readAt !== null])).toEqual([
      ['Third', false],
      ['Second', true],
      ['First', true],
    ]);
    expect(await substitute.call(getBadges)).toMatchObject({ unreadNotices: 1 });
    expect(await (await world.as(other)).call(getBadges)).toMatchObject({ unreadNotices: 1 });
  });

  it('shows that there is one whose kind only a newer version knows, and so does the outbox', async () => {
    const id = await makeSubstitute(world.db, [schoolId]);
    const substitute = await world.as(id);
    for (const subject of ['First', 'Second']) await write([id], subject);
    await world.db.execute(sql`update notices set kind = 'report_card_ready',
          facts = ${JSON.stringify({ to: 'substitute', pages: 2 })}::jsonb
      where recipient_id = ${id} and facts ->> 'subject' = 'First'`);
    const [second, first] = await substitute.call(listNotices);
    expect(second).toMatchObject({ kind: 'message', title: 'Second' });
    expect(first).toMatchObject({ title: 'New notification', path: '/dashboard/substitute' });
    expect(first?.body).toContain('Open your notifications again in a few minutes.');
    const owner = await world.as(await makeOwner(world.db));
    expect((await owner.call(listOutbox)).map(({ title }) => title)).toContain('New notification');
  });

  it('marks only shown ones as read, and older ones stay unread', async () => {
    const id = await makeSubstitute(world.db, [schoolId]);
    const substitute = await world.as(id);
    for (const subject of ['1', '2', '3']) await write([id], subject);
    const [third, second] = await substitute.call(listNotices, { query: { limit: '2' } });
    await substitute.call(readNotices, { body: { from: second?.id ?? 0, upTo: third?.id ?? 0 } });
    expect((await substitute.call(listNotices)).map(({ title, readAt }) => [title, readAt !== null])).toEqual([
      ['3', true],
      ['2', true],
      ['1', false],
    ]);
    expect(await substitute.call(getBadges)).toMatchObject({ unreadNotices: 1 });
  });

  it('is paged without showing a notification twice', async () => {
    const id = await makeSubstitute(world.db, [schoolId]);
    const substitute = await world.as(id);
    for (const subject of ['1', '2', '3']) await write([id], subject);
    const first = await substitute.try(listNotices, { query: { limit: '2' } });
    await write([id], '4');
    const second = await substitute.try(listNotices, {
      query: { limit: '2', cursor: first.headers.get('x-next-cursor') ?? '' },
    });
    const titles = [first, second].flatMap(({ body }) => (body as { title: string }[]).map(({ title }) => title));
    expect(titles).toEqual(['3', '2', '1']);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  it('shows the lesson plans to the substitute while they are assigned, and never to owners', async () => {
    const id = await makeSubstitute(world.db, [schoolId]);
    const vacancyId = await makeVacancy(world.db, { schoolId, teacherId, status: 'filled', substituteId: id });
    const vacancy = { ...algebra, plansLink: 'https://docs.google.com/plans' };
    await world.db.inTransaction((tx) =>
      notify(
        tx,
        { config: world.config, now: world.time.now },
        {
          kind: 'assigned',
          cause: `assigned:${vacancyId}`,
          recipients: [id],
          facts: { to: 'substitute', vacancy },
          schoolId,
          vacancyId,
        },
      ),
    );
    const substitute = await world.as(id);
    expect((await substitute.call(listNotices))[0]?.body).toContain('Lesson plans: https://docs.google.com/plans');
    const owner = await world.as(await makeOwner(world.db));
    const [kept] = await owner.call(listOutbox);
    expect(kept?.title).toContain("You've been assigned");
    expect(kept?.body).not.toContain('docs.google.com');
    await world.db.execute(
      sql`update vacancies set status = 'open', substitute_id = null, confirmed = null where id = ${vacancyId}`,
    );
    expect((await substitute.call(listNotices))[0]?.body).not.toContain('docs.google.com');
  });
});

describe('an offered class that is no longer available', () => {
  let ann: Caller;
  let bo: Caller;
  let annId: number;
  let boId: number;
  beforeAll(async () => {
    [annId, boId] = [await makeSubstitute(world.db, [schoolId]), await makeSubstitute(world.db, [schoolId])];
    [ann, bo] = [await world.as(annId), await world.as(boId)];
  });

  const notifyBoth = (vacancyId: number, kind: 'vacancy_posted' | 'vacancy_deleted') =>
    world.db.inTransaction((tx) =>
      notify(
        tx,
        { config: world.config, now: world.time.now },
        {
          kind,
          cause: `${kind}:${vacancyId}`,
          recipients: [annId, boId],
          facts: { to: 'substitute', vacancy: algebra },
          schoolId,
          vacancyId,
        },
      ),
    );
  const newest = async () =>
    Promise.all([ann, bo].map(async (each) => (await each.call(listNotices, { query: { limit: '1' } }))[0]?.gone));
  const change = (id: number, columns: Sql) => world.db.execute(sql`update vacancies set ${columns} where id = ${id}`);

  it('is marked for everyone who was asked, except for the substitute who has it', async () => {
    const id = await makeVacancy(world.db, { schoolId, teacherId });
    await notifyBoth(id, 'vacancy_posted');
    expect(await newest()).toEqual([null, null]);
    await change(id, sql`status = 'pending_approval', requested_by_id = ${annId}, requested_at = created_at`);
    expect(await newest()).toEqual([null, 'taken']);
    await change(id, sql`status = 'open', requested_by_id = null, requested_at = null`);
    expect(await newest()).toEqual([null, null]);
    await change(id, sql`status = 'filled', substitute_id = ${annId}, confirmed = true`);
    expect(await newest()).toEqual([null, 'taken']);
    await change(id, sql`status = 'open', substitute_id = null, confirmed = null, covered_inside = true`);
    expect(await newest()).toEqual(['taken', 'taken']);
    await change(id, sql`covered_inside = false, deleted_at = created_at`);
    expect(await newest()).toEqual(['canceled', 'canceled']);
  });

  it('is marked only in offers', async () => {
    const id = await makeVacancy(world.db, { schoolId, teacherId });
    await change(id, sql`deleted_at = created_at`);
    await notifyBoth(id, 'vacancy_deleted');
    expect(await newest()).toEqual([null, null]);
  });

  it('isn’t marked while another day of its job is open', async () => {
    const id = await makeVacancy(world.db, { schoolId, teacherId });
    const next = await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-24' });
    await world.db.execute(sql`update vacancies set job_id = gen_random_uuid() where id = ${id}`);
    await world.db.execute(
      sql`update vacancies set job_id = (select job_id from vacancies where id = ${id}) where id = ${next}`,
    );
    await notifyBoth(id, 'vacancy_posted');
    await change(id, sql`status = 'filled', substitute_id = ${annId}, confirmed = true`);
    expect(await newest()).toEqual([null, null]);
    await change(next, sql`status = 'filled', substitute_id = ${annId}, confirmed = true`);
    expect(await newest()).toEqual([null, 'taken']);
  });
});

describe('the Outbox', () => {
  it('shows kept deliveries by channel and status, only to the owner', async () => {
    const id = await makeSubstitute(world.db, [schoolId], { fullName: 'Maya Okafor', email: 'maya.kept@example.org' });
    await write([id], 'Kept for now');
    const owner = await world.as(await makeOwner(world.db));
    const [sms, mail] = await owner.call(listOutbox);
    expect(mail).toMatchObject({
      channel: 'email',
      address: 'maya.kept@example.org',
      recipientName: 'Maya Okafor',
      title: 'Kept for now',
      status: 'kept',
      reason: "Email isn't set up here.",
      attempts: 0,
      sentAt: null,
    });
    expect(mail?.body).toContain('Hello');
    expect(sms).toMatchObject({ channel: 'sms', status: 'not_opted_in', address: null });
    expect(
      (await owner.call(listOutbox, { query: { channel: 'email' } })).every(({ channel }) => channel === 'email'),
    ).toBe(true);
    expect((await owner.call(listOutbox, { query: { status: 'not_opted_in' } })).map(({ status }) => status)).toContain(
      'not_opted_in',
    );
    expect(await owner.call(listOutbox, { query: { channel: 'sms', status: 'kept' } })).toEqual([]);
    for (const caller of [teacher, await world.as(id), await world.as(await makeAdmin(world.db, schoolId))]) {
      expect((await caller.try(listOutbox)).status).toBe(403);
    }
  });
});
