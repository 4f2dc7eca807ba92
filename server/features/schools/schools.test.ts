import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSchool, deleteSchool, getSchool, listSchools, updateSchool } from '#contract/schools.ts';
import { currentUser } from '#contract/session.ts';
import { listUsers } from '#contract/users.ts';
import { addDays, localDate } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.as(await makeOwner(world.db));
});
afterAll(() => world.close());

const form = {
  name: 'Harbor School',
  address: '2 Pier Road',
  city: 'Seattle',
  state: 'Washington',
  zipCode: '98101',
  phone: '(206) 555-0142',
};

describe('the list of schools', () => {
  it('gives a signed-out visitor only active ones, with the fields of the picker', async () => {
    const open = await makeSchool(world.db, { name: 'Picker Open' });
    await makeSchool(world.db, { name: 'Picker Closed', isActive: false });
    const visitor = await world.as(null);
    const schools = await visitor.call(listSchools, { query: { search: 'picker' } });
    expect(schools).toEqual([
      { id: open.id, name: 'Picker Open', city: 'Albany', state: 'New York', district: null, isActive: true },
    ]);
  });

  it('gives the owner inactive ones, too, and can filter by state', async () => {
    const named = async (isActive?: 'true' | 'false') =>
      (await owner.call(listSchools, { query: { search: 'picker', ...(isActive && { isActive }) } })).map(
        (school) => school.name,
      );
    expect(await named()).toEqual(['Picker Closed', 'Picker Open']);
    expect(await named('false')).toEqual(['Picker Closed']);
    expect(await named('true')).toEqual(['Picker Open']);
  });

  it('finds by all words of name and place, and matches pattern characters literally', async () => {
    await makeSchool(world.db, { name: '100% Garden_School' });
    const visitor = await world.as(null);
    const found = async (search: string) =>
      (await visitor.call(listSchools, { query: { search } })).map((school) => school.name);
    expect(await found('ALBANY garden')).toEqual(['100% Garden_School']);
    expect(await found('0% g')).toEqual(['100% Garden_School']);
    expect(await found('%gard_n')).toEqual([]);
    expect(await found('garden nowhere')).toEqual([]);
  });

  it('pages by name without losing or repeating one, and limits a picker to 100', async () => {
    for (let n = 0; n < 103; n += 1) await makeSchool(world.db, { name: `Paged ${n % 7} school` });
    const visitor = await world.as(null);
    const bare = await visitor.try(listSchools, { query: { search: 'paged' } });
    expect(bare.body.length).toBe(100);
    expect(bare.headers.get('x-next-cursor')).not.toBeNull();
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof visitor.try<typeof listSchools>>> = await visitor.try(listSchools, {
        query: { search: 'paged', limit: '20', cursor },
      });
      seen.push(...page.body.map((school) => school.id));
      cursor = page.headers.get('x-next-cursor');
    }
    expect([seen.length, new Set(seen).size]).toEqual([103, 103]);
    expect((await visitor.try(listSchools, { query: { cursor: 'bm9uc2Vuc2U' } })).status).toBe(400);
  });

  it('gives a substitute the selected schools, including closed ones, and no one else', async () => {
    const chosen = await makeSchool(world.db, { name: 'Chosen Open' });
    const closed = await makeSchool(world.db, { name: 'Chosen Closed', isActive: false });
    const left = await makeSchool(world.db, { name: 'Chosen once' });
    const id = await makeSubstitute(world.db, [chosen.id, closed.id, left.id]);
    await world.db.execute(
      sql`update substitute_schools set is_selected = false where substitute_id = ${id} and school_id = ${left.id}`,
    );
    const seen = await (await world.as(id)).call(listSchools, { query: { chosen: 'true' } });
    expect(seen.map(({ name, isActive, vacancySettings }) => [name, isActive, vacancySettings?.allowFullDay])).toEqual([
      ['Chosen Closed', false, true],
      ['Chosen Open', true, true],
    ]);
    expect(await owner.call(listSchools, { query: { chosen: 'true' } })).toEqual([]);
    expect(await (await world.as(null)).call(listSchools, { query: { chosen: 'true' } })).toEqual([]);
  });

  it("gives a teacher their own school's settings, and the owner everything", async () => {
    const school = await makeSchool(world.db);
    const teacher = await world.as(await makeTeacher(world.db, school.id));
    const seen = await teacher.call(getSchool, { params: { id: String(school.id) } });
    expect(seen).toMatchObject({
      timeZone: 'America/New_York',
      showReason: true,
      bookFirst: false,
      vacancySettings: { allowFullDay: true },
      can: [],
    });
    expect(seen).not.toHaveProperty('adminId');
    expect(await owner.call(getSchool, { params: { id: String(school.id) } })).toMatchObject({
      adminId: null,
      can: ['edit', 'activate', 'remove'],
    });
  });
});

describe('adding a school', () => {
  it('derives the time zone from the state, sets the default shifts, and assigns the chosen admin', async () => {
    const adminId = await makeAdmin(world.db, null);
    const made = await owner.try(createSchool, { body: { ...form, adminId, latitude: 47.6, longitude: null } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...form,
      timeZone: 'America/Los_Angeles',
      isActive: true,
      adminId,
      latitude: 47.6,
      vacancySettings: { allowFullDay: true, fullDayStart: '08:00', afternoonStart: '12:30' },
    });
    const admin = await world.as(adminId);
    expect(await admin.call(currentUser)).toMatchObject({ schoolId: made.body.id });
    const other = await owner.try(createSchool, { body: { ...form, adminId } });
    expect([other.status, other.body.code]).toEqual([409, 'admin_has_school']);
  });

  it('assigns an admin to only one of two schools that are added at once', async () => {
    const adminId = await makeAdmin(world.db, null);
    const answers = await Promise.all(
      ['Left', 'Right'].map((name) => owner.try(createSchool, { body: { ...form, name, adminId } })),
    );
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['201', '409']);
  });

  it('is refused for a name and ZIP code that exist if the caller asks for that, and added otherwise', async () => {
    const body = { ...form, name: 'Twin Pines School', unlessExists: true };
    expect((await owner.try(createSchool, { body })).status).toBe(201);
    const twin = await owner.try(createSchool, { body: { ...body, name: 'TWIN PINES SCHOOL' } });
    expect([twin.status, twin.body.code]).toEqual([409, 'school_exists']);
    expect((await owner.try(createSchool, { body: { ...body, zipCode: '55812' } })).status).toBe(201);
    expect((await owner.try(createSchool, { body: { ...body, unlessExists: false } })).status).toBe(201);
  });

  it('names the wrong field, in the words of the form', async () => {
    const cases: [object, string, string][] = [
      [{ name: ' ' }, 'name', 'School name is required'],
      [{ address: '' }, 'address', 'Address is required'],
      [{ city: '' }, 'city', 'City is required'],
      [{ state: '' }, 'state', 'State is required'],
      [{ zipCode: '1234' }, 'zipCode', 'Valid ZIP code is required'],
      [{ phone: '555-0142' }, 'phone', 'Valid phone number is required'],
      [{ contactEmail: 'nonsense' }, 'contactEmail', 'Valid email address is required'],
      [{ timeZone: '+05:00' }, 'timeZone', 'Choose a time zone.'],
      [{ adminId: 999_999 }, 'adminId', 'Choose a school administrator who has no school yet.'],
    ];
    for (const [change, field, sentence] of cases) {
      const { status, body } = await owner.try(createSchool, { body: { ...form, ...change } });
      expect([status, body.fields?.[field]], field).toEqual([400, sentence]);
    }
  });

  it('is only for the owner', async () => {
    const school = await makeSchool(world.db);
    for (const id of [
      await makeAdmin(world.db, school.id),
      await makeTeacher(world.db, school.id),
      await makeSubstitute(world.db, [school.id]),
    ]) {
      expect((await (await world.as(id)).try(createSchool, { body: form })).status).toBe(403);
    }
  });
});

describe('changing a school', () => {
  let schoolId: number;
  let admin: Caller;
  let params: { id: string };
  beforeEach(async () => {
    schoolId = (await makeSchool(world.db)).id;
    admin = await world.as(await makeAdmin(world.db, schoolId));
    params = { id: String(schoolId) };
  });

  it('is allowed for its admin: information, settings, time zone, but not whether it is active', async () => {
    const changed = await admin.call(updateSchool, {
      params,
      body: { name: 'Renamed', contactEmail: '', timeZone: 'America/Chicago', showReason: false, bookFirst: true },
    });
    expect(changed).toMatchObject({
      name: 'Renamed',
      contactEmail: null,
      timeZone: 'America/Chicago',
      showReason: false,
      bookFirst: true,
      city: 'Albany',
    });
    const refused = await admin.try(updateSchool, { params, body: { isActive: false, name: 'Sneaked in' } });
    expect(refused.status).toBe(403);
    expect(await admin.call(getSchool, { params })).toMatchObject({ name: 'Renamed', isActive: true });
  });

  it('stores closed days, which its teachers see and substitutes do not', async () => {
    const closures = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving break' }];
    expect((await admin.call(getSchool, { params })).closures).toEqual([]);
    expect((await admin.call(updateSchool, { params, body: { closures } })).closures).toEqual(closures);
    const teacher = await world.as(await makeTeacher(world.db, schoolId));
    expect((await teacher.call(getSchool, { params })).closures).toEqual(closures);
    const substitute = await world.as(await makeSubstitute(world.db, [schoolId]));
    expect(await substitute.call(getSchool, { params })).not.toHaveProperty('closures');
    expect((await teacher.try(updateSchool, { params, body: { closures: [] } })).status).toBe(403);
    const logged = async () => {
      const [last] = await world.db.query<{ changes: unknown }>(
        sql`select detail -> 'changes' as changes from audit_log
            where subject_type = 'school' and subject_id = ${schoolId} order by id desc limit 1`,
      );
      return last?.changes;
    };
    expect(await logged()).toEqual([
      { field: 'closures', from: null, to: 'Thanksgiving break: 2026-11-26 to 2026-11-27' },
    ]);
    const snow = { from: '2026-12-18', to: '2026-12-18', name: 'Snow day' };
    await admin.call(updateSchool, { params, body: { closures: [...closures, snow] } });
    expect(await logged(), 'only what was added').toEqual([
      { field: 'closures', from: null, to: 'Snow day: 2026-12-18' },
    ]);
    await admin.call(updateSchool, { params, body: { closures } });
    expect(await logged(), 'only what was removed').toEqual([
      { field: 'closures', from: 'Snow day: 2026-12-18', to: null },
    ]);

    const refused = await admin.try(updateSchool, {
      params,
      body: { closures: [{ from: '2026-11-26', to: '2026-11-25', name: ' ' }] },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toMatchObject({ 'closures.0.name': 'Enter why the school is closed.' });
  });

  it('is refused for another school as if it did not exist', async () => {
    const neighbour = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    expect((await neighbour.try(updateSchool, { params, body: { name: 'Taken over' } })).status).toBe(404);
    expect((await neighbour.try(updateSchool, { params: { id: '999999' }, body: { name: 'Taken over' } })).status).toBe(
      404,
    );
  });

  it('accepts a ZIP code as long as a new school’s, or none', async () => {
    const { status, body } = await admin.try(updateSchool, { params, body: { zipCode: '558' } });
    expect([status, body.fields?.['zipCode']]).toEqual([400, 'Valid ZIP code is required']);
    expect((await admin.call(updateSchool, { params, body: { zipCode: '55811-1234' } })).zipCode).toBe('55811-1234');
    expect((await admin.call(updateSchool, { params, body: { zipCode: '' } })).zipCode).toBeNull();
  });

  it('saves shift settings, and refuses invalid ones with a sentence at the field', async () => {
    const settings = {
      allowFullDay: false,
      allowMorningShift: true,
      allowAfternoonShift: true,
      morningEnd: '12:00',
      afternoonStart: '12:00',
    };
    expect(
      (await admin.call(updateSchool, { params, body: { vacancySettings: settings } })).vacancySettings,
    ).toMatchObject({ ...settings, morningStart: '08:00' });
    const cases: [object, string, string][] = [
      [
        { allowFullDay: false, allowMorningShift: false, allowAfternoonShift: false },
        'vacancySettings.allowFullDay',
        'At least one shift type must be enabled for teachers to create vacancies.',
      ],
      [
        { morningEnd: '12:30', afternoonStart: '12:00' },
        'vacancySettings.afternoonStart',
        'Morning and afternoon shifts cannot overlap',
      ],
      [{ morningStart: '25:00' }, 'vacancySettings.morningStart', 'Enter a time as HH:mm.'],
    ];
    for (const [change, field, sentence] of cases) {
      const { status, body } = await admin.try(updateSchool, { params, body: { vacancySettings: change } });
      expect([status, body.fields?.[field]], field).toEqual([400, sentence]);
    }
    expect(
      (await admin.call(updateSchool, { params, body: { vacancySettings: { fullDayEnd: null } } })).vacancySettings
        ?.fullDayEnd,
    ).toBe('');
  });

  it('moves the vacancies with the time zone', async () => {
    const vacancyId = await makeVacancy(world.db, {
      schoolId,
      teacherId: await makeTeacher(world.db, schoolId),
      date: '2026-11-25',
      start: '08:00',
    });
    await admin.call(updateSchool, { params, body: { timeZone: 'America/Denver' } });
    const [row] = await world.db.query<{ startsAt: Date }>(
      sql`select starts_at as "startsAt" from vacancies where id = ${vacancyId}`,
    );
    expect(row?.startsAt.toISOString()).toBe('2026-11-25T15:00:00.000Z');
  });

  it('lets the owner change activation and information, but not the settings', async () => {
    expect(await owner.call(updateSchool, { params, body: { name: 'By the owner' } })).toMatchObject({
      name: 'By the owner',
    });
    expect((await owner.try(updateSchool, { params, body: { bookFirst: true } })).status).toBe(403);
    expect(await owner.call(updateSchool, { params, body: { isActive: false } })).toMatchObject({ isActive: false });
  });

  it('when deactivated, lets its people sign in and read but change nothing, and notifies them', async () => {
    const teacherId = await makeTeacher(world.db, schoolId);
    const teacher = await world.as(teacherId);
    await owner.call(updateSchool, { params, body: { isActive: false } });
    expect(await teacher.call(currentUser)).toMatchObject({ schoolId });
    expect((await admin.call(listUsers)).map((person) => person.id)).toEqual([teacherId]);
    for (const caller of [admin, teacher]) {
      const me = await caller.call(currentUser);
      const { status, body } = await caller.try(updateSchool, { params, body: { name: 'Still here' } });
      expect([status, body.code], me.role).toEqual([
        403,
        me.role === 'teacher' ? 'not_allowed' : 'own_school_inactive',
      ]);
    }
    const told = await world.db.query(sql`select kind from notices where recipient_id = ${teacherId}`);
    expect(told).toEqual([{ kind: 'school_deactivated' }]);
    expect(await owner.call(updateSchool, { params, body: { isActive: true } })).toMatchObject({ isActive: true });
    expect(await admin.call(updateSchool, { params, body: { name: 'Open again' } })).toMatchObject({
      name: 'Open again',
    });
  });

  it('is recorded with its changes and their author', async () => {
    await admin.call(updateSchool, { params, body: { name: 'Logged' } });
    const rows = await world.db.query(
      sql`select act, subject_type as subject, detail from audit_log where school_id = ${schoolId}`,
    );
    expect(rows).toEqual([
      {
        act: 'school.edit',
        subject: 'school',
        detail: { changes: [{ field: 'name', from: expect.any(String) as string, to: 'Logged' }] },
      },
    ]);
  });
});

describe('deleting a school', () => {
  it('deletes all its data, keeps its substitutes and admins, and is only for the owner', async () => {
    const school = await makeSchool(world.db);
    const neighbor = await makeSchool(world.db);
    const adminId = await makeAdmin(world.db, school.id);
    const teacherId = await makeTeacher(world.db, school.id);
    const substituteId = await makeSubstitute(world.db, [school.id, neighbor.id]);
    await makeVacancy(world.db, { schoolId: school.id, teacherId, status: 'filled', substituteId });
    const params = { id: String(school.id) };
    const admin = await world.as(adminId);
    expect((await admin.try(deleteSchool, { params })).status).toBe(403);
    await owner.call(deleteSchool, { params });
    expect((await owner.try(getSchool, { params })).status).toBe(404);
    expect((await owner.try(deleteSchool, { params })).status).toBe(404);
    const left = await world.db.query(
      sql`select id from users where id = any(${[adminId, teacherId, substituteId]}::bigint[]) and deleted_at is null
          order by id`,
    );
    expect(left).toEqual([{ id: adminId }, { id: substituteId }]);
    const [teacher] = await world.db.query(
      sql`select username, password_hash, full_name, email, school_id from users where id = ${teacherId}`,
    );
    expect(teacher).toEqual({
      username: null,
      password_hash: null,
      full_name: 'Former teacher',
      email: null,
      school_id: null,
    });
    expect(
      await world.db.query(
        sql`select 1 from vacancies where school_id = ${school.id}
            union all select 1 from sessions where user_id = ${teacherId}`,
      ),
    ).toEqual([]);
    expect(await admin.call(currentUser)).toMatchObject({ schoolId: null, schools: [] });
    const log = await world.db.query(
      sql`select act, detail from audit_log
          where subject_type = 'school' and subject_id = ${school.id} and school_id is null`,
    );
    expect(log).toEqual([{ act: 'school.delete', detail: { name: school.name } }]);
  });

  it('notifies its booked and requesting substitutes once each, with their upcoming classes, and by text only about tomorrow', async () => {
    const school = await makeSchool(world.db, { name: 'Maple Grove' });
    const teacherId = await makeTeacher(world.db, school.id);
    const [booked, requesting, past] = [
      await makeSubstitute(world.db, [school.id]),
      await makeSubstitute(world.db, [school.id]),
      await makeSubstitute(world.db, [school.id]),
    ];
    const post = (date: string, more: object) =>
      makeVacancy(world.db, { schoolId: school.id, teacherId, date, ...more });
    await world.db.execute(sql`update users set sms_number = '+1518555' || to_char(id, 'FM0000')
      where id = any(${[booked, requesting, past]}::bigint[])`);
    const today = localDate(world.time.now, 'America/New_York');
    await post(addDays(today, 1), { status: 'filled', substituteId: booked });
    await post(addDays(today, 9), { status: 'filled', substituteId: booked });
    await post(addDays(today, 5), {
      status: 'pending_approval',
      requestedById: requesting,
      requestedAt: world.time.now,
    });
    await post(addDays(today, -3), { status: 'filled', substituteId: past });
    await owner.call(deleteSchool, { params: { id: String(school.id) } });
    const told = await world.db.query<{ recipient_id: number; facts: { classes: { date: string }[] } }>(
      sql`select recipient_id, facts from notices where kind = 'school_deleted' and facts ->> 'school' = 'Maple Grove'
          order by recipient_id`,
    );
    expect(told.map(({ recipient_id: id, facts }) => [id, facts.classes.map(({ date }) => date)])).toEqual([
      [booked, [addDays(today, 1), addDays(today, 9)]],
      [requesting, [addDays(today, 5)]],
    ]);
    const texts = await world.db.query(
      sql`select d.recipient_id as id from deliveries d join notices n on n.id = d.notice_id
        where n.kind = 'school_deleted' and n.facts ->> 'school' = 'Maple Grove' and d.channel = 'sms'`,
    );
    expect(texts).toEqual([{ id: booked }]);
  });
});
