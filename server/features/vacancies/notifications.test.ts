import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { sendMessage } from '#contract/messages.ts';
import { putPushDevice } from '#contract/push.ts';
import {
  cannotCome,
  confirmAssignment,
  declineVacancy,
  releaseSubstitute,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { assignSubstitute, deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { sql } from '#server/db/database.ts';
import { sweepVacancies } from '#server/features/vacancies/sweep.ts';
import { makeAdmin, makeSchool, makeSubstitute } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Caller } from '#test/world.ts';

type Who = 'teacher' | 'admin' | 'second' | 'ann' | 'bob';

let stage: Stage;
let ids: Record<Who, number>;
let second: Caller;
beforeAll(async () => {
  stage = await openStage();
  const secondId = await makeAdmin(stage.world.db, stage.school.id, { fullName: 'Sue Second' });
  ids = { ...stage.ids, second: secondId };
  second = await stage.world.as(secondId);
  // Everyone has a browser with push.
  for (const caller of [stage.teacher, stage.admin, second, stage.ann, stage.bob])
    await caller.call(putPushDevice, {
      body: { endpoint: `https://push.example.org/${caller.cookie}`, keys: standInKeys },
    });
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const standInKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const tomorrow = '2026-11-24';
const body = {
  date: tomorrow,
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Fractions',
  additionalNotes: 'Plans are on the desk.',
  sendNotifications: false,
};
const paramsOf = (id: number) => ({ id: String(id) });
const request = { status: 'pending_approval' as const };
const reject = { status: 'open' as const, requestedById: null, requestedAt: null };

/** Returns a vacancy that this admin posted for the teacher, so its poster isn't its teacher. */
async function postedByAdmin(more: object = {}): Promise<number> {
  return (await stage.admin.call(createVacancy, { body: { ...body, teacherId: ids.teacher, ...more } })).id;
}
async function asked(parts: Parameters<Stage['vacancy']>[0] = {}): Promise<number> {
  const { id, params } = await stage.vacancy(parts);
  await stage.ann.call(updateVacancy, { params, body: request });
  return id;
}
const filled = async (confirmed = true) =>
  (await stage.vacancy({ status: 'filled', substituteId: ids.ann, confirmed })).id;
const approve = (id: number, by: Caller) =>
  by.call(updateVacancy, { params: paramsOf(id), body: { status: 'filled', substituteId: ids.ann } });
const sweepAt = (instant: string) => {
  stage.world.time.now = new Date(instant);
  return sweepVacancies(stage.world.db, stage.world.config, stage.world.time.now);
};

/** Notifications that are neither urgent nor for today are not pushed. */
const notPushed = new Set(['vacancy_posted']);

type Row = [act: string, does: () => Promise<number>, told: Partial<Record<NoticeKind, Who[]>>];

/** Returns the recipients and kinds of a vacancy's notifications by push. */
async function pushedOf(id: number, nameOf: (recipient: number) => string): Promise<string[]> {
  const rows = await stage.world.db.query<{
    kind: string;
    recipient: number;
  }>(sql`select n.kind, n.recipient_id as recipient from deliveries d join notices n on n.id = d.notice_id
    where n.vacancy_id = ${id} and d.channel = 'push' and d.status = 'queued'`);
  return rows.map(({ kind, recipient }) => `${kind} ${nameOf(recipient)}`).toSorted();
}

/** Each action, and the complete list of people it notifies, by kind of notification. The actor is never among them. */
const table: Row[] = [
  [
    'a teacher posts, offered to all',
    async () => (await stage.teacher.call(createVacancy, { body: { ...body, sendNotifications: true } })).id,
    { vacancy_posted: ['ann', 'bob'] },
  ],
  [
    'a teacher posts, offered to one',
    async () =>
      (
        await stage.teacher.call(createVacancy, {
          body: { ...body, sendNotifications: true, targetSubstituteIds: [ids.bob] },
        })
      ).id,
    { vacancy_posted: ['bob'] },
  ],
  [
    'a teacher posts for today',
    async () => (await stage.teacher.call(createVacancy, { body: { ...body, date: '2026-11-23' } })).id,
    { same_day_posted: ['admin', 'second'] },
  ],
  ['an admin posts for the teacher', () => postedByAdmin(), { posted_for_you: ['teacher'] }],
  [
    'an admin posts for today',
    () => postedByAdmin({ date: '2026-11-23' }),
    { posted_for_you: ['teacher'], same_day_posted: ['second'] },
  ],
  [
    'a second round goes out',
    async () => {
      const { id, params } = await stage.vacancy();
      await stage.teacher.call(notifySubstitutes, { params, body: {} });
      await stage.teacher.call(notifySubstitutes, { params, body: { substituteIds: [ids.ann] } });
      return id;
    },
    { vacancy_posted: ['ann', 'ann', 'bob'] },
  ],
  ['a substitute asks', () => asked(), { vacancy_requested: ['teacher'] }],
  [
    'a substitute requests a class of today',
    () => asked({ date: '2026-11-23' }),
    { vacancy_requested: ['teacher', 'admin', 'second'] },
  ],
  [
    'a substitute requests a vacancy that an admin posted',
    async () => {
      const id = await postedByAdmin();
      await stage.ann.call(updateVacancy, { params: paramsOf(id), body: request });
      return id;
    },
    { posted_for_you: ['teacher'], vacancy_requested: ['teacher', 'admin'] },
  ],
  [
    'the teacher approves',
    async () => {
      const id = await asked();
      await approve(id, stage.teacher);
      return id;
    },
    { vacancy_requested: ['teacher'], request_approved: ['ann'] },
  ],
  [
    'an admin approves',
    async () => {
      const id = await asked();
      await approve(id, stage.admin);
      return id;
    },
    { vacancy_requested: ['teacher'], request_approved: ['ann'], filled: ['teacher'] },
  ],
  [
    'the teacher rejects',
    async () => {
      const id = await asked();
      await stage.teacher.call(updateVacancy, { params: paramsOf(id), body: reject });
      return id;
    },
    { vacancy_requested: ['teacher'], request_rejected: ['ann'] },
  ],
  [
    'an admin rejects a request for a teacher’s class',
    async () => {
      const id = await asked();
      await stage.admin.call(updateVacancy, { params: paramsOf(id), body: reject });
      return id;
    },
    { vacancy_requested: ['teacher'], request_rejected: ['ann'], request_turned_down: ['teacher'] },
  ],
  [
    'a substitute withdraws the request',
    async () => {
      const id = await asked();
      await stage.ann.call(withdrawRequest, { params: paramsOf(id) });
      return id;
    },
    { vacancy_requested: ['teacher'], request_withdrawn: ['teacher'] },
  ],
  [
    'an admin assigns someone other than the requester',
    async () => {
      const id = await asked();
      await stage.admin.call(assignSubstitute, { params: paramsOf(id), body: { substituteId: ids.bob } });
      return id;
    },
    { vacancy_requested: ['teacher'], request_rejected: ['ann'], assigned: ['bob'], filled: ['teacher'] },
  ],
  [
    'the assigned substitute confirms',
    async () => {
      const id = await filled(false);
      await stage.ann.call(confirmAssignment, { params: paramsOf(id) });
      return id;
    },
    { confirmed: ['teacher', 'admin', 'second'] },
  ],
  [
    'the assigned substitute cannot come',
    async () => {
      const id = await filled(false);
      await stage.ann.call(cannotCome, { params: paramsOf(id) });
      return id;
    },
    { cannot_come: ['teacher', 'admin', 'second'], vacancy_posted: ['bob'] },
  ],
  [
    'the teacher releases',
    async () => {
      const id = await filled();
      await stage.teacher.call(releaseSubstitute, { params: paramsOf(id), body: { reason: 'Well again' } });
      return id;
    },
    { assignment_cancelled: ['ann'], released: ['admin', 'second'], vacancy_posted: ['bob'] },
  ],
  [
    'the substitute cancels',
    async () => {
      const id = await filled();
      await stage.ann.call(releaseSubstitute, { params: paramsOf(id), body: { reason: 'Ill' } });
      return id;
    },
    { released: ['teacher', 'admin', 'second'], vacancy_posted: ['bob'] },
  ],
  [
    'the time of an offered vacancy changes',
    async () => {
      const { id, params } = await stage.vacancy();
      await stage.teacher.call(notifySubstitutes, { params, body: {} });
      await stage.bob.call(declineVacancy, { params });
      await stage.admin.call(updateVacancy, { params, body: { startTime: '09:00' } });
      return id;
    },
    { vacancy_posted: ['ann', 'bob'], vacancy_changed: ['ann', 'teacher'] },
  ],
  [
    'the title of an open vacancy changes',
    async () => {
      const { id, params } = await stage.vacancy();
      await stage.teacher.call(updateVacancy, { params, body: { description: 'Decimals' } });
      return id;
    },
    {},
  ],
  [
    'notes are added for the assigned substitute',
    async () => {
      const id = await filled();
      await stage.teacher.call(updateVacancy, {
        params: paramsOf(id),
        body: { additionalNotes: 'Plans are on the desk. And a key.' },
      });
      return id;
    },
    { vacancy_changed: ['ann'] },
  ],
  [
    'the teacher cancels a requested absence',
    async () => {
      const id = await asked();
      await stage.teacher.call(deleteVacancy, { params: paramsOf(id) });
      return id;
    },
    { vacancy_requested: ['teacher'], vacancy_deleted: ['ann', 'admin', 'second'] },
  ],
  [
    'an admin deletes a filled vacancy',
    async () => {
      const id = await filled();
      await stage.admin.call(deleteVacancy, { params: paramsOf(id) });
      return id;
    },
    { vacancy_deleted: ['ann', 'teacher', 'second'] },
  ],
  [
    'a request for today is pending for five minutes',
    async () => {
      const id = await asked({ date: '2026-11-23' });
      await sweepAt('2026-11-23T10:50:00Z');
      return id;
    },
    { vacancy_requested: ['teacher', 'admin', 'second'], request_unanswered: ['teacher'] },
  ],
  [
    'a request for today is pending for ten minutes',
    async () => {
      const id = await asked({ date: '2026-11-23' });
      await sweepAt('2026-11-23T10:55:00Z');
      return id;
    },
    { vacancy_requested: ['teacher', 'admin', 'second'], request_unanswered: ['teacher', 'admin', 'second'] },
  ],
  [
    'a class is uncovered an hour before its start',
    async () => {
      const { id } = await stage.vacancy({ date: '2026-11-23' });
      await sweepAt('2026-11-23T12:00:00Z');
      return id;
    },
    { still_unfilled: ['admin', 'second'] },
  ],
  [
    'a request is not answered before the start',
    async () => {
      const id = await asked();
      await sweepAt('2026-11-24T13:00:00Z');
      return id;
    },
    { vacancy_requested: ['teacher'], request_reopened: ['ann', 'teacher', 'admin', 'second'] },
  ],
  [
    'a message about it is sent',
    async () => {
      const { id } = await stage.vacancy();
      await second.call(sendMessage, {
        body: { subject: 'Hello', message: 'Hello', recipients: [ids.bob], vacancyId: id },
      });
      return id;
    },
    { message: ['bob'] },
  ],
];

describe('recipients of notifications', () => {
  it.each(table)('%s', async (_, does, told) => {
    const id = await does();
    const named = Object.entries(ids);
    const nameOf = (recipient: number) => named.find(([, known]) => known === recipient)?.[0] ?? String(recipient);
    const seen = (await stage.told(id)).map(([kind, recipient]) => `${kind} ${nameOf(recipient)}`).toSorted();
    const expected = Object.entries(told)
      .flatMap(([kind, people]) => people.map((who) => `${kind} ${who}`))
      .toSorted();
    expect(seen).toEqual(expected);
    expect(await pushedOf(id, nameOf)).toEqual(expected.filter((line) => !notPushed.has(line.split(' ')[0] ?? '')));
  });

  it('a disabled teacher can’t answer, so every administrator is notified of a request, and reminded, instead', async () => {
    const { db } = stage.world;
    await db.execute(sql`update users set is_active = false where id = ${ids.teacher}`);
    const later = await asked();
    expect(await stage.told(later)).toEqual([
      ['vacancy_requested', ids.admin],
      ['vacancy_requested', ids.second],
    ]);
    const today = await asked({ date: '2026-11-23' });
    await sweepAt('2026-11-23T10:50:00Z');
    expect((await stage.told(today)).filter(([kind]) => kind === 'request_unanswered')).toEqual([
      ['request_unanswered', ids.admin],
      ['request_unanswered', ids.second],
    ]);
    await db.execute(sql`update users set is_active = true where id = ${ids.teacher}`);
  });

  it.each([
    ['urgent', { isUrgent: true }],
    ['for today', { date: '2026-11-23' }],
  ])('an offer that is %s is also sent by push', async (_, parts) => {
    const { id, params } = await stage.vacancy(parts);
    await stage.admin.call(notifySubstitutes, { params, body: { sendEmail: false, sendSMS: false } });
    expect(await pushedOf(id, (recipient) => (recipient === ids.ann ? 'ann' : 'bob'))).toEqual([
      'vacancy_posted ann',
      'vacancy_posted bob',
    ]);
  });
});

describe('an offer', () => {
  it('says in the history that it reached no one', async () => {
    const { db } = stage.world;
    const { params } = await stage.vacancy();
    const last = async () => (await stage.teacher.call(listVacancyHistory, { params })).at(-1);
    await stage.teacher.call(notifySubstitutes, { params, body: {} });
    expect(await last()).toMatchObject({ kind: 'notified', reason: null });
    await db.execute(sql`insert into availability_dates (substitute_id, date, status)
      select id, '2026-11-24', 'unavailable' from users where role = 'substitute'`);
    expect(await stage.teacher.call(notifySubstitutes, { params, body: {} })).toMatchObject({ notified: 0 });
    expect(await last()).toMatchObject({ kind: 'notified', reason: 'No substitute fits, so no one was notified' });
    await db.execute(sql`delete from availability_dates`);
  });

  it('reaches exactly the eligible and available substitutes', async () => {
    const { db } = stage.world;
    const make = (parts: Parameters<typeof makeSubstitute>[2] = {}, schools = [stage.school.id]) =>
      makeSubstitute(db, schools, parts);
    const elsewhere = (await makeSchool(db)).id;
    const people = {
      fine: await make(),
      'has no grid': await make(),
      'is free that weekday': await make(),
      'is free on that date though not that weekday': await make(),
      'is booked before': await make(),
      'is not approved': await make({ isApproved: false }),
      'is disabled': await make({ isActive: false }),
      'chose another school': await make({}, [elsewhere]),
      'was rejected here': await make(),
      'deselected the school': await make(),
      'is booked then': await make(),
      'is booked then elsewhere': await make({}, [stage.school.id, elsewhere]),
      'declined it': await make(),
      'is not free that weekday': await make(),
      'works mornings only': await make(),
      'is away on that date': await make(),
    };
    const { id, params } = await stage.vacancy();
    const week = (who: number, day: string) =>
      db.execute(
        sql`update users set general_availability = ${JSON.stringify({ tuesday: day })}::jsonb where id = ${who}`,
      );
    await week(people['is free that weekday'], 'all_day');
    await week(people['is free on that date though not that weekday'], 'unavailable');
    await week(people['is not free that weekday'], 'unavailable');
    await week(people['works mornings only'], 'morning');
    const date = (who: number, status: string) =>
      db.execute(
        sql`insert into availability_dates (substitute_id, date, status) values (${who}, ${tomorrow}, ${status})`,
      );
    await date(people['is free on that date though not that weekday'], 'available');
    await date(people['is away on that date'], 'unavailable');
    await db.execute(
      sql`update substitute_schools set rejected_at = now(), approved_at = null
          where substitute_id = ${people['was rejected here']}`,
    );
    await db.execute(
      sql`update substitute_schools set is_selected = false where substitute_id = ${people['deselected the school']}`,
    );
    await stage.vacancy({ status: 'filled', substituteId: people['is booked then'], start: '14:00', end: '16:00' });
    await stage.vacancy({ status: 'filled', substituteId: people['is booked before'], start: '06:00', end: '08:00' });
    await stage.vacancy({
      schoolId: elsewhere,
      status: 'filled',
      substituteId: people['is booked then elsewhere'],
      start: '07:00',
      end: '08:30',
    });
    await (await stage.world.as(people['declined it'])).call(declineVacancy, { params });
    await stage.teacher.call(notifySubstitutes, { params, body: {} });
    const reached = new Set((await stage.told(id)).map(([, recipient]) => recipient));
    expect(
      Object.entries(people)
        .filter(([, who]) => reached.has(who))
        .map(([why]) => why),
    ).toEqual([
      'fine',
      'has no grid',
      'is free that weekday',
      'is free on that date though not that weekday',
      'is booked before',
    ]);
  });
});
