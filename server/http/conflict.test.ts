import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getLegal, putLegal, resetLegal } from '#contract/legal.ts';
import { getSchool, updateSchool } from '#contract/schools.ts';
import { getUser } from '#contract/person.ts';
import { putJobPreferences } from '#contract/preferences.ts';
import { updateGeneralAvailability, updateUser, userChanges } from '#contract/users.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { updateVacancy, vacancyChanges } from '#contract/vacancy-moves.ts';
import { standardLegal } from '#domain/legal.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Caller } from '#test/world.ts';

let stage: Stage;
let second: Caller;
let owner: Caller;
beforeAll(async () => {
  stage = await openStage();
  second = await stage.world.as(await makeAdmin(stage.world.db, stage.school.id));
  owner = await stage.world.as(await makeOwner(stage.world.db));
});
afterAll(() => stage.world.close());

const at = (id: number) => ({ params: { id: String(id) } });

describe('a school that two secretaries edit at the same time', () => {
  const edit = async (caller: Caller, body: object) => caller.try(updateSchool, { ...at(stage.school.id), body });
  const read = async () => second.call(getSchool, at(stage.school.id));
  let version: number;
  beforeEach(async () => {
    await edit(stage.admin, { name: 'Lincoln High', phone: '(518) 555-0100', contactEmail: null });
    version = (await read()).version ?? 0;
  });

  it('refuses the second value of a field, with the first, and saves nothing of the call', async () => {
    expect((await edit(stage.admin, { version, name: 'Lincoln Middle' })).status).toBe(200);
    const refused = await edit(second, { version, name: 'Lincoln School', phone: '(518) 555-0199' });
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: 'Someone changed this after you opened it. Compare both versions and save again.',
        code: 'conflict',
        fields: { name: 'Someone changed this after you opened it.' },
        current: { version: version + 1, name: 'Lincoln Middle' },
      },
    ]);
    expect(await read()).toMatchObject({ name: 'Lincoln Middle', phone: '(518) 555-0100' });
  });

  it('saves fields that no one else changed, and identical changes, without a conflict', async () => {
    await edit(stage.admin, { version, name: 'Lincoln Middle' });
    expect((await edit(second, { version, phone: '(518) 555-0199' })).status).toBe(200);
    expect((await edit(second, { version, name: 'Lincoln Middle' })).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'Lincoln Middle', phone: '(518) 555-0199' });
  });

  it('accepts the version of the reply on a second attempt, and works as before without a version', async () => {
    await edit(stage.admin, { version, name: 'Lincoln Middle', phone: '(518) 555-0111' });
    const { body } = await edit(second, { version, name: 'Lincoln School' });
    expect(body.current).toEqual({ version: version + 1, name: 'Lincoln Middle', phone: '(518) 555-0111' });
    expect((await edit(second, { version: version + 1, name: 'Lincoln School' })).status).toBe(200);
    await edit(stage.admin, { version: version + 2, name: 'Lincoln Middle' });
    expect((await edit(second, { name: 'Without version' })).status).toBe(200);
  });

  it('compares each shift time and each switch separately', async () => {
    const shifts = { vacancySettings: { morningStart: '07:30' }, bookFirst: true };
    expect((await edit(stage.admin, { version, ...shifts })).status).toBe(200);
    expect((await edit(second, { version, vacancySettings: { afternoonEnd: '15:45' } })).status).toBe(200);
    const { body } = await edit(second, { version, vacancySettings: { morningStart: '07:45' }, bookFirst: true });
    expect(Object.keys(body.fields ?? {})).toEqual(['vacancySettings.morningStart']);
    expect(body.current?.vacancySettings).toMatchObject({ morningStart: '07:30', afternoonEnd: '15:45' });
  });

  it('detects changes by other calls: by the platform owner, and a renamed district', async () => {
    await owner.call(updateSchool, { ...at(stage.school.id), body: { district: 'North' } });
    const before = await owner.call(getSchool, at(stage.school.id));
    await stage.world.db.execute(sql`update districts set name = 'South' where name = 'North'`);
    const answer = await edit(owner, { version: before.version, district: 'West' });
    expect(answer.body.current).toMatchObject({ district: 'South' });
  });

  it('treats a version from before a restored backup as the oldest', async () => {
    await edit(stage.admin, { version, name: 'Lincoln Middle' });
    expect((await edit(second, { version: version + 50, name: 'Lincoln School' })).body.code).toBe('conflict');
  });

  it('lets exactly one of two parallel edits of one field win, and both of two fields', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { version: read1 } = await read();
      const same = await Promise.all([
        edit(stage.admin, { version: read1, name: `First ${round}` }),
        edit(second, { version: read1, name: `Second ${round}` }),
      ]);
      expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const { version: read2 } = await read();
      const apart = await Promise.all([
        edit(stage.admin, { version: read2, name: `Third ${round}` }),
        edit(second, { version: read2, phone: `(518) 555-02${10 + round}` }),
      ]);
      expect(apart.map(({ status }) => status)).toEqual([200, 200]);
      expect(await read()).toMatchObject({ name: `Third ${round}`, phone: `(518) 555-02${10 + round}` });
    }
  });

  it('shows the version only to readers who may edit the school', async () => {
    for (const reader of [stage.teacher, stage.ann])
      expect(await reader.call(getSchool, at(stage.school.id))).not.toHaveProperty('version');
    expect((await edit(stage.admin, { version: 'one' })).status).toBe(400);
  });
});

describe('a profile in two tabs', () => {
  it('refuses the field that the other tab changed, and no decision about the account', async () => {
    const self = at(stage.ids.ann);
    const { version } = await stage.ann.call(getUser, self);
    await stage.ann.call(updateUser, { ...self, body: { version, bio: 'Ten years of math' } });
    const refused = await stage.ann.try(updateUser, { ...self, body: { version, bio: 'Music', gender: 'f' } });
    expect([refused.status, refused.body.fields, refused.body.current]).toEqual([
      409,
      { bio: 'Someone changed this after you opened it.' },
      { version: (version ?? 0) + 1, bio: 'Ten years of math' },
    ]);
    expect((await stage.ann.try(updateUser, { ...self, body: { version, gender: 'f' } })).status).toBe(200);
    expect(await stage.admin.call(getUser, self)).not.toHaveProperty('version');
    expect((await stage.admin.try(updateUser, { ...self, body: { version, isActive: true } })).status).toBe(200);
  });

  it('does not overwrite the days of a week that the other tab changed', async () => {
    const self = at(stage.ids.bob);
    const save = (week: object, version?: number) =>
      stage.bob.try(updateGeneralAvailability, {
        ...self,
        body: { generalAvailability: JSON.stringify(week), ...(version !== undefined && { version }) },
      });
    await save({});
    const { version } = await stage.bob.call(getUser, self);
    expect((await save({ monday: 'morning' }, version)).status).toBe(200);
    const refused = await save({ tuesday: 'all_day' }, version);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['generalAvailability.monday']]);
    expect(JSON.parse(String(refused.body.current?.generalAvailability))).toMatchObject({ monday: 'morning' });
    expect((await save({ monday: 'morning', tuesday: 'all_day' }, version)).status).toBe(200);
    expect((await save({ friday: 'all_day' })).status).toBe(200);
  });
});

describe('a vacancy that its teacher and an administrator edit at the same time', () => {
  beforeEach(() => stage.clear());

  it('refuses fields that were changed in the meantime, and does not count moves as edits', async () => {
    const { params } = await stage.vacancy();
    const { version } = await stage.teacher.call(getVacancy, { params });
    const edit = (caller: Caller, body: object) => caller.try(updateVacancy, { params, body: { version, ...body } });
    expect((await edit(stage.admin, { startTime: '08:30', googleDocLink: 'https://docs.example/a' })).status).toBe(200);
    expect((await edit(stage.teacher, { description: 'Math, grade 5' })).status).toBe(200);
    const refused = await edit(stage.teacher, { startTime: '09:00', isUrgent: true });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['startTime']]);
    expect(refused.body.current).toMatchObject({ startTime: '08:30', googleDocLink: 'https://docs.example/a' });
    const again = { version: refused.body.current?.version, startTime: '09:00', isUrgent: true };
    expect((await edit(stage.teacher, again)).status).toBe(200);
  });

  it('keeps the version after a request, and hides it from substitutes', async () => {
    const { params } = await stage.vacancy();
    const { version } = await stage.teacher.call(getVacancy, { params });
    const asked = await stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(asked).not.toHaveProperty('version');
    expect((await stage.teacher.call(getVacancy, { params })).version).toBe(version);
    const link = { version, googleDocLink: 'https://docs.example/b' };
    expect((await stage.teacher.try(updateVacancy, { params, body: link })).status).toBe(200);
    // Access is checked first, so a conflict reveals nothing that the caller may not read.
    const prying = await stage.bob.try(updateVacancy, { params, body: { version, googleDocLink: null } });
    expect([prying.status, prying.body.current]).toEqual([403, undefined]);
  });
});

describe('a privacy text that two administrators write at the same time', () => {
  const kind = 'privacy';
  const read = () => second.call(getLegal, { query: { kind } });
  const write = (caller: Caller, text: string, version?: number) =>
    caller.try(putLegal, { body: { kind, text, ...(version !== undefined && { version }) } });
  beforeEach(async () => void (await stage.admin.try(resetLegal, { query: { kind } })));

  it('refuses the second of two first texts, with the first', async () => {
    const { version } = await read();
    expect((await write(stage.admin, 'We of Lincoln.', version)).status).toBe(200);
    const refused = await write(second, 'We who teach at Lincoln.', version);
    const now = await read();
    expect([refused.status, refused.body.fields, refused.body.current]).toEqual([
      409,
      { text: 'Someone changed this after you opened it.' },
      { version: now.version, text: 'We of Lincoln.' },
    ]);
    expect(now.text).toBe('We of Lincoln.');
    expect((await write(second, 'We who teach at Lincoln.', now.version)).status).toBe(200);
    expect((await write(second, 'Without version')).status).toBe(200);
  });

  it('refuses a text based on one that was restored and written again in the meantime', async () => {
    await write(stage.admin, 'We of Lincoln.');
    const { version } = await read();
    await stage.admin.call(resetLegal, { query: { kind } });
    const restored = await write(second, 'We who teach.', version);
    expect([restored.status, restored.body.current?.['text']]).toEqual([409, standardLegal.privacy]);
    await write(stage.admin, 'We of Lincoln.');
    await write(stage.admin, 'We of Lincoln High.');
    expect((await write(second, 'We who teach.', version)).status).toBe(409);
    expect((await write(second, 'We of Lincoln High.', version)).status).toBe(200);
  });

  it('lets exactly one of two parallel first texts win', async () => {
    const { version } = await read();
    const answers = await Promise.all([write(stage.admin, 'First', version), write(second, 'Second', version)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('shows the version only to readers who may write the text', async () => {
    expect(await owner.call(getLegal, { query: { kind } })).toHaveProperty('version');
    for (const reader of [stage.teacher, stage.ann, await stage.world.as(null)])
      expect(await reader.call(getLegal, { query: { kind } })).not.toHaveProperty('version');
  });
});

it('notes the edits of every field that the calls take', async () => {
  const rows = await stage.world.db.query<{ name: string; columns: string[] }>(
    sql`select tgname as name, string_to_array(encode(tgargs, 'escape'), '\\000') as columns from pg_trigger
        where tgname like '%\\_edits'`,
  );
  const notedBy = (name: string) =>
    new Set(
      rows
        .find((row) => row.name === name)
        ?.columns.filter((column) => column !== '')
        .map((column) =>
          column.replace(/[.].*/, '').replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        ),
    );
  const fieldsOf = (shape: object, ...others: string[]) =>
    new Set(Object.keys(shape).filter((field) => field !== 'version' && !others.includes(field)));
  expect(notedBy('schools_edits')).toEqual(fieldsOf(updateSchool.body?.shape ?? {}, 'logoUrl', 'bannerUrl'));
  expect(notedBy('users_edits')).toEqual(
    new Set([
      ...fieldsOf(userChanges.shape, 'smsOptIn', 'selectedSchoolIds', 'isApproved', 'isActive', 'canUndo'),
      'generalAvailability',
    ]),
  );
  expect(notedBy('job_preferences_edits')).toEqual(fieldsOf(putJobPreferences.body?.shape ?? {}));
  expect(notedBy('vacancies_edits')).toEqual(
    fieldsOf(vacancyChanges.shape, 'status', 'substituteId', 'requestedById', 'requestedAt', 'saveAnyway', 'seen'),
  );
});
