import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putLegal, resetLegal } from '#contract/legal.ts';
import { listAudit } from '#contract/platform.ts';
import { deleteSchool, updateSchool } from '#contract/schools.ts';
import { createUser, deleteUser, resetPassword, updateUser } from '#contract/users.ts';
import { correctVacancy } from '#contract/vacancy-staff.ts';
import { auditChangeLines } from '#domain/audit-changes.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let owner: Caller;
let admin: Caller;
let adminId: number;
let school: { id: number; name: string };
let params: { id: string };
beforeAll(async () => {
  world = await openWorld();
  school = await makeSchool(world.db, { name: 'Oak Hill' });
  params = { id: String(school.id) };
  owner = await world.as(await makeOwner(world.db));
  adminId = await makeAdmin(world.db, school.id, { fullName: 'Ana Ruiz' });
  admin = await world.as(adminId);
});
afterAll(() => world.close());

type Entry = Awaited<ReturnType<typeof entries>>[number];
const entries = () => owner.call(listAudit);
/** Returns the entries that an action adds to the log. */
async function recorded(act: () => Promise<unknown>): Promise<Entry[]> {
  const before = (await entries()).length;
  await act();
  const after = await entries();
  return after.slice(0, after.length - before);
}
const changesOf = async (act: () => Promise<unknown>) =>
  (await recorded(act)).map(({ act: kind, changes }) => [
    kind,
    ...changes.map(({ field, from, to }) => [field, from, to]),
  ]);

describe('an audit log entry', () => {
  it('lists the changed fields with their old and new values, and no field that was sent unchanged', async () => {
    const unchanged = {
      name: 'Oak Hill',
      city: 'Albany',
      showReason: true,
      vacancySettings: { fullDayStart: '08:00' },
    };
    expect(await recorded(() => admin.call(updateSchool, { params, body: unchanged })), 'nothing changed').toEqual([]);
    const change = {
      ...unchanged,
      name: 'Oak Hill Elementary',
      phone: '(518) 555-0999',
      bookFirst: true,
      vacancySettings: { fullDayStart: '07:30', fullDayEnd: '15:00', allowMorningShift: true },
    };
    const [entry] = await recorded(() => admin.call(updateSchool, { params, body: change }));
    expect(entry?.changes).toEqual([
      { field: 'name', from: 'Oak Hill', to: 'Oak Hill Elementary' },
      { field: 'phone', from: '(518) 555-0100', to: '(518) 555-0999' },
      { field: 'vacancySettings.fullDayStart', from: '08:00', to: '07:30' },
      { field: 'vacancySettings.allowMorningShift', from: false, to: true },
      { field: 'bookFirst', from: false, to: true },
    ]);
    expect(entry && auditChangeLines(entry).map(({ name, from, to }) => `${name}: ${from} → ${to}`)).toEqual([
      'Name: Oak Hill → Oak Hill Elementary',
      'Phone: (518) 555-0100 → (518) 555-0999',
      'Full day start: 8:00 AM → 7:30 AM',
      'Allow morning shift: no → yes',
      'First request booked automatically: no → yes',
    ]);
    expect((await admin.call(listAudit))[0]?.changes).toEqual(entry?.changes);
  });

  it('names a new district, not its id', async () => {
    const renamed = () => owner.call(updateSchool, { params, body: { district: 'Capital District' } });
    expect(await changesOf(renamed)).toEqual([['school.edit', ['district', null, 'Capital District']]]);
    await owner.call(updateSchool, { params, body: { district: '' } });
  });

  it('shows people by their current names, for a school and for a past day', async () => {
    const next = await makeAdmin(world.db, null, { fullName: 'Cy Doe' });
    expect(
      await changesOf(() => owner.call(updateSchool, { params, body: { adminId: next, isActive: true } })),
    ).toEqual([['school.edit', ['adminId', null, 'Cy Doe']]]);
    const [ann, bob] = [
      await makeSubstitute(world.db, [school.id], { fullName: 'Ann Lee' }),
      await makeSubstitute(world.db, [school.id], { fullName: 'Bob Ray' }),
    ];
    const past = await makeVacancy(world.db, {
      schoolId: school.id,
      teacherId: await makeTeacher(world.db, school.id),
      date: '2026-11-02',
      status: 'filled',
      substituteId: ann,
    });
    const correction = { substituteId: bob, reason: 'Ann had the flu.' };
    expect(
      await changesOf(() => admin.call(correctVacancy, { params: { id: String(past) }, body: correction })),
    ).toEqual([['vacancy.correct', ['substituteId', 'Ann Lee', 'Bob Ray']]]);
  });

  it('has the changed lines of a text', async () => {
    const write = (text: string) => () => admin.call(putLegal, { body: { kind: 'privacy', text } });
    expect(await changesOf(write('# Oak\nWe keep it.\nWrite to us.'))).toEqual([
      ['legal.change', ['text', null, '# Oak\nWe keep it.\nWrite to us.']],
    ]);
    expect(await changesOf(write('# Oak\nWe keep it for a year.\nWrite to us.'))).toEqual([
      ['legal.change', ['text', 'We keep it.', 'We keep it for a year.']],
    ]);
    expect(await changesOf(write('# Oak\nWe keep it for a year.\nWrite to us.'))).toEqual([]);
    const long = 'x'.repeat(20_000);
    const [entry] = await recorded(write(long));
    expect(String(entry?.changes[0]?.to).length).toBe(2000);
    expect(await changesOf(() => admin.call(resetLegal, { query: { kind: 'privacy' } }))).toEqual([
      ['legal.reset', ['text', expect.any(String), null]],
    ]);
  });

  it('never contains a password or text from a person’s profile', async () => {
    const password = 'saffron-lantern-93';
    const { id } = await admin.call(createUser, {
      body: {
        username: 'made_one',
        password,
        confirmPassword: password,
        fullName: 'May One',
        role: 'substitute',
        bio: 'I like saffron.',
        email: 'saffron@example.org',
      },
    });
    await admin.call(resetPassword, { body: { userId: id, newPassword: `${password}-2` } });
    const person = await world.as(id);
    await person.call(updateUser, { params: { id: String(id) }, body: { bio: 'saffron again' } });
    expect(await world.db.query(sql`select act from audit_log where audit_log::text ilike '%saffron%'`)).toEqual([]);
  });

  it('no longer names a person whose account was erased', async () => {
    const id = await makeSubstitute(world.db, [school.id], {
      fullName: 'Zoë (Quill) Feather',
      email: 'quill+school@example.org',
      phone: '(518) 555-0147',
    });
    const other = await makeSchool(world.db, { name: 'Elm' });
    const values = {
      name: 'Zoë (Quill) Feather School',
      phone: '518-555-0147',
      contactEmail: 'Quill+School@example.org',
      address: '5 Feather Street',
    };
    await admin.call(updateSchool, { params, body: values });
    await owner.call(updateSchool, { params: { id: String(other.id) }, body: { phone: '(518) 555-0148' } });
    await admin.call(updateSchool, {
      params,
      body: { name: 'Oak Hill', phone: '(518) 555-0100', contactEmail: 'office@example.org' },
    });
    // The confirmed address is still the old one.
    await world.db.execute(sql`update users set email = 'new@example.org' where id = ${id}`);
    await admin.call(deleteUser, { params: { id: String(id) } });
    // Deleting a school erases its teachers' accounts. The platform's entries stay.
    const doomed = await makeSchool(world.db);
    await makeTeacher(world.db, doomed.id, { fullName: 'Walpurga Thistle', email: 'thistle@example.org' });
    const legal = 'Ask Walpurga Thistle, thistle@example.org.\nOr us.';
    await owner.call(putLegal, { body: { kind: 'terms', text: legal } });
    await owner.call(deleteSchool, { params: { id: String(doomed.id) } });
    const kept = await entries();
    const text = JSON.stringify(kept.map(({ changes }) => changes)).toLowerCase();
    for (const word of ['quill', '555-0147', 'walpurga', 'thistle']) expect(text).not.toContain(word);
    for (const word of ['5 feather street', '555-0148', 'office@example.org', 'ask [removed], [removed].'])
      expect(text).toContain(word);
    const renamed = kept.filter(({ changes }) => changes.some(({ to }) => to === '[removed] School'));
    expect(renamed).toHaveLength(1);
  });

  it('is described in the OpenAPI document, including its changes', async () => {
    const spec = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
    expect(JSON.stringify(spec.paths['/api/audit'])).toMatch(/"changes":.*"field":.*"from":.*"to":/);
  });
});
