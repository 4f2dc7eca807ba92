import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '#contract/messages.ts';
import { exportOwnData } from '#contract/privacy.ts';
import { putAvailability } from '#contract/availability-changes.ts';
import { updateUser } from '#contract/users.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { declineVacancy, releaseSubstitute, updateVacancy, withdrawRequest } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { parts } from '#server/features/privacy/parts.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy, testPassword } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';
import { unzip } from '#test/zip.ts';

let world: World;
let oak: number;
let teacherId: number;
let teacher: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
  oak = (await makeSchool(world.db, { showReason: false })).id;
  teacherId = await makeTeacher(world.db, oak, {
    fullName: 'Joan Hale',
    email: 'joan.private@example.org',
    phone: '(518) 555-0123',
  });
  teacher = await world.as(teacherId);
  admin = await world.as(await makeAdmin(world.db, oak, { fullName: 'Ana Ruiz', email: 'ana.private@example.org' }));
});
afterAll(() => world.close());

async function fetchExport(caller: Caller, password = testPassword): Promise<Response> {
  return fetch(`${world.url}${exportOwnData.path}`, {
    method: 'POST',
    headers: { cookie: caller.cookie ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
}

type Row = Record<string, unknown>;

async function exported(caller: Caller): Promise<{ files: Map<string, Buffer>; rows: (file: string) => Row[] }> {
  const response = await fetchExport(caller);
  expect(response.status).toBe(200);
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  return { files, rows: (file) => JSON.parse(String(files.get(file))) as Row[] };
}

describe('the export of one’s data', () => {
  it('contains one’s record, actions, notifications and consents, each key explained, and the original files', async () => {
    const id = await makeSubstitute(world.db, [oak], { fullName: 'Tom Lee', phone: '(518) 555-0199' });
    const person = await world.as(id);
    const place = { schoolId: oak, teacherId } as const;
    const covered = await makeVacancy(world.db, { ...place, date: '2026-12-07', status: 'filled', substituteId: id });
    const asked = await makeVacancy(world.db, { ...place, date: '2026-12-08' });
    const declined = await makeVacancy(world.db, { ...place, date: '2026-12-10' });
    const params = (of: number) => ({ params: { id: String(of) } });
    await person.call(declineVacancy, params(declined));
    await person.call(updateUser, { ...params(id), body: { bio: 'Calm. “On time.” ñ' } });
    await person.call(putAvailability, {
      body: { date: '2026-12-24', status: 'unavailable', notes: 'At my mother’s' },
    });
    await person.call(listVacancies);
    await person.call(updateVacancy, {
      ...params(asked),
      body: { status: 'pending_approval', additionalNotes: 'I can come early.' },
    });
    await person.call(releaseSubstitute, { ...params(covered), body: { reason: 'I have a cold' } });
    await admin.call(sendMessage, { body: { subject: 'Keys', message: 'The keys are with Joan.', recipients: [id] } });
    await world.db.execute(
      sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
          values (${id}, '+15185550199', 'Yes', ${world.time.now}, '127.0.0.1')`,
    );
    const resume = Buffer.from(`%PDF-1.4 ${'resume '.repeat(30_000)}`);
    await world.db.execute(
      sql`insert into files (owner_id, kind, name, content_type, bytes, created_at)
          values (${id}, 'resume', 'Résumé.pdf', 'application/pdf', ${resume}, ${world.time.now})`,
    );

    const { files, rows } = await exported(person);
    expect([...files.keys()]).toEqual(['READ ME.txt', ...parts.map(({ file }) => file), 'files/resume Résumé.pdf']);
    expect(files.get('files/resume Résumé.pdf')?.equals(resume)).toBe(true);
    const readMe = String(files.get('READ ME.txt'));
    for (const { file, keys } of parts) {
      for (const row of rows(file)) expect(Object.keys(row).toSorted(), file).toEqual(Object.keys(keys).toSorted());
      for (const key of Object.keys(keys)) expect(readMe).toContain(`    ${key}: `);
    }
    expect(rows('profile.json')).toEqual([
      expect.objectContaining({ fullName: 'Tom Lee', bio: 'Calm. “On time.” ñ', phone: '(518) 555-0199' }),
    ]);
    expect(rows('schools.json')).toEqual([expect.objectContaining({ isSelected: true })]);
    expect(rows('availability-dates.json')).toEqual([
      { date: '2026-12-24', status: 'unavailable', part: null, notes: 'At my mother’s' },
    ]);
    expect(
      rows('vacancies.json').map(({ id: vacancy, youCover, youAskedAt, yourMessage, teacher: name }) => ({
        vacancy,
        youCover,
        asked: youAskedAt !== null,
        yourMessage,
        name,
      })),
    ).toEqual([
      { vacancy: covered, youCover: false, asked: false, yourMessage: null, name: 'Joan Hale' },
      { vacancy: asked, youCover: false, asked: true, yourMessage: 'I can come early.', name: 'Joan Hale' },
      { vacancy: declined, youCover: false, asked: false, yourMessage: null, name: 'Joan Hale' },
    ]);
    expect(readMe).toContain('Absences that you posted, requested, declined, covered, approved or rejected.');
    expect(rows('what-you-did.json').map(({ vacancyId, step, reason }) => [vacancyId, step, reason])).toEqual(
      expect.arrayContaining([
        [asked, 'requested', null],
        [covered, 'released', 'I have a cold'],
      ]),
    );
    expect(rows('notifications.json').map(({ kind, body }) => [kind, body])).toEqual(
      expect.arrayContaining([['message', expect.stringContaining('The keys are with Joan.') as string]]),
    );
    expect(rows('sms-consents.json')).toEqual([
      expect.objectContaining({ number: '+15185550199', wording: 'Yes', endedAt: null }),
    ]);
    expect(rows('sessions.json')).toEqual([expect.objectContaining({ device: 'test', isThisOne: true })]);
    expect(rows('audit-log.json')).toEqual([expect.objectContaining({ act: 'user.export', byYou: true, onYou: true })]);

    const everything = [...files.values()].map(String).join('\n');
    for (const secret of ['joan.private', 'ana.private', '555-0123', 'argon2', 'Personal', 'Plans are on the desk'])
      expect(everything, 'no one else’s data, and no secret').not.toContain(secret);
  });

  it('contains no message of another person with the same name', async () => {
    const [own, other] = [
      await makeSubstitute(world.db, [oak], { fullName: 'Tom Twin' }),
      await makeSubstitute(world.db, [oak], { fullName: 'Tom Twin' }),
    ];
    const vacancy = await makeVacancy(world.db, { schoolId: oak, teacherId, date: '2026-12-09' });
    const params = { params: { id: String(vacancy) } };
    const person = await world.as(own);
    await person.call(updateVacancy, { ...params, body: { status: 'pending_approval' } });
    await person.call(withdrawRequest, params);
    await (
      await world.as(other)
    ).call(updateVacancy, { ...params, body: { status: 'pending_approval', additionalNotes: 'A word in private.' } });
    const { rows } = await exported(person);
    expect(rows('vacancies.json').map(({ id, yourMessage }) => [id, yourMessage])).toEqual([[vacancy, null]]);
    const namesake = await world.as(await makeTeacher(world.db, oak, { fullName: 'Joan Hale' }));
    await namesake.call(sendMessage, {
      body: { subject: 'Private', message: 'Of the other Joan.', recipients: [own] },
    });
    const { rows: ofTeacher } = await exported(teacher);
    expect(ofTeacher('messages-sent.json').filter(({ subject }) => subject === 'Private')).toEqual([]);
  });

  it("contains a teacher's absences with their texts, or an admin's actions, and no other person's account", async () => {
    await admin.call(sendMessage, {
      body: { subject: 'To one', message: 'Hello', recipients: [await makeSubstitute(world.db, [oak])] },
    });
    const ofTeacher = await exported(teacher);
    expect(ofTeacher.rows('vacancies.json')[0]).toMatchObject({
      youAreAbsent: true,
      reason: 'Personal',
      notes: 'Plans are on the desk.',
    });
    const ofAdmin = await exported(admin);
    expect(ofAdmin.rows('messages-sent.json').at(-1)).toMatchObject({ subject: 'To one', recipients: 1 });
    expect([...ofAdmin.files.values()].map(String).join('\n')).not.toContain('joan.private');
  });

  it('requires the password, is recorded, is not cached, and is limited', async () => {
    const id = await makeTeacher(world.db, oak);
    const person = await world.as(id);
    const wrong = await fetchExport(person, 'not-my-password');
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      expect.objectContaining({ fields: { password: "This isn't your password." } }),
    ]);
    const right = await fetchExport(person);
    await right.arrayBuffer();
    expect(['content-type', 'content-disposition', 'cache-control'].map((name) => right.headers.get(name))).toEqual([
      'application/zip',
      'attachment; filename=firstbell-data-2026-11-23.zip',
      'no-store',
    ]);
    expect(
      await world.db.query(
        sql`select act, actor_id as by, subject_id as on, school_id as school from audit_log where actor_id = ${id}`,
      ),
    ).toEqual([{ act: 'user.export', by: id, on: id, school: oak }]);
    world.time.now = new Date(world.time.now.getTime() + 61_000);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answer = await fetchExport(person);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  });

  it('reads more than one page of rows', async () => {
    const id = await makeSubstitute(world.db, [oak]);
    await world.db.execute(
      sql`insert into notices (cause, kind, recipient_id, facts, created_at)
          select 'many ' || n, 'school_deactivated', ${id}, '{"to": "substitute", "school": "Oak"}', ${world.time.now}
          from generate_series(1, 1201) n`,
    );
    const { rows } = await exported(await world.as(id));
    expect(new Set(rows('notifications.json').map((row) => row['id'])).size).toBe(1201);
  });
});

/** Tables that refer to people and are in no part of the export, with the reason. */
const leftOut: Record<string, string> = {
  files: 'the files themselves are in the archive',
  held_approvals: 'a notification about an approval that can still be undone: in seconds it is in the notifications',
  held_answers: 'notifications about an answer that can still be undone: in seconds they are in the notifications',
  notice_codes: 'codes on their way to them, which are secrets, and gone once they are there',
};

it('every table that refers to people is part of the export, or is listed here with the reason', async () => {
  const tables = await world.db.query<{
    name: string;
  }>(sql`select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.connamespace = 'public'::regnamespace order by 1`);
  const told = new Set(parts.flatMap(({ tables: of }) => of));
  expect(tables.map(({ name }) => name).filter((name) => !told.has(name) && !(name in leftOut))).toEqual([]);
});
