import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getUser } from '#contract/person.ts';
import { deleteAvailability, putAvailability, putAvailabilityRange } from '#contract/availability-changes.ts';
import { listAvailability, listUserAvailability } from '#contract/availability.ts';
import { updateGeneralAvailability, updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let elm: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  oak = (await makeSchool(world.db)).id;
  elm = (await makeSchool(world.db)).id;
});
const at = (id: number) => ({ params: { id: String(id) } });

describe('one’s own profile', () => {
  it.each(['teacher', 'substitute', 'admin', 'owner', 'waiting substitute'])(
    'can be changed by a %s, only in the sent fields',
    async (who) => {
      const make = {
        teacher: () => makeTeacher(world.db, oak),
        substitute: () => makeSubstitute(world.db, [oak]),
        admin: () => makeAdmin(world.db, oak),
        owner: () => makeOwner(world.db),
        'waiting substitute': () => makeSubstitute(world.db, [oak], { isApproved: false }),
      }[who];
      const id = (await make?.()) ?? 0;
      const self = await world.as(id);
      const before = await self.call(getUser, at(id));
      const changed = await self.call(updateUser, {
        ...at(id),
        body: { fullName: 'New Name', phone: '(518) 555-0123', bio: 'Two lines\nof it', preferredSubjects: '' },
      });
      expect(changed).toEqual({
        ...before,
        fullName: 'New Name',
        phone: '(518) 555-0123',
        bio: 'Two lines\nof it',
        preferredSubjects: null,
        version: (before.version ?? 0) + 1,
      });
    },
  );

  it('names the wrong field, and keeps an existing address', async () => {
    const id = await makeTeacher(world.db, oak, { email: 'there@example.org' });
    const self = await world.as(id);
    const cases: [object, string, string][] = [
      [{ fullName: 'A' }, 'fullName', 'Full name is required'],
      [{ email: 'nonsense' }, 'email', 'Invalid email address'],
      [{ email: '' }, 'email', 'Invalid email address'],
    ];
    for (const [body, field, sentence] of cases) {
      const answer = await self.try(updateUser, { ...at(id), body });
      expect([answer.status, answer.body.fields?.[field]], field).toEqual([400, sentence]);
    }
    const bare = await makeTeacher(world.db, oak, { email: null });
    expect(await (await world.as(bare)).call(updateUser, { ...at(bare), body: { email: '' } })).toMatchObject({
      email: null,
    });
  });
});

describe('the schools of a substitute', () => {
  it('can be selected from the offered ones; leaving one reopens their vacancies there', async () => {
    const id = await makeSubstitute(world.db, [oak]);
    const self = await world.as(id);
    const held = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId: await makeTeacher(world.db, oak),
      status: 'filled',
      substituteId: id,
      date: '2026-12-01',
    });
    expect(await self.call(updateUser, { ...at(id), body: { selectedSchoolIds: `[${elm},${elm}]` } })).toMatchObject({
      selectedSchoolIds: `[${elm}]`,
      approvedSchoolIds: `[${oak}]`,
    });
    expect(await world.db.query(sql`select status from vacancies where id = ${held}`)).toEqual([{ status: 'open' }]);
    const closed = (await makeSchool(world.db, { isActive: false })).id;
    for (const unknown of [closed, 999_999]) {
      const answer = await self.try(updateUser, { ...at(id), body: { selectedSchoolIds: `[${unknown}]` } });
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['selectedSchoolIds']]);
    }
    expect(await self.call(updateUser, { ...at(id), body: { selectedSchoolIds: '[]' } })).toMatchObject({
      selectedSchoolIds: '[]',
    });
  });

  it("notify a school's admins of a new applicant, but not of a substitute whom it approved before", async () => {
    const admin = await makeAdmin(world.db, elm);
    const [waiting, approved] = [
      await makeSubstitute(world.db, [], { isApproved: false }),
      await makeSubstitute(world.db, [elm]),
    ];
    await (await world.as(approved)).call(updateUser, { ...at(approved), body: { selectedSchoolIds: [oak] } });
    for (const id of [waiting, approved])
      await (await world.as(id)).call(updateUser, { ...at(id), body: { selectedSchoolIds: [elm] } });
    expect(await world.db.query(sql`select kind from notices where recipient_id = ${admin}`)).toEqual([
      { kind: 'account_pending' },
    ]);
  });

  it('that declined a substitute are visible to them, and to no other school', async () => {
    const id = await makeSubstitute(world.db, [oak, elm]);
    await world.db.execute(
      sql`update substitute_schools set is_selected = false, approved_at = null, rejected_at = selected_at
          where substitute_id = ${id} and school_id = ${elm}`,
    );
    expect(await (await world.as(id)).call(getUser, at(id))).toMatchObject({ rejectedSchoolIds: `[${elm}]` });
    const admin = await world.as(await makeAdmin(world.db, oak));
    expect(await admin.call(getUser, at(id))).not.toHaveProperty('rejectedSchoolIds');
  });

  it("can't be selected by a teacher", async () => {
    const id = await makeTeacher(world.db, oak);
    expect((await (await world.as(id)).try(updateUser, { ...at(id), body: { selectedSchoolIds: [elm] } })).status).toBe(
      403,
    );
  });
});

describe('weekly availability', () => {
  it('is saved only by the substitute', async () => {
    const id = await makeSubstitute(world.db, [oak], { isApproved: false });
    const self = await world.as(id);
    const saved = await self.call(updateGeneralAvailability, {
      ...at(id),
      body: { generalAvailability: JSON.stringify({ monday: 'morning', friday: 'all_day' }) },
    });
    expect(JSON.parse(saved.generalAvailability ?? '')).toMatchObject({
      monday: 'morning',
      tuesday: 'unavailable',
      friday: 'all_day',
    });
    for (const text of ['', '[]', 'nonsense', '{"monday":"sometimes"}', '{"someday":"morning"}']) {
      const answer = await self.try(updateGeneralAvailability, { ...at(id), body: { generalAvailability: text } });
      expect([answer.status, answer.body.code], text).toEqual([400, 'bad_input']);
    }
    const other = await makeSubstitute(world.db, [oak]);
    expect(
      (await self.try(updateGeneralAvailability, { ...at(other), body: { generalAvailability: '{}' } })).status,
    ).toBe(404);
  });
});

describe('date exceptions', () => {
  it('are set, changed, listed and removed by the substitute', async () => {
    const substituteId = await makeSubstitute(world.db, [oak]);
    const self = await world.as(substituteId);
    const put = (date: string, more: object = {}) => self.try(putAvailability, { body: { date, ...more } });
    expect((await put('2026-12-24', { status: 'unavailable', notes: 'Away' })).body).toMatchObject({
      id: expect.any(Number) as number,
      substituteId,
      date: '2026-12-24',
      status: 'unavailable',
      notes: 'Away',
    });
    expect((await put('2026-12-24')).body).toMatchObject({ status: 'available', notes: null });
    await put('2026-12-01', { status: 'preferred' });
    expect((await self.call(listAvailability)).map((entry) => entry.date)).toEqual(['2026-12-01', '2026-12-24']);
    expect(
      (await self.call(listAvailability, { query: { from: '2026-12-02', to: '2026-12-31' } })).map(
        (entry) => entry.date,
      ),
    ).toEqual(['2026-12-24']);
    await self.call(deleteAvailability, { query: { date: '2026-12-24' } });
    expect((await self.try(deleteAvailability, { query: { date: '2026-12-24' } })).status).toBe(404);
  });

  it('are set for several days in a row, for half a day, and removed together', async () => {
    const self = await world.as(await makeSubstitute(world.db, [oak]));
    const range = (body: object) => self.try(putAvailabilityRange, { body: body as never });
    await self.call(putAvailability, { body: { date: '2026-12-22', status: 'preferred', notes: 'Before' } });
    const vacation = { from: '2026-12-21', to: '2027-01-01', status: 'unavailable', notes: 'Vacation' };
    expect((await range(vacation)).body).toEqual({ changed: 12 });
    const listed = await self.call(listAvailability);
    expect(new Set(listed.map(({ status, notes }) => `${status} ${notes ?? ''}`))).toEqual(
      new Set(['unavailable Vacation']),
    );
    await range({ from: '2026-12-23', to: '2026-12-24', status: 'available', part: 'morning' });
    expect((await self.call(listAvailability)).filter(({ part }) => part === 'morning')).toHaveLength(2);
    expect((await range({ from: '2026-12-23', to: '2027-01-31', status: null })).body).toEqual({ changed: 10 });
    expect((await self.call(listAvailability)).map(({ date }) => date)).toEqual(['2026-12-21', '2026-12-22']);
    for (const [body, field] of [
      [{ ...vacation, to: '2026-12-20' }, 'to'],
      [{ ...vacation, to: '2027-12-22' }, 'to'],
      [{ ...vacation, from: '2026-11-01' }, 'from'],
      [{ ...vacation, part: 'morning' }, 'part'],
    ] as const) {
      const answer = await range(body);
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
    }
    const half = { date: '2026-12-30', status: 'unavailable', part: 'morning' } as const;
    expect((await self.try(putAvailability, { body: half })).body.fields).toHaveProperty('part');
  });

  it('are visible from today on only to the admins of a selected school', async () => {
    const id = await makeSubstitute(world.db, [oak], { isApproved: false });
    const self = await world.as(id);
    await self.call(putAvailability, { body: { date: '2026-12-24', status: 'unavailable', notes: 'Private' } });
    await world.db.execute(
      sql`insert into availability_dates (substitute_id, date, status)
          values (${id}, '2026-11-02', 'available'), (${id}, '2028-06-01', 'available')`,
    );
    const [here, elsewhere] = [
      await world.as(await makeAdmin(world.db, oak)),
      await world.as(await makeAdmin(world.db, elm)),
    ];
    expect(
      (await here.call(listUserAvailability, at(id))).map(({ date, status, notes }) => [date, status, notes]),
    ).toEqual([['2026-12-24', 'unavailable', null]]);
    expect((await elsewhere.try(listUserAvailability, at(id))).status).toBe(404);
    expect((await here.try(listUserAvailability, at(await makeTeacher(world.db, oak)))).status).toBe(404);
  });

  it('have sensible bounds', async () => {
    const self = await world.as(await makeSubstitute(world.db, [oak]));
    for (const date of ['2026-11-21', '2029-01-01', '2026-02-30', 'tomorrow']) {
      const answer = await self.try(putAvailability, { body: { date } });
      expect([answer.status, Object.keys(answer.body.fields ?? {})], date).toEqual([400, ['date']]);
    }
    const maybe = await self.try(putAvailability, { body: { date: '2026-12-24', status: 'maybe' as 'available' } });
    expect([maybe.status, Object.keys(maybe.body.fields ?? {})]).toEqual([400, ['status']]);
    expect((await self.try(putAvailability, { body: { date: '2026-11-23' } })).status).toBe(200);
    expect((await self.try(listAvailability, { query: { from: '2026-01-01', to: '2027-06-01' } })).status).toBe(400);
    expect((await self.try(listAvailability, { query: { from: '2026-01-02', to: '2026-01-01' } })).status).toBe(400);
  });
});
