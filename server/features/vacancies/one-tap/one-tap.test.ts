import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putExclusion } from '#contract/exclusions.ts';
import { getPaySettings, putPaySettings } from '#contract/hours.ts';
import { getLink, useLink } from '#contract/links.ts';
import { updateSchool } from '#contract/schools.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { defaultPaySettings } from '#domain/pay.ts';
import { sql } from '#server/db/database.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { makeAdmin, makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Caller } from '#test/world.ts';

let stage: Stage;
let visitor: Caller;
beforeAll(async () => {
  stage = await openStage();
  visitor = await stage.world.as(null);
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

/** Returns the link in a person's newest notification of a kind. */
async function linkOf(kind: NoticeKind, recipientId: number): Promise<{ token: string }> {
  const [row] = await stage.world.db.query<{ id: number }>(
    sql`select id from notices where kind = ${kind} and recipient_id = ${recipientId} order by id desc limit 1`,
  );
  return { token: tokenFor(await linkKey(stage.world.db), 'open', row?.id ?? 0) };
}
const posted = async (parts: Parameters<Stage['vacancy']>[0] = {}) => {
  const vacancy = await stage.vacancy(parts);
  await stage.teacher.call(notifySubstitutes, { params: vacancy.params, body: {} });
  return vacancy;
};
const statusOf = async (id: number) =>
  (await stage.world.db.query<{ status: string }>(sql`select status from vacancies where id = ${id}`))[0]?.status;
const fingerprint = async () =>
  JSON.stringify(
    await stage.world.db.query(
      sql`select (select md5(string_agg(v::text, '|' order by id)) from vacancies v) as v, (select count(*)
          from vacancy_history) as h, (select count(*) from notices) as n,
          (select md5(string_agg(u::text, '|' order by id)) from users u) as u`,
    ),
  );

describe('the link of an offered vacancy', () => {
  it('doesn’t offer a request to someone the school has excluded since, or for a class that colleagues cover', async () => {
    const { world, school, ids } = stage;
    const { id } = await posted();
    const params = await linkOf('vacancy_posted', ids.ann);
    const shown = async () => {
      const { acts, sentence } = await visitor.call(getLink, { params });
      return [acts, sentence];
    };
    await stage.admin.call(putExclusion, { params: { id: String(ids.ann) }, body: { reason: 'Late.', endsOn: null } });
    expect(await shown()).toEqual([['decline'], 'This school is not offering you jobs.']);
    await world.db.execute(sql`delete from exclusions where school_id = ${school.id}`);
    expect(await shown()).toEqual([
      ['request', 'decline'],
      'This vacancy is open. The school has to approve your request.',
    ]);
    await world.db.execute(sql`update vacancies set covered_inside = true where id = ${id}`);
    expect(await shown()).toEqual([
      ['decline'],
      "The teacher's colleagues are covering this class, so you can't request it.",
    ]);
  });

  it('opens it without sign-in and changes nothing, however often it is opened', async () => {
    await posted();
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    const before = await fingerprint();
    const link = await visitor.call(getLink, { params });
    await visitor.call(getLink, { params });
    expect(await fingerprint()).toBe(before);
    expect(link).toMatchObject({
      reader: { name: 'Ann Lee', role: 'substitute' },
      acts: ['request', 'decline'],
      sentence: 'This vacancy is open. The school has to approve your request.',
    });
    expect(link.vacancy).toMatchObject({
      school: stage.school.name,
      teacher: 'Tess Teacher',
      date: '2026-11-24',
      startTime: '08:00',
      plansLink: null,
      substitute: null,
      reportTime: '07:45',
      timeZone: 'America/New_York',
    });
  });

  it('says where to park, as the notification and the vacancy do, and keeps that from staff', async () => {
    const { admin, teacher, ann, ids, world } = stage;
    const school = { id: String(stage.school.id) };
    const parking = 'Park in lot C.\nEnter by the main door.';
    expect(await admin.call(updateSchool, { params: school, body: { parking } })).toMatchObject({ parking });
    const { id, params } = await posted();
    const link = await linkOf('vacancy_posted', ids.ann);
    expect((await visitor.call(getLink, { params: link })).vacancy).toMatchObject({ parking });
    expect(await ann.call(getVacancy, { params })).toMatchObject({ schoolParking: parking });
    expect(await teacher.call(getVacancy, { params })).not.toHaveProperty('schoolParking');
    await visitor.call(useLink, { params: link, body: { act: 'request' } });
    const told = await world.db.query(
      sql`select distinct facts ->> 'to' as reader, facts -> 'vacancy' ->> 'parking' as parking from notices
          where vacancy_id = ${id} order by 1`,
    );
    expect(told).toContainEqual({ reader: 'substitute', parking });
    expect(told).toContainEqual({ reader: 'teacher', parking: null });
    const tooLong = await admin.try(updateSchool, { params: school, body: { parking: 'x'.repeat(301) } });
    expect([tooLong.status, Object.keys(tooLong.body.fields ?? {})]).toEqual([400, ['parking']]);
    expect(await admin.call(updateSchool, { params: school, body: { parking: '' } })).toMatchObject({ parking: null });
    expect(await ann.call(getVacancy, { params })).not.toHaveProperty('schoolParking');
  });

  it('says what the class pays once the school has entered a rate, as the notification and the vacancy do, and keeps that from staff', async () => {
    const { admin, teacher, ann, ids, world } = stage;
    const before = await posted();
    expect((await visitor.call(getLink, { params: await linkOf('vacancy_posted', ids.ann) })).vacancy?.pay).toBeNull();
    expect(await ann.call(getVacancy, { params: before.params })).not.toHaveProperty('pay');
    const { version } = await admin.call(getPaySettings, {});
    const settings = { ...defaultPaySettings, regularCents: 17_500 };
    await admin.call(putPaySettings, { body: { version, settings } });
    const { id, params } = await posted({ date: '2026-11-25' });
    const pay = '$175.00 for a full day';
    expect((await visitor.call(getLink, { params: await linkOf('vacancy_posted', ids.ann) })).vacancy).toMatchObject({
      pay,
    });
    expect(await ann.call(getVacancy, { params })).toMatchObject({ pay });
    expect(await teacher.call(getVacancy, { params })).not.toHaveProperty('pay');
    await ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    const told = await world.db.query(
      sql`select distinct facts ->> 'to' as reader, facts -> 'vacancy' ->> 'pay' as pay from notices
          where vacancy_id = ${id} order by 1`,
    );
    expect(told).toContainEqual({ reader: 'substitute', pay });
    expect(told).toContainEqual({ reader: 'teacher', pay: null });
    await world.db.execute(sql`delete from pay_settings`);
  });

  it('requests it for its recipient, and then offers no action', async () => {
    const { id } = await posted();
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    const answer = await visitor.call(useLink, { params, body: { act: 'request', message: 'I know the class.' } });
    expect(answer).toMatchObject({ acts: [], sentence: 'Request submitted successfully. Awaiting teacher approval.' });
    expect(await stage.told(id)).toContainEqual(['vacancy_requested', stage.ids.teacher]);
    expect(await visitor.call(getLink, { params })).toMatchObject({
      acts: [],
      sentence: "You requested this vacancy. The school hasn't answered yet.",
    });
    const again = await visitor.try(useLink, { params, body: { act: 'request' } });
    expect([again.status, again.body.code]).toEqual([409, 'requested_by_you']);
    const late = await visitor.call(getLink, { params: await linkOf('vacancy_posted', stage.ids.bob) });
    expect(late).toMatchObject({
      acts: [],
      vacancy: null,
      sentence: expect.stringMatching(
        /^This vacancy has just been requested by someone else\. It was Class \d+, /,
      ) as unknown,
    });
  });

  it('asks why after a decline, and can remove the reason', async () => {
    const { id } = await posted();
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    expect((await visitor.try(useLink, { params, body: { act: 'explain', reason: 'too_far' } })).body.code).toBe(
      'not_declined',
    );
    const declined = await visitor.call(useLink, { params, body: { act: 'decline' } });
    expect([declined.acts, declined.declineReason]).toEqual([['request', 'explain'], null]);
    const explained = await visitor.call(useLink, { params, body: { act: 'explain', reason: 'not_that_day' } });
    expect(explained).toMatchObject({
      declineReason: 'not_that_day',
      sentence: 'Thank you. November 24, 2026 is marked as unavailable in your availability.',
    });
    const [vacancy] = await stage.world.db.query(
      sql`select status from availability_dates where substitute_id = ${stage.ids.ann} and date = '2026-11-24'`,
    );
    expect(vacancy).toEqual({ status: 'unavailable' });
    const undone = await visitor.call(useLink, { params, body: { act: 'explain', reason: null } });
    expect([undone.declineReason, undone.sentence]).toEqual([null, 'We removed your reason.']);
    expect(await stage.world.db.query(sql`select from availability_dates`)).toEqual([]);
    const given = await visitor.call(useLink, { params, body: { act: 'explain', reason: 'short_notice' } });
    expect(given.sentence).toBe('Thank you. The school can see your reason.');
    expect((await visitor.call(getLink, { params })).acts).toEqual(['request', 'explain']);
    expect(await stage.history(id)).toEqual(['notified', 'declined']);
  });

  it('doesn’t take a class that has moved since the page was opened, until its reader has seen the new day', async () => {
    const { id } = await posted({ bookFirst: true });
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    const seen = { date: '2026-11-24', startTime: '08:00', endTime: '15:00' };
    await stage.world.db.execute(sql`update vacancies set date = '2026-11-25', starts_at = starts_at + interval '1 day',
      ends_at = ends_at + interval '1 day' where id = ${id}`);
    const stale = await visitor.try(useLink, { params, body: { act: 'request', seen } });
    expect([stale.status, stale.body.code, stale.body.error]).toEqual([
      409,
      'vacancy_moved',
      'This class has changed. It is now November 25, 2026, 8:00 AM – 3:00 PM. If you can still come, answer again.',
    ]);
    expect([await statusOf(id), await stage.history(id)]).toEqual(['open', ['notified']]);
    const now = { ...seen, date: '2026-11-25' };
    await visitor.call(useLink, { params, body: { act: 'request', seen: now } });
    expect(await statusOf(id)).toBe('filled');
  });

  it('says before and after that it books immediately, and which requests that withdraws', async () => {
    const { id } = await posted({ bookFirst: true });
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    const opened = await visitor.call(getLink, { params });
    expect([opened.vacancy?.booksFirst, opened.sentence]).toEqual([
      true,
      "This vacancy is open. If you request it, you're booked right away.",
    ]);
    const other = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    expect((await visitor.call(getLink, { params })).sentence).toContain(
      'If you are booked here, we withdraw that request.',
    );
    const booked = await visitor.call(useLink, { params, body: { act: 'request' } });
    expect(booked.sentence).toBe(
      `You're booked: ${opened.vacancy?.title}, November 24, 2026, 8:00 AM – 3:00 PM at ${stage.school.name}. Thank you for covering this class. You can undo this until 5:50 AM.`,
    );
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['filled', 'open']);
  });

  it('declines it permanently, and refuses other actions', async () => {
    const { id } = await posted();
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    for (const act of ['approve', 'reject', 'confirm', 'cannotCome'] as const)
      expect((await visitor.try(useLink, { params, body: { act } })).status).toBe(403);
    await visitor.call(useLink, { params, body: { act: 'decline' } });
    expect(await stage.history(id)).toContain('declined');
    expect(await statusOf(id)).toBe('open');
  });

  it('says that it is too late once it started or was canceled, or the school removed its reader', async () => {
    const begun = await posted({ date: '2026-11-23' });
    const params = await linkOf('vacancy_posted', stage.ids.ann);
    stage.world.time.now = new Date('2026-11-23T13:00:00Z');
    // A reader with ten links learns which class it was, if they may still see it.
    const tooLate = (what: string, date?: string) => ({
      acts: [],
      vacancy: null,
      sentence: expect.stringMatching(
        date === undefined
          ? `^This vacancy ${what}\\. There's nothing left to do here\\.$`
          : ` ${what}\\. There's nothing left to do here\\. It was Class \\d+, ${date}, 8:00 AM – 3:00 PM at ${stage.school.name}\\.$`,
      ) as unknown,
    });
    expect(await visitor.call(getLink, { params })).toMatchObject(tooLate('has already started', 'November 23, 2026'));
    expect((await visitor.try(useLink, { params, body: { act: 'request' } })).status).toBe(409);
    expect(await statusOf(begun.id)).toBe('open');
    await stage.clear();

    const canceled = await posted();
    const second = await linkOf('vacancy_posted', stage.ids.ann);
    await stage.world.db.execute(
      sql`update vacancies set deleted_at = ${stage.world.time.now} where id = ${canceled.id}`,
    );
    expect(await visitor.call(getLink, { params: second })).toMatchObject(tooLate('was canceled', 'November 24, 2026'));

    await posted();
    const third = await linkOf('vacancy_posted', stage.ids.ann);
    await stage.world.db.execute(
      sql`update substitute_schools set rejected_at = ${stage.world.time.now}, approved_at = null, is_selected = false
          where substitute_id = ${stage.ids.ann}`,
    );
    expect(await visitor.call(getLink, { params: third })).toMatchObject(tooLate('is no longer available to you'));
    expect((await visitor.try(useLink, { params: third, body: { act: 'request' } })).status).toBe(409);
    await stage.world.db.execute(
      sql`update substitute_schools set rejected_at = null, approved_at = ${stage.world.time.now}, is_selected = true
          where substitute_id = ${stage.ids.ann}`,
    );
  });

  it('ends with the account, and cannot be guessed', async () => {
    await posted();
    const params = await linkOf('vacancy_posted', stage.ids.bob);
    await stage.world.db.execute(sql`update users set is_active = false where id = ${stage.ids.bob}`);
    for (const opened of [
      await visitor.try(getLink, { params }),
      await visitor.try(useLink, { params, body: { act: 'request' } }),
    ])
      expect([opened.status, opened.body.error]).toEqual([
        404,
        "Your account isn't active right now, so you can't answer. Please ask your school.",
      ]);
    await stage.world.db.execute(sql`update users set is_active = true where id = ${stage.ids.bob}`);
    expect((await visitor.try(getLink, { params })).status).toBe(200);
    const key = await linkKey(stage.world.db);
    for (const token of [
      `${params.token.slice(0, 23)}${params.token.endsWith('A') ? 'B' : 'A'}`,
      tokenFor(key, 'stop', 1),
      'x',
      tokenFor(key, 'open', 999_999),
    ]) {
      expect((await visitor.try(getLink, { params: { token } })).status).toBe(404);
    }
  });
});

describe('the link of a request', () => {
  it('approves or rejects it for the teacher, but never a later request by someone else', async () => {
    const { id, params: vacancy } = await stage.vacancy();
    await stage.ann.call(updateVacancy, { params: vacancy, body: { status: 'pending_approval' } });
    const params = await linkOf('vacancy_requested', stage.ids.teacher);
    expect(await visitor.call(getLink, { params })).toMatchObject({
      acts: ['approve', 'reject'],
      sentence: 'Ann Lee requested this vacancy.',
      vacancy: { substitute: 'Ann Lee' },
    });
    expect(await visitor.call(useLink, { params, body: { act: 'reject' } })).toMatchObject({
      acts: [],
      sentence: 'The vacancy is open again, and the substitute has been notified.',
    });
    stage.world.time.now = new Date(stage.world.time.now.getTime() + 60_000);
    await stage.bob.call(updateVacancy, { params: vacancy, body: { status: 'pending_approval' } });
    expect(await visitor.call(getLink, { params })).toMatchObject({
      acts: [],
      sentence: 'Bob Ray requested this vacancy after we sent you this link. Please sign in to answer.',
    });
    expect((await visitor.try(useLink, { params, body: { act: 'approve' } })).status).toBe(403);
    expect(await statusOf(id)).toBe('pending_approval');
    const own = await linkOf('vacancy_requested', stage.ids.teacher);
    expect((await visitor.call(useLink, { params: own, body: { act: 'approve' } })).sentence).toBe(
      'Bob Ray will cover this class and has been notified.',
    );
    expect(await statusOf(id)).toBe('filled');
  });

  it('changes nothing at a school that is not active', async () => {
    const schoolId = (await makeSchool(stage.world.db)).id;
    const teacherId = await makeTeacher(stage.world.db, schoolId);
    await makeAdmin(stage.world.db, schoolId);
    const vacancyId = await makeVacancy(stage.world.db, { schoolId, teacherId, date: '2026-11-24' });
    await stage.world.db.execute(
      sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
          values (${stage.ids.ann}, ${schoolId}, now(), now())`,
    );
    await stage.ann.call(updateVacancy, { params: { id: String(vacancyId) }, body: { status: 'pending_approval' } });
    const params = await linkOf('vacancy_requested', teacherId);
    await stage.world.db.execute(sql`update schools set is_active = false where id = ${schoolId}`);
    expect((await visitor.try(useLink, { params, body: { act: 'approve' } })).body.code).toBe('own_school_inactive');
  });
});

describe('the link of an assignment', () => {
  it('confirms it, or reports that the substitute cannot come, and shows the lesson plans only to them', async () => {
    for (const act of ['confirm', 'cannotCome'] as const) {
      const { id, params: vacancy } = await stage.vacancy();
      await stage.world.db.execute(
        sql`update vacancies set google_doc_link = 'https://docs.google.com/plans' where id = ${id}`,
      );
      await stage.admin.call(assignSubstitute, { params: vacancy, body: { substituteId: stage.ids.ann } });
      const params = await linkOf('assigned', stage.ids.ann);
      const link = await visitor.call(getLink, { params });
      expect(link).toMatchObject({
        acts: ['confirm', 'cannotCome'],
        sentence: "You've been assigned to this vacancy. Can you come?",
        vacancy: { plansLink: 'https://docs.google.com/plans' },
      });
      const after = await visitor.call(useLink, { params, body: { act } });
      expect(after.sentence).toBe(
        act === 'confirm'
          ? "Thank you. The school knows you're coming."
          : 'Thanks for letting us know. The vacancy is open again.',
      );
      expect(await statusOf(id)).toBe(act === 'confirm' ? 'filled' : 'open');
      expect((await visitor.call(getLink, { params })).vacancy?.plansLink ?? null).toBe(
        act === 'confirm' ? 'https://docs.google.com/plans' : null,
      );
      await stage.clear();
    }
  });
});
