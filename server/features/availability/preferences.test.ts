import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getReach, previewFirst, previewReach } from '#contract/absences.ts';
import { listCandidates } from '#contract/candidates.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getOwnFit } from '#contract/own-fit.ts';
import { getJobPreferences, putJobPreferences } from '#contract/preferences.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makePeople, makeSubstitute } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await addUnavailable();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from job_preferences`);
});

/** Adds three substitutes who are unavailable: the reach of fewer than five people doesn't count preferences. */
async function addUnavailable() {
  const { world, school } = stage;
  const three = await makePeople(
    world.db,
    Array.from({ length: 3 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
  );
  await world.db.execute(sql`insert into availability_dates (substitute_id, date, status)
    select id, date, 'unavailable' from unnest(${three}::bigint[]) id
      cross join unnest(array['2026-11-24', '2026-11-25']::date[]) date`);
}

const prefer = (days: 'any' | 'full' | 'half', noticeHours: number) =>
  stage.ann.call(putJobPreferences, { body: { days, noticeHours } });

const want = (parts: Partial<Omit<ReplyOf<typeof getJobPreferences>, 'version'>>) =>
  stage.ann.call(putJobPreferences, { body: { days: 'any', noticeHours: 0, ...parts } });
const everything = { grades: [], subjects: [], miles: null, zip: null };

it('job preferences include everything until a substitute says otherwise, and are kept', async () => {
  expect(await stage.bob.call(getJobPreferences)).toEqual({ days: 'any', noticeHours: 0, ...everything, version: 1 });
  expect(await prefer('half', 24)).toEqual({ days: 'half', noticeHours: 24, ...everything, version: 2 });
  const chosen = { grades: ['K', '1'], subjects: ['Art'], miles: 10, zip: '10001' } as const;
  await want({ ...chosen, grades: [...chosen.grades], subjects: [...chosen.subjects] });
  // A page that was loaded before the other preferences existed sends only these two.
  await prefer('full', 2);
  expect(await stage.ann.call(getJobPreferences)).toEqual({ days: 'full', noticeHours: 2, ...chosen, version: 4 });
  expect(await want({ zip: null, miles: null, grades: [], subjects: [] })).toEqual({
    version: 5,
    days: 'any',
    noticeHours: 0,
    ...everything,
  });
  const odd = await stage.ann.try(putJobPreferences, { body: { days: 'any', noticeHours: 3 } });
  expect(odd.body.fields).toEqual({ noticeHours: 'Choose one of the listed times.' });
  const refused = await stage.ann.try(putJobPreferences, {
    body: { days: 'any', noticeHours: 0, grades: ['K', 'K'], miles: 7, zip: '1234' },
  });
  expect(refused.body.fields).toEqual({
    grades: 'Choose each one only once.',
    miles: 'Choose one of the distances.',
    zip: 'Enter a 5-digit ZIP code.',
  });
  const unknown = await stage.ann.try(putJobPreferences, { body: { days: 'any', noticeHours: 0, zip: '00000' } });
  expect(unknown.body.fields).toEqual({ zip: "We don't know this ZIP code. Check it, or enter one nearby." });
});

it('job preferences keep what another tab chose, and refuse a second value of one field with the first', async () => {
  const choose = (body: object) => stage.ann.try(putJobPreferences, { body });
  expect((await choose({ version: 1, days: 'full', grades: ['K'] })).status).toBe(200);
  expect((await choose({ version: 1, noticeHours: 4, grades: ['K'] })).body).toMatchObject({
    days: 'full',
    version: 3,
  });
  const { status, body } = await choose({ version: 1, days: 'half', miles: 10 });
  expect([status, body.fields, body.current]).toEqual([
    409,
    { days: 'Someone changed this after you opened it.' },
    { version: 3, days: 'full', noticeHours: 4, grades: ['K'] },
  ]);
  expect((await choose({ version: 3, days: 'half' })).body).toMatchObject({ days: 'half', miles: null, version: 4 });
  expect((await choose({ days: 'any' })).body).toMatchObject({ days: 'any', noticeHours: 4, version: 5 });
});

it('job preferences let exactly one of two first choices win', async () => {
  const choices = [{ days: 'full' }, { days: 'half' }] as const;
  const choose = (body: object) => stage.ann.try(putJobPreferences, { body: { version: 1, ...body } });
  expect(new Set((await Promise.all(choices.map(choose))).map(({ status }) => status))).toEqual(new Set([200, 409]));
});

it('job preferences limit the offers, their reach and the fitting list, with reasons, but not what can be seen and requested', async () => {
  const { ann, admin, teacher, ids } = stage;
  await prefer('half', 0);
  const { id, params } = await stage.vacancy();
  expect(await teacher.call(getReach, { params })).toMatchObject({ of: 5, notified: 1, unavailable: 4 });
  await teacher.call(notifySubstitutes, { params, body: {} });
  expect(await stage.told(id)).toEqual([['vacancy_posted', ids.bob]]);
  const [seen] = await ann.call(listVacancies);
  expect(seen?.clash).toEqual({
    kind: 'preferences',
    sentence: 'In your job preferences, you asked for half days only.',
  });
  expect(await ann.call(listVacancies, { query: { fits: 'true' } })).toEqual([]);
  expect(await ann.call(getOwnFit)).toMatchObject({ fit: 0, rules: [{ rule: 'day_length', count: 1 }] });
  const candidates = await admin.call(listCandidates, { params });
  expect(candidates.find((one) => one.id === ids.ann)?.why).toContain('unwanted');
  expect(candidates.filter(({ why }) => !why.includes('unavailable')).map((one) => one.id)).toEqual([ids.bob, ids.ann]);
  const requested = await ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
  expect(requested.status).toBe('pending_approval');
});

it('job preferences spare people short notice', async () => {
  const { ann, teacher } = stage;
  await prefer('any', 24);
  // A class at 8:00 tomorrow is more than a day ahead this morning, and less than a day ahead later today.
  const { params } = await stage.vacancy();
  stage.world.time.now = new Date('2026-11-23T13:00:00Z');
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  stage.world.time.now = new Date('2026-11-23T13:01:00Z');
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 1 });
  expect((await ann.call(listVacancies))[0]?.clash?.kind).toBe('preferences');
});

it('job preferences for grades and subjects count only if the class names them', async () => {
  const { ann, teacher, ids, world } = stage;
  await want({ grades: ['K', '1'], subjects: ['Music'] });
  const { id, params } = await stage.vacancy();
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  const say = (grade: string, subject: string) =>
    world.db.execute(sql`update vacancies set grade = ${grade}, subject = ${subject} where id = ${id}`);
  await say('K', 'Band');
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  await say('4', 'Math');
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 1, unavailable: 4 });
  expect((await ann.call(getOwnFit)).rules).toEqual([
    { rule: 'other_grade', count: 1 },
    { rule: 'other_subject', count: 1 },
  ]);
  expect((await ann.call(listVacancies))[0]?.clash?.sentence).toBe(
    "You didn't choose this grade in your job preferences.",
  );
  const day = { dates: ['2026-11-24'], startTime: '08:00', endTime: '15:00' };
  const preview = (parts: object) => teacher.call(previewReach, { body: { ...day, ...parts } });
  expect(await preview({ grade: '1' })).toMatchObject([{ notified: 2 }]);
  expect(await preview({ grade: '2' })).toMatchObject([{ notified: 1 }]);
  expect(await preview({ subject: 'Art' })).toMatchObject([{ notified: 1 }]);
  await teacher.call(notifySubstitutes, { params, body: {} });
  expect(await stage.told(id)).toEqual([['vacancy_posted', ids.bob]]);
});

it('job preferences measure the distance to a school from the ZIP code, which staff see only as a word', async () => {
  const { ann, admin, teacher, ids, world } = stage;
  const schoolIn = (zip: string) =>
    world.db.execute(sql`update schools set zip_code = ${zip} where id = ${stage.school.id}`);
  const { params } = await stage.vacancy();
  await schoolIn('10001-0001');
  await want({ zip: '10002' });
  const seenBy = async () => {
    const listed = await admin.call(listCandidates, { params });
    expect(JSON.stringify(listed)).not.toContain('10002');
    return listed.find((one) => one.id === ids.ann)?.why.filter((why) => ['near', 'usual', 'far'].includes(why));
  };
  expect(await seenBy()).toEqual(['near']);
  await schoolIn('10701');
  expect(await seenBy()).toEqual(['usual']);
  await schoolIn('08540');
  expect(await seenBy()).toEqual(['far']);
  const day = { date: '2026-11-24', startTime: '08:00', endTime: '15:00', description: 'Fractions' };
  expect((await teacher.call(previewFirst, { body: day })).map(({ id }) => id)).toEqual([ids.bob, ids.ann]);
  await schoolIn('10001');
  expect((await teacher.call(previewFirst, { body: day }))[0]).toMatchObject({ id: ids.ann, why: 'Near' });
  await schoolIn('08540');
  await want({ zip: '10002', miles: 30 });
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 1 });
  // Waves rank by the same call.
  expect((await teacher.call(previewFirst, { body: day })).map(({ id }) => id)).toEqual([ids.bob]);
  expect((await ann.call(getOwnFit)).rules).toEqual([{ rule: 'too_far', count: 1 }]);
  expect((await ann.call(listVacancies))[0]?.clash?.sentence).toContain('within 30 miles');
  await want({ zip: '10002', miles: 50 });
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  await schoolIn('somewhere');
  expect(await seenBy()).toEqual([]);
});

it('job preferences are part of the person’s own data, and are erased with them', async () => {
  const { db } = stage.world;
  const leaving = await makeSubstitute(db, [stage.school.id]);
  const caller = await stage.world.as(leaving);
  await caller.call(putJobPreferences, { body: { days: 'any', noticeHours: 0, zip: '10001', grades: ['K'] } });
  await db.execute(sql`select forget_people(array[${leaving}::bigint], ${stage.world.time.now})`);
  expect(await db.query(sql`select 1 from job_preferences where substitute_id = ${leaving}`)).toEqual([]);
});

it('job preferences can name the grade that a class needs, as the profile can', async () => {
  const { ann, bob, admin, teacher, ids, world } = stage;
  const profile = (qualifications: string) =>
    world.db.execute(sql`update users set qualifications = ${qualifications} where id = ${ids.ann}`);
  const day = { startTime: '08:00', endTime: '15:00', grade: '2' as const, needsGrade: true };
  const reach = async () => (await teacher.call(previewReach, { body: { ...day, dates: ['2026-11-25'] } }))[0];
  const first = async () => {
    const found = await teacher.call(previewFirst, { body: { ...day, date: '2026-11-25', description: 'Reading' } });
    return found.map(({ id }) => id);
  };
  await profile('Elementary');
  expect(await reach()).toMatchObject({ notified: 1 });
  expect(await first()).toEqual([ids.ann]);
  await profile('Grades 3 to 5');
  expect(await reach()).toMatchObject({ notified: 0 });
  await want({ grades: ['2'] });
  expect(await reach()).toMatchObject({ notified: 1 });
  expect(await first()).toEqual([ids.ann]);

  const { params } = await stage.vacancy();
  await teacher.call(updateVacancy, { params, body: { grade: '2' } });
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  expect(await teacher.call(updateVacancy, { params, body: { needsGrade: true } })).toMatchObject({ needsGrade: true });
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 1, unavailable: 3, unqualified: 1 });
  const listed = await admin.call(listCandidates, { params });
  expect(listed.find(({ id }) => id === ids.ann)?.why).not.toContain('lacks_grade');
  expect(listed.find(({ id }) => id === ids.bob)?.why).toContain('lacks_grade');
  expect((await bob.call(getOwnFit)).rules).toEqual([{ rule: 'unknown_grade', count: 1 }]);
  const [seen] = await bob.call(listVacancies);
  expect(seen?.clash?.sentence).toContain('with Grade 2 in their profile');
  expect(seen).not.toHaveProperty('needsGrade');
  expect(seen?.can).toContain('request');
  expect((await ann.call(listVacancies))[0]?.clash).toBeNull();
  expect((await ann.call(getOwnFit)).rules).toEqual([]);
  await want({ grades: [] });
  expect((await ann.call(listVacancies))[0]?.clash?.kind).toBe('preferences');
  await profile('Certified K-8');
  expect((await ann.call(listVacancies))[0]?.clash).toBeNull();
});

it('job preferences don’t decide about a class that requires its subject: the profile does', async () => {
  const { ann, admin, teacher, ids, world } = stage;
  await world.db.execute(sql`update users set qualifications = 'B.S. Chemistry' where id = ${ids.ann}`);
  const { id, params } = await stage.vacancy();
  await world.db.execute(sql`update vacancies set subject = 'Science' where id = ${id}`);
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 2 });
  await teacher.call(updateVacancy, { params, body: { needsSubject: true } });
  expect(await teacher.call(getReach, { params })).toMatchObject({ notified: 1, unavailable: 3, unqualified: 1 });
  expect((await stage.bob.call(getOwnFit)).rules).toEqual([{ rule: 'unknown_subject', count: 1 }]);
  const [seen] = await stage.bob.call(listVacancies);
  expect(seen).toMatchObject({ clash: { kind: 'preferences' } });
  expect(seen?.can).toContain('request');
  expect((await ann.call(listVacancies))[0]?.clash).toBeNull();
  expect((await admin.call(listCandidates, { params }))[0]).toMatchObject({ id: ids.ann, subjects: ['Science'] });
  const day = { dates: ['2026-11-25'], startTime: '08:00', endTime: '15:00' };
  const body = { ...day, subject: 'Physics', needsSubject: true };
  expect(await teacher.call(previewReach, { body })).toMatchObject([{ notified: 1 }]);
  // The school's own subject isn't in our list, so the profile must name it.
  const own = { ...body, subject: 'Robotics' };
  expect(await teacher.call(previewReach, { body: own })).toMatchObject([{ notified: 0 }]);
  await world.db.execute(sql`update users set subjects = 'French, ROBOTICS' where id = ${ids.ann}`);
  expect(await teacher.call(previewReach, { body: own })).toMatchObject([{ notified: 1 }]);
});
