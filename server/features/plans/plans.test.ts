import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { listNotices } from '#contract/messages.ts';
import { getPlans, listPlanFiles, listPlanReadings, type PlanFiles } from '#contract/plans.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { releaseSubstitute, updateVacancy } from '#contract/vacancy-moves.ts';
import { splitVacancy } from '#contract/vacancy-split.ts';
import { planFileSentences, planLimits } from '#domain/plans.ts';
import { sql } from '#server/db/database.ts';
import { applyRetention } from '#server/worker/retention.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { pdfOf, upload } from '#test/upload.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';
import { zipOf } from '#test/zip.ts';

let world: World;
let oak: number;
let teacherId: number;
let substituteId: number;
let adminId: number;
let teacher: Caller;
let admin: Caller;
let substitute: Caller;
let other: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  oak = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, oak, { fullName: 'Maya Okafor' });
  substituteId = await makeSubstitute(world.db, [oak], { fullName: 'Daniel Whitman' });
  teacher = await world.as(teacherId);
  adminId = await makeAdmin(world.db, oak, { fullName: 'Ana Ruiz' });
  admin = await world.as(adminId);
  substitute = await world.as(substituteId);
  other = await world.as(await makeSubstitute(world.db, [oak]));
});

type Added = PlanFiles & { added: string };
const send = (name: string, bytes: Buffer, caller = teacher, of = teacherId) =>
  upload<Added>(world, caller, `/api/users/${of}/plan-files`, [{ field: 'file', name, bytes }]);
async function stored(name = 'plans.pdf', text = name): Promise<string> {
  const { status, body } = await send(name, pdfOf(text));
  expect([status, body.error]).toEqual([200, undefined]);
  return body.added;
}
const open = (id: string, caller: Caller) =>
  fetch(`${world.url}/api/plan-files/${id}`, { headers: { cookie: caller.cookie ?? '' } });
const statusOf = async (id: string, caller: Caller) => (await open(id, caller)).status;
const of = (id: number) => ({ params: { id: String(id) } });
const absence = {
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Room 12',
};

/** Returns a class on this day with the files, booked for the substitute. */
async function booked(planFileIds: string[], date = '2026-11-24'): Promise<number> {
  const { id } = await teacher.call(createVacancy, { body: { ...absence, date, planFileIds } });
  await substitute.call(updateVacancy, { ...of(id), body: { status: 'pending_approval' } });
  await admin.call(updateVacancy, { ...of(id), body: { status: 'filled', substituteId } });
  return id;
}

describe('a file with plans', () => {
  const docx = zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': '<w:document/>',
  });

  it('may be a PDF or a Word document, which is returned unchanged', async () => {
    for (const [name, bytes] of [
      ['C:\\plans\\Mon <1>.pdf', pdfOf('Monday')],
      ['plans.docx', docx],
    ] as const) {
      const { status, body } = await send(name, bytes);
      expect(status).toBe(200);
      const response = await open(body.added, teacher);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    const { files } = await teacher.call(listPlanFiles, of(teacherId));
    expect(new Set(files.map(({ name }) => name))).toEqual(new Set(['plans.docx', 'Mon _1_.pdf']));
  });

  it('is redrawn if it is an image, without its location', async () => {
    const photo = await sharp({ create: { width: 3000, height: 900, channels: 3, background: '#36c' } })
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await send('Seating chart.jpg', photo);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.files[0]?.name).toBe('Seating chart.webp');
    const shown = Buffer.from(await (await open(body.added, teacher)).arrayBuffer());
    const { format, width } = await sharp(shown).metadata();
    expect([format, width, shown.includes('SecretCamera')]).toEqual(['webp', 2400, false]);
  });

  it.each([
    ['a page that calls itself a PDF', 'a.pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['an SVG, which can run', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['an old Word document', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415],
    ['a PDF named like a Word document', 'a.docx', pdfOf('x'), 415],
    ['more than 10 MB', 'a.pdf', Buffer.concat([pdfOf('x'), Buffer.alloc(planLimits.each)]), 413],
  ])('is never %s', async (_kind, name, bytes, status) => {
    expect((await send(name, bytes)).status).toBe(status);
    expect((await teacher.call(listPlanFiles, of(teacherId))).files).toEqual([]);
  });

  it('is uploaded by the teacher or an admin of the school only', async () => {
    const elsewhere = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    const colleague = await world.as(await makeTeacher(world.db, oak));
    const statuses = [];
    for (const caller of [admin, colleague, elsewhere, substitute])
      statuses.push((await send('a.pdf', pdfOf('x'), caller)).status);
    expect(statuses).toEqual([200, 404, 404, 403]);
  });

  it('makes room for a new one once its class is over, but not before', async () => {
    const large = (n: number) => Buffer.concat([pdfOf(String(n)), Buffer.alloc(9 * 1024 * 1024)]);
    const [past, next] = [(await send('past.pdf', large(1))).body.added, (await send('next.pdf', large(2))).body.added];
    await teacher.call(createVacancy, { body: { ...absence, date: '2026-11-23', planFileIds: [past] } });
    await teacher.call(createVacancy, { body: { ...absence, date: '2026-12-18', planFileIds: [next] } });
    const refused = await send('more.pdf', large(3));
    expect([refused.status, refused.body.fields]).toEqual([413, { file: planFileSentences.noRoom }]);
    world.time.now = new Date('2026-11-25T12:00:00Z');
    const { status, body } = await send('more.pdf', large(3));
    expect([status, body.files.map(({ name }) => name)]).toEqual([200, ['more.pdf', 'next.pdf']]);
  });

  it('leaves no more than 25 MB when several arrive at once', async () => {
    const large = Buffer.concat([pdfOf('x'), Buffer.alloc(9 * 1024 * 1024)]);
    await send('a.pdf', large);
    const answers = await Promise.all(
      [teacher, admin].flatMap((caller) => [send('b.pdf', large, caller), send('c.pdf', large, caller)]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await teacher.call(listPlanFiles, of(teacherId))).used).toBeLessThanOrEqual(planLimits.teacher);
  });
});

describe('the files of a class', () => {
  it('are posted with it, for one day or several', async () => {
    const [first, second] = [await stored('a.pdf'), await stored('b.pdf')];
    const one = await teacher.call(createVacancy, { body: { ...absence, date: '2026-11-24', planFileIds: [first] } });
    expect(one.planFileIds).toEqual([first]);
    const several = await admin.call(createVacancies, {
      body: { ...absence, teacherId, dates: ['2026-11-25', '2026-11-26'], planFileIds: [second, first] },
    });
    expect(several.map(({ planFileIds }) => planFileIds)).toEqual([
      [second, first],
      [second, first],
    ]);
    const plans = await admin.call(getPlans, of(several[0]?.id ?? 0));
    expect(plans.files.map(({ name }) => name)).toEqual(['b.pdf', 'a.pdf']);
  });

  it("can't be another teacher's, gone, repeated or more than five, and nothing is posted then", async () => {
    const strangerId = await makeTeacher(world.db, oak);
    const strangers = (await send('a.pdf', pdfOf('x'), admin, strangerId)).body.added;
    const own = await stored();
    const gone = '00000000-0000-4000-8000-000000000000';
    const six: string[] = [];
    for (let n = 1; n <= 6; n += 1) six.push(await stored(`${n}.pdf`));
    for (const planFileIds of [[strangers], [gone], [own, gone], [own, own], six]) {
      const answer = await teacher.try(createVacancy, { body: { ...absence, date: '2026-11-24', planFileIds } });
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['planFileIds']]);
    }
    expect(await world.db.query(sql`select id from vacancies where teacher_id = ${teacherId}`)).toEqual([]);
  });

  it('change while it is booked; the substitute is notified, without a file’s name', async () => {
    const [first, second] = [await stored('a.pdf'), await stored('IEP of Kim.pdf')];
    const id = await booked([first]);
    await teacher.call(updateVacancy, { ...of(id), body: { planFileIds: [first, second] } });
    const [notice] = await substitute.call(listNotices);
    expect(notice?.body).toContain('A lesson plan file was added');
    expect(JSON.stringify(await world.db.query(sql`select facts from notices`))).not.toContain('IEP of Kim');
    expect((await substitute.call(getVacancy, of(id))).confirmed).toBe(true);
    expect((await substitute.call(getPlans, of(id))).files.map(({ name }) => name)).toEqual([
      'a.pdf',
      'IEP of Kim.pdf',
    ]);
    expect((await substitute.call(getVacancy, of(id))).planFileIds).toBeUndefined();
  });

  it('raise a conflict if two people change them at the same time', async () => {
    const [first, second] = [await stored('a.pdf'), await stored('b.pdf')];
    const { id, version } = await teacher.call(createVacancy, { body: { ...absence, date: '2026-11-24' } });
    await admin.call(updateVacancy, { ...of(id), body: { planFileIds: [second], version } });
    const late = await teacher.try(updateVacancy, { ...of(id), body: { planFileIds: [first], version } });
    expect([late.status, late.body.current]).toEqual([409, { version: 2, planFileIds: [second] }]);
  });

  it('belong to both halves when the class is split', async () => {
    const id = await booked([await stored()]);
    const halves = await teacher.call(splitVacancy, { ...of(id), body: { at: '11:30', keeps: 'first' } });
    expect(halves.map(({ planFileIds }) => planFileIds?.length)).toEqual([1, 1]);
  });
});

describe('reading plans', () => {
  it('is for the booked substitute, from the booking until the class ends', async () => {
    const file = await stored();
    const { id } = await teacher.call(createVacancy, {
      body: { ...absence, date: '2026-11-24', planFileIds: [file], googleDocLink: 'docs.example.org/plans' },
    });
    const access = async (caller: Caller) => [
      (await caller.try(getPlans, of(id))).status,
      await statusOf(file, caller),
    ];
    expect(await access(substitute), 'while it is open').toEqual([404, 404]);
    await substitute.call(updateVacancy, { ...of(id), body: { status: 'pending_approval' } });
    expect(await access(substitute), 'while it is requested').toEqual([404, 404]);
    await admin.call(updateVacancy, { ...of(id), body: { status: 'filled', substituteId } });
    expect(await access(substitute), 'once booked').toEqual([200, 200]);
    expect(await access(other), 'another substitute').toEqual([404, 404]);
    expect(await access(await world.as(null)), 'signed out').toEqual([401, 401]);
    // The class ends at 3:00 PM in New York.
    world.time.now = new Date('2026-11-24T19:59:59.999Z');
    expect(await access(substitute), 'the last moment').toEqual([200, 200]);
    world.time.now = new Date('2026-11-24T20:00:00Z');
    expect(await access(substitute), 'the end').toEqual([404, 404]);
    expect(await access(teacher)).toEqual([200, 200]);
    expect(await access(await world.as(adminId))).toEqual([200, 200]);
  });

  it('ends with a release, and begins for the next substitute', async () => {
    const file = await stored();
    const id = await booked([file]);
    expect(await statusOf(file, substitute)).toBe(200);
    await admin.call(releaseSubstitute, { ...of(id), body: { reason: 'The trip was moved' } });
    expect([await statusOf(file, substitute), (await substitute.try(getPlans, of(id))).status]).toEqual([404, 404]);
  });

  it("ends by the school's clock, wherever the school is", async () => {
    const honolulu = (await makeSchool(world.db, { timeZone: 'Pacific/Honolulu' })).id;
    const islander = await makeTeacher(world.db, honolulu);
    const file = (await send('a.pdf', pdfOf('x'), await world.as(islander), islander)).body.added;
    const id = await makeVacancy(world.db, {
      schoolId: honolulu,
      teacherId: islander,
      date: '2026-11-23',
      end: '23:30',
      timeZone: 'Pacific/Honolulu',
      status: 'filled',
      substituteId,
    });
    await world.db.execute(sql`update vacancies set plan_file_ids = array[${file}::uuid] where id = ${id}`);
    const readable = async (at: string) => {
      world.time.now = new Date(at);
      return [(await substitute.try(getPlans, of(id))).status, await statusOf(file, substitute)];
    };
    // 11:30 PM on November 23 in Honolulu is 9:30 AM on November 24 in UTC.
    expect(await readable('2026-11-24T09:29:59Z')).toEqual([200, 200]);
    expect(await readable('2026-11-24T09:30:00Z')).toEqual([404, 404]);
  });

  it('is logged with who, what and when, for the teacher and the office, and cannot be changed', async () => {
    const file = await stored('Monday.pdf');
    const id = await booked([file]);
    await substitute.call(getPlans, of(id));
    world.time.now = new Date('2026-11-23T11:00:00Z');
    await open(file, substitute);
    await open(file, admin);
    await open(file, teacher);
    const seen = [
      { by: 'Ana Ruiz', what: 'file', file: 'Monday.pdf', at: '2026-11-23T11:00:00.000Z' },
      { by: 'Daniel Whitman', what: 'file', file: 'Monday.pdf', at: '2026-11-23T11:00:00.000Z' },
      { by: 'Daniel Whitman', what: 'plans', file: null, at: '2026-11-23T10:45:00.000Z' },
    ];
    for (const caller of [teacher, admin])
      expect(await caller.call(listPlanReadings, of(id))).toEqual(
        seen.map((each) => expect.objectContaining(each) as object),
      );
    expect((await substitute.try(listPlanReadings, of(id))).status).toBe(403);
    await expect(world.db.execute(sql`delete from audit_log`)).rejects.toThrow('permission denied');
  });

  it('leaves nothing of the plans in an email, a text message or a push notification', async () => {
    const id = await booked([await stored('Kim has a nut allergy.pdf')]);
    await teacher.call(updateVacancy, { ...of(id), body: { planFileIds: [await stored('Lee reads alone.pdf')] } });
    const kept = await world.db.query(
      sql`select facts::text from notices
          union all select changes::text from vacancy_history where changes is not null`,
    );
    expect(JSON.stringify(kept)).not.toMatch(/nut allergy|reads alone/);
  });
});

describe('the files of a job without an absent teacher', () => {
  const job = { ...absence, isExtraHands: true, date: '2026-11-24', description: 'Testing proctor' };
  const office = async (name: string) => (await send(name, pdfOf(name), admin, adminId)).body.added;

  it('belong to its contact, are read by the booked substitute, and are logged', async () => {
    const file = await office('Test rules.pdf');
    const { id } = await admin.call(createVacancy, { body: { ...job, planFileIds: [file] } });
    expect(await statusOf(file, substitute)).toBe(404);
    await substitute.call(updateVacancy, { ...of(id), body: { status: 'pending_approval' } });
    await admin.call(updateVacancy, { ...of(id), body: { status: 'filled', substituteId } });
    expect((await substitute.call(getPlans, of(id))).files.map(({ name }) => name)).toEqual(['Test rules.pdf']);
    expect([await statusOf(file, substitute), await statusOf(file, admin)]).toEqual([200, 200]);
    expect((await admin.call(listPlanReadings, of(id))).map(({ by, what }) => [by, what])).toEqual([
      ['Daniel Whitman', 'file'],
      ['Daniel Whitman', 'plans'],
    ]);
    world.time.now = new Date('2026-11-24T20:00:00Z');
    expect(await statusOf(file, substitute)).toBe(404);
  });

  it('are shared by the administrators of the school, and by no one else', async () => {
    const colleague = await world.as(await makeAdmin(world.db, oak, { fullName: 'Lee Park' }));
    const elsewhere = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    const file = await office('a.pdf');
    const { id, version } = await admin.call(createVacancy, { body: { ...job, planFileIds: [file] } });
    const statuses = [];
    for (const caller of [colleague, elsewhere, teacher, substitute])
      statuses.push([
        (await caller.try(listPlanFiles, of(adminId))).status,
        (await send('b.pdf', pdfOf('b'), caller, adminId)).status,
        await statusOf(file, caller),
      ]);
    expect(statuses).toEqual([
      [200, 200, 200],
      [404, 404, 404],
      [404, 404, 404],
      [403, 403, 404],
    ]);
    const { files } = await colleague.call(listPlanFiles, of(adminId));
    const planFileIds = files.map((each) => each.id);
    await colleague.call(updateVacancy, { ...of(id), body: { planFileIds, version } });
    expect((await admin.call(getVacancy, of(id))).planFileIds).toHaveLength(2);
    expect((await admin.call(listPlanReadings, of(id))).map(({ by }) => by)).toEqual(['Lee Park']);
  });

  it('are never a teacher’s files, and a class never has the contact’s', async () => {
    const [own, teachers] = [await office('a.pdf'), await stored('b.pdf')];
    const wrong = await admin.try(createVacancy, { body: { ...job, planFileIds: [teachers] } });
    const mixed = await admin.try(createVacancy, {
      body: { ...absence, teacherId, date: '2026-11-24', planFileIds: [own] },
    });
    expect([wrong.body.fields, mixed.body.fields]).toEqual([
      { planFileIds: planFileSentences.gone },
      { planFileIds: planFileSentences.gone },
    ]);
  });

  it('are deleted with the contact, and by retention', async () => {
    const [kept, unused] = [await office('a.pdf'), await office('b.pdf')];
    await admin.call(createVacancy, { body: { ...job, planFileIds: [kept] } });
    const left = () => world.db.query(sql`select id from plan_files where teacher_id = ${adminId}`);
    await applyRetention(world.db, world.config, new Date('2026-11-25T11:00:00Z'));
    expect([await left(), unused]).toEqual([[{ id: kept }], expect.any(String)]);
    await world.db.query(sql`select forget_people(${[adminId]}::bigint[], ${world.time.now})`);
    expect(await left()).toEqual([]);
  });
});

it('retention keeps files until 30 days after their last class, and drops files without a class after a day', async () => {
  const [coming, past, removed, unused] = [
    await stored('1.pdf'),
    await stored('2.pdf'),
    await stored('3.pdf'),
    await stored('4.pdf'),
  ];
  const id = await booked([past, removed], '2026-11-24');
  await teacher.call(createVacancy, { body: { ...absence, date: '2027-02-01', planFileIds: [coming] } });
  await teacher.call(updateVacancy, { ...of(id), body: { planFileIds: [past] } });
  const left = async (at: string) => {
    await applyRetention(world.db, world.config, new Date(at));
    const rows = await world.db.query<{ id: string }>(
      sql`select id from plan_files where teacher_id = ${teacherId} order by name`,
    );
    return rows.map((row) => row.id);
  };
  expect(await left('2026-11-24T10:00:00Z')).toEqual([coming, past, removed, unused]);
  expect(await left('2026-11-24T11:00:00Z')).toEqual([coming, past]);
  expect(await left('2026-12-24T19:00:00Z')).toEqual([coming, past]);
  expect(await left('2026-12-24T21:00:00Z')).toEqual([coming]);
});
