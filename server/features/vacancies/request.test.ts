import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignSubstitute, getVacancy, listVacancies, updateVacancy } from '#contract/vacancies.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let school: { id: number; name: string };
let teacherId: number;
let annId: number;
let bobId: number;
let teacher: Caller;
let admin: Caller;
let ann: Caller;
let bob: Caller;

beforeAll(async () => {
  world = await openWorld();
  school = await makeSchool(world.db);
  teacherId = await makeTeacher(world.db, school.id, { fullName: 'Tess Teacher' });
  annId = await makeSubstitute(world.db, [school.id], { fullName: 'Ann Lee', phone: '(518) 555-0111' });
  bobId = await makeSubstitute(world.db, [school.id], { fullName: 'Bob Ray' });
  teacher = await world.as(teacherId);
  admin = await world.as(await makeAdmin(world.db, school.id));
  ann = await world.as(annId);
  bob = await world.as(bobId);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  await world.db.execute(sql`update vacancies set deleted_at = ${mondayMorning} where deleted_at is null`);
});

const request = (notes?: string) => ({ status: 'pending_approval' as const, ...(notes !== undefined && { additionalNotes: notes }) });
const rejection = { status: 'open' as const, requestedById: null, requestedAt: null };
const vacancyAt = (date = '2026-11-24', more: object = {}) => makeVacancy(world.db, { schoolId: school.id, teacherId, date, ...more });
const toldOf = async (id: number) =>
  (await world.db.query<{ kind: string; recipientId: number }>(sql`select kind, recipient_id as "recipientId" from notices where vacancy_id = ${id} order by id`)).map(
    ({ kind, recipientId }) => [kind, recipientId],
  );
const historyOf = async (id: number) => (await world.db.query<{ kind: string }>(sql`select kind from vacancy_history where vacancy_id = ${id} order by id`)).map((row) => row.kind);

describe('a request', () => {
  it('makes an open vacancy pending, in the own name, with the message added to the notes', async () => {
    const id = await vacancyAt();
    const answer = await ann.call(updateVacancy, { params: { id: String(id) }, body: { ...request('I know the class.'), requestedById: annId, requestedAt: '2001-01-01T00:00:00Z' } });
    expect(answer).toMatchObject({
      status: 'pending_approval',
      requestedById: annId,
      requestedAt: mondayMorning.toISOString(),
      additionalNotes: 'Plans are on the desk.\nI know the class. [Added by substitute]',
      can: ['withdraw'],
    });
    expect(await toldOf(id)).toEqual([['vacancy_requested', teacherId]]);
    expect(await historyOf(id)).toEqual(['requested']);
    const [shown] = await teacher.call(listVacancies, { query: { status: 'pending_approval', upcoming: 'true' } });
    expect(shown).toMatchObject({ id, requester: { fullName: 'Ann Lee', phone: null, email: null, timesHere: 0 }, can: ['approve', 'reject', 'annotate', 'remove'] });
  });

  it('is refused in the name of somebody else, and by a teacher', async () => {
    const id = await vacancyAt();
    expect((await ann.try(updateVacancy, { params: { id: String(id) }, body: { ...request(), requestedById: bobId } })).status).toBe(403);
    expect((await teacher.try(updateVacancy, { params: { id: String(id) }, body: request() })).status).toBe(403);
    expect(await historyOf(id)).toEqual([]);
  });

  it('of a vacancy that is gone or taken is 409 with what happened', async () => {
    const id = await vacancyAt();
    await ann.call(updateVacancy, { params: { id: String(id) }, body: request() });
    const late = await bob.try(updateVacancy, { params: { id: String(id) }, body: request() });
    expect([late.status, late.body.code, late.body.error]).toEqual([409, 'already_requested', 'This vacancy has just been requested by someone else.']);
    const twice = await ann.try(updateVacancy, { params: { id: String(id) }, body: request() });
    expect([twice.status, twice.body.code]).toEqual([409, 'requested_by_you']);
    expect((await bob.try(getVacancy, { params: { id: String(id) } })).body.code).toBe('already_requested');
  });

  it('is approved by the teacher: filled with whoever asked, and they alone have the plans', async () => {
    const id = await vacancyAt();
    await world.db.execute(sql`update vacancies set google_doc_link = 'https://docs.example.com/plans' where id = ${id}`);
    await ann.call(updateVacancy, { params: { id: String(id) }, body: request() });
    const other = await teacher.try(updateVacancy, { params: { id: String(id) }, body: { status: 'filled', substituteId: bobId } });
    expect([other.status, other.body.code]).toEqual([409, 'requested_by_other']);
    const filled = await teacher.call(updateVacancy, { params: { id: String(id) }, body: { status: 'filled', substituteId: annId } });
    expect(filled).toMatchObject({ status: 'filled', substituteId: annId, confirmed: true, substitute: { phone: '(518) 555-0111' }, can: ['release', 'annotate', 'remove'] });
    expect(await toldOf(id)).toEqual([['vacancy_requested', teacherId], ['request_approved', annId]]);
    expect((await ann.call(getVacancy, { params: { id: String(id) } })).googleDocLink).toBe('https://docs.example.com/plans');
    expect((await bob.try(getVacancy, { params: { id: String(id) } })).body.code).toBe('already_filled');
    expect((await teacher.try(updateVacancy, { params: { id: String(id) }, body: rejection })).body.code).toBe('already_filled');
  });

  it('is rejected by an admin: open again, the substitute is told', async () => {
    const id = await vacancyAt();
    await ann.call(updateVacancy, { params: { id: String(id) }, body: request() });
    const open = await admin.call(updateVacancy, { params: { id: String(id) }, body: rejection });
    expect(open).toMatchObject({ status: 'open', requestedById: null, requestedAt: null, requester: null });
    expect(await toldOf(id)).toEqual([['vacancy_requested', teacherId], ['request_rejected', annId]]);
  });

  it('that overlaps another reopens when the other is approved; touching ones stand', async () => {
    const [morning, overlapping, touching] = [
      await vacancyAt('2026-11-24', { start: '08:00', end: '12:00' }),
      await vacancyAt('2026-11-24', { start: '11:00', end: '15:00' }),
      await vacancyAt('2026-11-24', { start: '12:00', end: '15:00' }),
    ];
    for (const id of [morning, overlapping, touching]) await ann.call(updateVacancy, { params: { id: String(id) }, body: request() });
    await teacher.call(updateVacancy, { params: { id: String(morning) }, body: { status: 'filled', substituteId: annId } });
    expect((await teacher.call(getVacancy, { params: { id: String(overlapping) } })).status).toBe('open');
    expect((await teacher.call(getVacancy, { params: { id: String(touching) } })).status).toBe('pending_approval');
    expect((await toldOf(overlapping)).slice(1)).toEqual([['request_reopened', teacherId], ['request_reopened', annId]]);
    const again = await ann.try(updateVacancy, { params: { id: String(overlapping) }, body: request() });
    expect([again.status, again.body.code]).toEqual([409, 'booked_elsewhere']);
  });

  it('is booked at once where the school or the vacancy books the first who asks', async () => {
    const id = await vacancyAt('2026-11-24', { bookFirst: true });
    const mine = await ann.call(updateVacancy, { params: { id: String(id) }, body: request('Coming.') });
    expect(mine).toMatchObject({ status: 'filled', substituteId: annId, confirmed: true });
    expect(await historyOf(id)).toEqual(['requested', 'approved']);
    expect(await toldOf(id)).toEqual([['filled', teacherId], ['request_approved', annId]]);
  });
});

describe('an assignment by an admin', () => {
  it('fills at once, asks the substitute to confirm, and tells whoever had asked', async () => {
    const id = await vacancyAt();
    await bob.call(updateVacancy, { params: { id: String(id) }, body: request() });
    const filled = await admin.call(assignSubstitute, { params: { id: String(id) }, body: { substituteId: annId } });
    expect(filled).toMatchObject({ status: 'filled', substituteId: annId, confirmed: false, requestedById: null });
    expect((await toldOf(id)).slice(1)).toEqual([['request_rejected', bobId], ['assigned', annId], ['filled', teacherId]]);
    expect((await ann.call(getVacancy, { params: { id: String(id) } })).can).toEqual(['confirm', 'cannotCome', 'release']);
  });

  it('is 409 for a substitute who does not work there, or is booked at that time', async () => {
    const stranger = await makeSubstitute(world.db, [(await makeSchool(world.db)).id]);
    const id = await vacancyAt();
    for (const substituteId of [stranger, teacherId, 999_999]) {
      expect((await admin.try(assignSubstitute, { params: { id: String(id) }, body: { substituteId } })).body.code).toBe('not_eligible');
    }
    const other = await vacancyAt();
    await admin.call(assignSubstitute, { params: { id: String(other) }, body: { substituteId: annId } });
    expect((await admin.try(assignSubstitute, { params: { id: String(id) }, body: { substituteId: annId } })).body.code).toBe('booked_elsewhere');
    expect((await teacher.try(assignSubstitute, { params: { id: String(id) }, body: { substituteId: bobId } })).status).toBe(403);
  });
});
