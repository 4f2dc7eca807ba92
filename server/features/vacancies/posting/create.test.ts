import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy, proposeAbsence } from '#contract/absences.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let otherSchoolId: number;
let teacherId: number;
let adminId: number;
let annId: number;
let bobId: number;
let teacher: Caller;
let admin: Caller;

beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://localhost:2525' });
  schoolId = (await makeSchool(world.db)).id;
  otherSchoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId);
  adminId = await makeAdmin(world.db, schoolId);
  annId = await makeSubstitute(world.db, [schoolId], { fullName: 'Ann Lee' });
  bobId = await makeSubstitute(world.db, [schoolId, otherSchoolId], { fullName: 'Bob Ray' });
  teacher = await world.as(teacherId);
  admin = await world.as(adminId);
});
afterAll(() => world.close());
beforeEach(() => {
  world.time.now = mondayMorning;
});

const absence = {
  date: '2026-11-24',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Plans are on the desk.',
  postAnyway: true,
};
const noticesOf = (id: number) =>
  world.db.query<{ kind: string; recipientId: number; reason: string | null }>(
    sql`select kind, recipient_id as "recipientId", facts #>> '{vacancy,reason}' as reason from notices
        where vacancy_id = ${id} order by id`,
  );

describe('posting an absence', () => {
  it('opens a vacancy with the defaults of the specification', async () => {
    const { status, body } = await teacher.try(createVacancy, {
      body: { ...absence, absenceReason: 'family illness' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'open',
      schoolId,
      teacherId,
      absenceReason: 'Family Illness',
      isUrgent: false,
      mayNeedChanges: false,
      targetSubstituteIds: null,
      notificationPreferences: { sendEmail: true, sendSMS: false },
      can: ['edit', 'annotate', 'remove', 'notify'],
    });
    expect(await noticesOf(body.id)).toEqual([]);
  });

  it('names the wrong field', async () => {
    const cases: [object, string, string][] = [
      [{ date: '2026-11-22' }, 'date', 'Date cannot be in the past'],
      [{ date: '2026-02-30' }, 'date', 'Enter a date between 2000 and 2100 as YYYY-MM-DD.'],
      [{ endTime: '08:00' }, 'endTime', 'The end must be after the start.'],
      [
        { date: '2026-11-23', startTime: '04:00', endTime: '05:00' },
        'endTime',
        'This shift has already ended today. Choose a later end or another day.',
      ],
      [{ shiftType: 'morning' }, 'shiftType', "Your school doesn't offer the morning shift. Choose another."],
      [{ shiftType: '' }, 'shiftType', 'Please select a shift type'],
      [{ description: ' ' }, 'description', 'Title is required'],
      [{ additionalNotes: '' }, 'additionalNotes', 'Description is required'],
      [
        { absenceReason: 'Holiday' },
        'absenceReason',
        'Absence reason must be one of: Personal, Illness, Family Illness, Bereavement, Paternity Leave',
      ],
      [{ status: 'filled' }, 'status', 'A new vacancy must be open.'],
      [{ targetSubstituteIds: [annId, 999_999] }, 'targetSubstituteIds', 'Choose approved substitutes of your school.'],
      [{ id: 1 }, 'id', 'Unknown field.'],
      [{ substituteId: annId }, 'substituteId', 'Unknown field.'],
      [{ requestedById: annId }, 'requestedById', 'Unknown field.'],
      [{ requestedAt: null }, 'requestedAt', 'Unknown field.'],
      [{ googleDocLink: 'javascript:alert(1)' }, 'googleDocLink', 'Enter a link, such as https://docs.google.com.'],
    ];
    for (const [change, field, sentence] of cases) {
      const { status, body } = await teacher.try(createVacancy, { body: { ...absence, ...change } });
      expect([status, body.fields?.[field]], field).toEqual([400, sentence]);
    }
  });

  it("accepts today by the school's date, wherever the server is", async () => {
    const hawaii = await makeSchool(world.db, { timeZone: 'Pacific/Honolulu' });
    const there = await world.as(await makeTeacher(world.db, hawaii.id));
    // 5:45 on Monday in New York is 0:45 in Honolulu; five hours earlier it is still Sunday there.
    world.time.now = new Date('2026-11-23T05:45:00Z');
    expect(
      (await there.try(createVacancy, { body: { ...absence, date: '2026-11-22', endTime: '23:00' } })).status,
    ).toBe(201);
    expect(
      (await teacher.try(createVacancy, { body: { ...absence, date: '2026-11-22', endTime: '23:00' } })).body.fields
        ?.date,
    ).toBe('Date cannot be in the past');
  });

  it('is allowed only at one’s own school: another is 403', async () => {
    expect((await teacher.try(createVacancy, { body: { ...absence, schoolId } })).status).toBe(201);
    const other = await teacher.try(createVacancy, { body: { ...absence, schoolId: otherSchoolId } });
    expect([other.status, other.body.code]).toEqual([403, 'other_school']);
  });

  it('by an admin requires a teacher of the school', async () => {
    const foreign = await makeTeacher(world.db, otherSchoolId);
    const disabled = await makeTeacher(world.db, schoolId, { isActive: false });
    expect(await admin.call(createVacancy, { body: { ...absence, teacherId } })).toMatchObject({
      teacherId,
      status: 'open',
    });
    expect((await admin.try(createVacancy, { body: absence })).body.fields).toEqual({
      teacherId: 'Choose the absent teacher.',
    });
    for (const id of [foreign, disabled, annId, 999_999]) {
      expect((await admin.try(createVacancy, { body: { ...absence, teacherId: id } })).status, String(id)).toBe(400);
    }
    const colleague = await makeTeacher(world.db, schoolId);
    expect((await teacher.try(createVacancy, { body: { ...absence, teacherId: colleague } })).status).toBe(403);
  });

  it('for today notifies the admins immediately', async () => {
    const { id } = await teacher.call(createVacancy, { body: { ...absence, date: '2026-11-23' } });
    expect(await noticesOf(id)).toMatchObject([{ kind: 'same_day_posted', recipientId: adminId, reason: 'Personal' }]);
  });

  it('creates once per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one-absence-one-key' };
    const body = { ...absence, date: '2026-12-09' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => teacher.try(createVacancy, { body }, key)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await teacher.call(listVacancies, { query: { from: '2026-12-09', to: '2026-12-09' } })).toHaveLength(1);
  });
});

describe('the proposed absence', () => {
  it('comes from the profile, then from the last absence, and can be posted unchanged', async () => {
    const ownId = await makeTeacher(world.db, schoolId, { fullName: 'Dana Lee' });
    await world.db.execute(sql`update users set subjects = 'Grade 3' where id = ${ownId}`);
    await world.db.execute(
      sql`update schools set closures = '[{"from":"2026-11-24","to":"2026-11-25","name":"Snow days"}]'
          where id = ${schoolId}`,
    );
    const own = await world.as(ownId);
    const first = await own.call(proposeAbsence);
    expect(first).toMatchObject({
      today: { date: '2026-11-23' },
      next: { date: '2026-11-26', start: '08:00', end: '15:00' },
      shiftType: 'full_day',
      description: 'Grade 3, Dana Lee',
      googleDocLink: null,
    });
    expect(await admin.call(proposeAbsence, { query: { teacherId: String(ownId) } })).toEqual(first);
    const { today, next, absences, ...fields } = first;
    expect(absences).toEqual([]);
    await own.call(createVacancy, {
      body: {
        ...fields,
        shiftType: 'full_day',
        date: next.date,
        startTime: next.start,
        endTime: next.end,
        description: 'Grade 3, room 5',
        googleDocLink: 'https://docs.google.com/plans',
      },
    });
    // The teacher is out all of that day now, so the next proposal is for the day after it.
    expect(await own.call(proposeAbsence)).toMatchObject({
      today,
      next: { date: '2026-11-27', start: '08:00', end: '15:00', shiftType: 'full_day' },
      absences: [{ date: next.date, start: next.start, end: next.end }],
      description: 'Grade 3, room 5',
      googleDocLink: 'https://docs.google.com/plans',
    });
    await world.db.execute(sql`update schools set closures = '[]' where id = ${schoolId}`);
  });

  it("is one's own for a teacher, or for an admin that of a teacher of the school", async () => {
    const foreign = await makeTeacher(world.db, otherSchoolId);
    expect((await admin.try(proposeAbsence, { query: {} })).body.fields).toEqual({
      teacherId: 'Choose the absent teacher.',
    });
    expect((await admin.try(proposeAbsence, { query: { teacherId: String(foreign) } })).status).toBe(400);
    expect((await teacher.try(proposeAbsence, { query: { teacherId: String(foreign) } })).status).toBe(403);
    const colleague = await makeTeacher(world.db, schoolId);
    expect((await teacher.try(proposeAbsence, { query: { teacherId: String(colleague) } })).status).toBe(403);
  });
});

describe('posting several days', () => {
  it('posts all of them', async () => {
    const { date: _date, ...days } = absence;
    const posted = await teacher.call(createVacancies, {
      body: { ...days, dates: ['2026-12-02', '2026-12-01', '2026-12-01'] },
    });
    expect(posted.map((vacancy) => vacancy.date)).toEqual(['2026-12-01', '2026-12-02']);
  });

  it('posts none if one is invalid', async () => {
    const { date: _date, ...days } = absence;
    const { status, body } = await teacher.try(createVacancies, {
      body: { ...days, dates: ['2026-12-03', '2026-11-01'] },
    });
    expect([status, body.fields?.date]).toEqual([400, 'Date cannot be in the past']);
    expect(await teacher.call(listVacancies, { query: { from: '2026-12-03', to: '2026-12-03' } })).toEqual([]);
  });
});

describe('notifying substitutes', () => {
  const post = (more: object) =>
    teacher.call(createVacancy, { body: { ...absence, sendNotifications: true, ...more } });
  const told = async (id: number) =>
    (await noticesOf(id))
      .filter((notice) => notice.kind === 'vacancy_posted')
      .map((notice) => notice.recipientId)
      .toSorted((one, other) => one - other);

  it('reaches exactly the eligible ones', async () => {
    await makeSubstitute(world.db, [schoolId], { isApproved: false });
    await makeSubstitute(world.db, [schoolId], { isActive: false });
    const rejected = await makeSubstitute(world.db, [schoolId]);
    await world.db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = ${mondayMorning}
          where substitute_id = ${rejected}`,
    );
    const gone = await makeSubstitute(world.db, [schoolId]);
    await world.db.execute(sql`update substitute_schools set is_selected = false where substitute_id = ${gone}`);
    const busy = await makeSubstitute(world.db, [schoolId, otherSchoolId]);
    const date = '2026-12-10';
    await makeVacancy(world.db, {
      schoolId: otherSchoolId,
      teacherId: await makeTeacher(world.db, otherSchoolId),
      date,
      start: '14:00',
      end: '16:00',
      status: 'filled',
      substituteId: busy,
    });
    const { id } = await post({ date });
    expect(await told(id)).toEqual([annId, bobId]);
    expect(await told((await post({ date, startTime: '08:00', endTime: '14:00' })).id)).toEqual([annId, bobId, busy]);
  });

  it('respects weekly availability and date exceptions; unset availability excludes no one', async () => {
    const tuesday = '2026-12-15';
    const never = {
      monday: 'all_day',
      tuesday: 'unavailable',
      wednesday: 'all_day',
      thursday: 'all_day',
      friday: 'all_day',
      saturday: 'all_day',
      sunday: 'all_day',
    };
    const off = await makeSubstitute(world.db, [schoolId]);
    const exceptionally = await makeSubstitute(world.db, [schoolId]);
    await world.db.execute(
      sql`update users set general_availability = ${JSON.stringify(never)}::jsonb
          where id = any(${[off, exceptionally]}::bigint[])`,
    );
    await world.db.execute(
      sql`insert into availability_dates (substitute_id, date, status)
          values (${exceptionally}, ${tuesday}, 'available'), (${annId}, ${tuesday}, 'unavailable')`,
    );
    const reached = await told((await post({ date: tuesday })).id);
    expect(reached).toContain(bobId);
    expect(reached).toContain(exceptionally);
    expect(reached).not.toContain(off);
    expect(reached).not.toContain(annId);
  });

  it('reaches only the chosen ones, and omits the reason if the school hides it', async () => {
    await world.db.execute(sql`update schools set show_reason = false where id = ${schoolId}`);
    const { id } = await post({ targetSubstituteIds: [bobId] });
    expect(await noticesOf(id)).toEqual([{ kind: 'vacancy_posted', recipientId: bobId, reason: null }]);
    const bob = await world.as(bobId);
    const seen = (await bob.call(listVacancies)).find((vacancy) => vacancy.id === id);
    expect(seen).toMatchObject({ absenceReason: null, googleDocLink: null, targetSubstituteIds: null });
    const ann = await world.as(annId);
    expect(
      (await ann.call(listVacancies)).map((vacancy) => vacancy.id),
      'others may still see it',
    ).toContain(id);
  });
});
