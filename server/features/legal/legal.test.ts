import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getLegal, putLegal, resetLegal } from '#contract/legal.ts';
import { listAudit } from '#contract/platform.ts';
import { deleteSchool } from '#contract/schools.ts';
import { auditSentence } from '#domain/audit.ts';
import { standardLegal, standardLegalDate } from '#domain/legal.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let elm: number;
let ownerId: number;
let adminId: number;
let owner: Caller;
let admin: Caller;
let teacher: Caller;
let visitor: Caller;
beforeAll(async () => {
  world = await openWorld();
  oak = (await makeSchool(world.db, { name: 'Oak' })).id;
  elm = (await makeSchool(world.db, { name: 'Elm' })).id;
  ownerId = await makeOwner(world.db);
  owner = await world.as(ownerId);
  adminId = await makeAdmin(world.db, oak);
  admin = await world.as(adminId);
  teacher = await world.as(await makeTeacher(world.db, oak));
  visitor = await world.as(null);
});
beforeEach(() => world.db.execute(sql`delete from legal_texts`));
afterAll(() => world.close());

const kind = 'privacy';
const read = (who: Caller, schoolId?: number) =>
  who.call(getLegal, { query: { kind, ...(schoolId === undefined ? {} : { schoolId: String(schoolId) }) } });
const write = (who: Caller, text: string) => who.call(putLegal, { body: { kind, text } });

describe('the text that applies', () => {
  it("is ours until the platform has one, and a school's own text for its people", async () => {
    expect(await read(visitor)).toEqual({
      kind,
      from: 'product',
      school: null,
      text: standardLegal.privacy,
      changedOn: standardLegalDate,
      schools: [],
    });
    await write(owner, 'We of the district.');
    for (const who of [visitor, teacher, owner])
      expect(await read(who)).toMatchObject({ from: 'platform', text: 'We of the district.' });
    await write(admin, '# Oak\nWe of Oak.');
    for (const who of [teacher, admin])
      expect(await read(who)).toMatchObject({
        from: 'school',
        school: { id: oak, name: 'Oak' },
        text: '# Oak\nWe of Oak.',
      });
    for (const who of [visitor, owner, await world.as(await makeTeacher(world.db, elm))])
      expect(await read(who)).toMatchObject({ from: 'platform' });
    expect(await teacher.call(getLegal, { query: { kind: 'terms' } })).toMatchObject({
      from: 'product',
      text: standardLegal.terms,
    });
  });

  it('of a school is public for registration, but an unknown or inactive school has none', async () => {
    await write(admin, 'We of Oak.');
    expect(await read(visitor, oak)).toMatchObject({ from: 'school', text: 'We of Oak.' });
    for (const id of [elm, 999_999_999]) expect((await read(visitor, id)).from).toBe('product');
    await world.db.execute(sql`update schools set is_active = false where id = ${oak}`);
    expect(await read(visitor, oak)).toMatchObject({ from: 'product', school: null });
    expect((await read(teacher)).from).toBe('school');
    await world.db.execute(sql`update schools set is_active = true where id = ${oak}`);
  });

  it('for a substitute of several schools is that of the first, and the others can be requested', async () => {
    const substitute = await world.as(await makeSubstitute(world.db, [elm, oak]));
    await write(admin, 'We of Oak.');
    const first = await read(substitute);
    expect(first.schools.map(({ name }) => name).toSorted()).toEqual(['Elm', 'Oak']);
    expect(first.school?.id).toBe(first.schools[0]?.id);
    expect(await read(substitute, oak)).toMatchObject({ from: 'school', school: { id: oak }, text: 'We of Oak.' });
  });

  it("has the date of its last change in the school's time, and saving the same text changes nothing", async () => {
    // It is still the evening before in New York.
    world.time.now = new Date('2026-11-24T03:30:00Z');
    const evening = await world.as(adminId);
    await write(evening, 'We of Oak.');
    await write(await world.as(ownerId), 'We of the district.');
    expect([(await read(teacher)).changedOn, (await read(visitor)).changedOn]).toEqual(['2026-11-23', '2026-11-24']);
    world.time.now = new Date('2026-11-24T12:00:00Z');
    await write(evening, 'We of Oak.');
    expect((await read(teacher)).changedOn).toBe('2026-11-23');
    await write(evening, 'We of Oak, all of us.');
    expect((await read(teacher)).changedOn).toBe('2026-11-24');
    world.time.now = mondayMorning;
  });

  it('can be removed, and is deleted with its school', async () => {
    const closing = (await makeSchool(world.db)).id;
    const last = await world.as(await makeAdmin(world.db, closing));
    await write(last, 'We who close.');
    await write(admin, 'We of Oak.');
    await admin.call(resetLegal, { query: { kind } });
    expect((await read(teacher)).from).toBe('product');
    await owner.call(deleteSchool, { params: { id: String(closing) } });
    expect(await world.db.query(sql`select body from legal_texts`)).toEqual([]);
  });
});

describe('writing a text', () => {
  it('is not deleted by someone who read an earlier version', async () => {
    await write(admin, 'We of Oak.');
    const { version } = await admin.call(getLegal, { query: { kind } });
    await write(admin, 'We of Oak, all of us.');
    expect(await admin.try(resetLegal, { query: { kind, version: String(version) } })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'Someone changed this text after you opened it. Read it before you delete it.' },
    });
    expect((await read(teacher)).text).toBe('We of Oak, all of us.');
    const now = await admin.call(getLegal, { query: { kind } });
    await admin.call(resetLegal, { query: { kind, version: String(now.version) } });
    expect((await read(teacher)).from).toBe('product');
  });

  it('is in the audit log, once per change', async () => {
    await write(admin, 'We of Oak.');
    await write(admin, 'We of Oak.');
    await admin.call(resetLegal, { query: { kind } });
    await admin.call(resetLegal, { query: { kind } });
    await write(owner, 'We of the district.');
    const acts = (await owner.call(listAudit, { query: { kind: 'texts', limit: '3' } })).map((entry) =>
      auditSentence(entry),
    );
    expect(acts.map((sentence) => sentence.replace(/^.*?(?=replaced|restored)/, ''))).toEqual([
      "replaced the platform's privacy text",
      'restored the standard privacy text for Oak',
      "replaced Oak's privacy text",
    ]);
    expect((await admin.call(listAudit, { query: { kind: 'texts' } })).every(({ schoolId }) => schoolId === oak)).toBe(
      true,
    );
  });

  it('is refused if the text is empty or too long, or there is no school', async () => {
    expect(await admin.try(putLegal, { body: { kind, text: ' \n ' } })).toMatchObject({
      status: 400,
      body: { fields: { text: 'Please write the text.' } },
    });
    expect(await admin.try(putLegal, { body: { kind, text: 'x'.repeat(30_001) } })).toMatchObject({ status: 400 });
    const free = await world.as(await makeAdmin(world.db, null));
    expect(await free.try(putLegal, { body: { kind, text: 'Mine' } })).toMatchObject({
      status: 403,
      body: { code: 'not_allowed' },
    });
  });
});
