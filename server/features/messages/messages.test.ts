import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMessages, listNotices, sendMessage } from '#contract/messages.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let otherSchoolId: number;
let teacherId: number;
let teacher: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db, { name: 'Lincoln' })).id;
  otherSchoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Joan Hale' });
  teacher = await world.as(teacherId);
  admin = await world.as(await makeAdmin(world.db, schoolId));
});
afterAll(() => world.close());

const letter = { subject: 'Thank you', message: 'See you on Monday.' };
const messagesStored = async () =>
  (await world.db.query<{ count: number }>(sql`select count(*)::int as count from messages`))[0]?.count;

describe('sending a message', () => {
  it('needs text and recipients', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const cases: [object, string, string][] = [
      [{ message: ' \n ' }, 'message', 'Please enter a message to send.'],
      [{ recipients: [] }, 'recipients', 'Please select at least one substitute to send the message to.'],
      [{ subject: '' }, 'subject', 'Enter a subject.'],
      [{ subject: 'a\r\nBcc: all@example.org' }, 'subject', 'This must be on one line.'],
      [{ vacancyId: -1 }, 'vacancyId', 'This must be a positive whole number.'],
    ];
    for (const [change, field, sentence] of cases) {
      const { status, body } = await teacher.try(sendMessage, {
        body: { ...letter, recipients: [substituteId], ...change },
      });
      expect([status, body.fields?.[field]], field).toEqual([400, sentence]);
    }
  });

  it('reaches each recipient once in the application, and says that nothing was mailed if mail is not set up', async () => {
    const [one, two] = [
      await makeSubstitute(world.db, [schoolId], { fullName: 'Ann Lee' }),
      await makeSubstitute(world.db, [schoolId], { fullName: 'Bo Diaz', email: null }),
    ];
    const sent = await teacher.call(sendMessage, { body: { ...letter, recipients: [one, two, one] } });
    expect(sent).toMatchObject({ recipients: 2, emailsSent: 0, smsSent: 0 });
    const [notice] = await (await world.as(one)).call(listNotices);
    expect(notice).toMatchObject({ kind: 'message', title: 'Thank you', path: '/dashboard/substitute', readAt: null });
    expect(notice?.body).toContain('From Joan Hale:\n\nSee you on Monday.');
    const [message] = await teacher.call(listMessages);
    expect(message).toMatchObject({
      id: sent.id,
      senderId: teacherId,
      createdAt: world.time.now.toISOString(),
      subject: 'Thank you',
      body: 'See you on Monday.',
      recipientIds: JSON.stringify([one, two]),
      vacancyId: null,
      isUrgent: false,
    });
    expect(message?.notificationStatus).toEqual([
      {
        recipientId: one,
        recipientName: 'Ann Lee',
        channel: 'email',
        status: 'kept',
        reason: "Email isn't set up here.",
      },
      { recipientId: two, recipientName: 'Bo Diaz', channel: 'email', status: 'no_address', reason: null },
    ]);
  });

  it('that is urgent is also sent by SMS to people who agreed to it', async () => {
    const [agreed, silent] = [
      await makeSubstitute(world.db, [schoolId], { fullName: 'A', phone: '+15185550100' }),
      await makeSubstitute(world.db, [schoolId], { fullName: 'B', phone: '+15185550101' }),
    ];
    await world.db.execute(sql`update users set sms_number = phone where id = ${agreed}`);
    await teacher.call(sendMessage, { body: { ...letter, recipients: [agreed, silent], isUrgent: true } });
    const [message] = await teacher.call(listMessages);
    expect(message?.notificationStatus.filter(({ channel }) => channel === 'sms')).toMatchObject([
      { recipientId: agreed, status: 'kept', reason: "SMS isn't set up here." },
      { recipientId: silent, status: 'not_opted_in', reason: null },
    ]);
  });

  it('about a vacancy contains only what substitutes may know, without lesson plans', async () => {
    const reticent = (await makeSchool(world.db, { showReason: false })).id;
    const writer = await makeTeacher(world.db, reticent);
    const substituteId = await makeSubstitute(world.db, [reticent]);
    const vacancyId = await makeVacancy(world.db, { schoolId: reticent, teacherId: writer, reason: 'Bereavement' });
    await world.db.execute(
      sql`update vacancies set google_doc_link = 'https://docs.google.com/secret-plans' where id = ${vacancyId}`,
    );
    await (await world.as(writer)).call(sendMessage, { body: { ...letter, recipients: [substituteId], vacancyId } });
    const [notice] = await (await world.as(substituteId)).call(listNotices);
    expect(notice?.body).toContain('Date: November 23, 2026');
    expect(notice?.body).not.toMatch(/Bereavement|secret-plans/);
    expect(notice?.path).toBe(`/dashboard/substitute/available-vacancies?request=${vacancyId}`);
  });

  it('is sent to no one if the sender may not see (404) or message (403) one recipient', async () => {
    const fine = await makeSubstitute(world.db, [schoolId]);
    const rejectedHere = await makeSubstitute(world.db, [schoolId, otherSchoolId]);
    await world.db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = now()
          where substitute_id = ${rejectedHere} and school_id = ${schoolId}`,
    );
    const applicant = await makeSubstitute(world.db, [schoolId], { isApproved: false });
    const elsewhere = await makeSubstitute(world.db, [otherSchoolId]);
    const colleague = await makeTeacher(world.db, schoolId);
    const before = await messagesStored();
    const cases: [string, Caller, number, number][] = [
      ['a teacher to a substitute of another school', teacher, elsewhere, 404],
      ['a teacher to one who waits for approval', teacher, applicant, 404],
      ['a teacher to one whom the school rejected', teacher, rejectedHere, 404],
      ['a teacher to a colleague', teacher, colleague, 404],
      ['a teacher to an unknown person', teacher, 999_999_999, 404],
      ['a teacher to themself', teacher, teacherId, 404],
      ['an admin to a substitute of another school', admin, elsewhere, 404],
      ['an admin to a teacher of the school', admin, colleague, 403],
    ];
    for (const [what, caller, recipient, expected] of cases) {
      const { status } = await caller.try(sendMessage, { body: { ...letter, recipients: [fine, recipient] } });
      expect(status, what).toBe(expected);
    }
    expect(await messagesStored()).toBe(before);
    expect(await (await world.as(fine)).call(listNotices)).toEqual([]);
    expect((await admin.try(sendMessage, { body: { ...letter, recipients: [applicant] } })).status).toBe(201);
  });

  it('can only be about the sender’s own vacancy', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const colleague = await makeTeacher(world.db, schoolId);
    const [theirs, own, elsewhere] = [
      await makeVacancy(world.db, { schoolId, teacherId: colleague }),
      await makeVacancy(world.db, { schoolId, teacherId }),
      await makeVacancy(world.db, { schoolId: otherSchoolId, teacherId: await makeTeacher(world.db, otherSchoolId) }),
    ];
    const statusOf = async (caller: Caller, vacancyId: number) =>
      (await caller.try(sendMessage, { body: { ...letter, recipients: [substituteId], vacancyId } })).status;
    expect([await statusOf(teacher, theirs), await statusOf(teacher, elsewhere), await statusOf(teacher, own)]).toEqual(
      [404, 404, 201],
    );
    expect([await statusOf(admin, theirs), await statusOf(admin, elsewhere)]).toEqual([201, 404]);
  });

  it('is sent once per Idempotency-Key', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const before = await messagesStored();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        teacher.try(
          sendMessage,
          { body: { ...letter, recipients: [substituteId] } },
          { 'idempotency-key': 'message-once-1' },
        ),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await messagesStored()).toBe((before ?? 0) + 1);
    expect(await (await world.as(substituteId)).call(listNotices)).toHaveLength(1);
  });
});

describe('sent messages', () => {
  it('are paged, newest first, and only one’s own', async () => {
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const writer = await world.as(await makeTeacher(world.db, schoolId));
    for (const n of [1, 2, 3, 4, 5])
      await writer.call(sendMessage, {
        body: { subject: `Number ${n}`, message: 'Hello', recipients: [substituteId] },
      });
    const subjects: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await writer.try(listMessages, { query: { limit: '2', cursor } });
      const page = body as { subject: string }[];
      subjects.push(...page.map((message) => message.subject));
      sizes.push(page.length);
      cursor = headers.get('x-next-cursor') ?? undefined;
    } while (cursor !== undefined);
    expect(subjects).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1']);
    expect(sizes).toEqual([2, 2, 1]);
    expect((await writer.try(listMessages, { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it('have shorter pages if they had very many recipients, without omissions', async () => {
    const id = await makeTeacher(world.db, schoolId);
    const writer = await world.as(id);
    await world.db.execute(sql`insert into messages (school_id, sender_id, subject, body, recipient_ids, created_at)
      select ${schoolId}, ${id}, n::text, 'Hello', (select array_agg(r) from generate_series(1, 3000) r), now()
        from generate_series(1, 5) n`);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await writer.try(listMessages, { query: { cursor } });
      pages.push((body as { subject: string }[]).map((message) => message.subject));
      cursor = headers.get('x-next-cursor') ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([['5', '4'], ['3', '2'], ['1']]);
  });
});
