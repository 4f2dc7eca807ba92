import { describe, expect, it } from 'vitest';
import { importUsers } from '#contract/invitations.ts';
import { listNotices } from '#contract/messages.ts';
import { getUser } from '#contract/person.ts';
import { listUsers } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import {
  world,
  schoolId,
  admin,
  n,
  preview,
  importing,
  peopleHere,
  setUpInvitationStage,
} from '#test/invitation-stage.ts';

setUpInvitationStage();

describe('a CSV file of people', () => {
  it.each([
    [
      'quotes, commas and line breaks in cells',
      'Full name,Username,Qualifications\n"Lee, Ann ""Annie""",ann_{n},"BA\nMA"',
      'Lee, Ann "Annie"',
    ],
    ['quotes in a cell that is in none', 'Full name,Username\nRobert "Bob" Lee,bob_{n}', 'Robert "Bob" Lee'],
    ['CRLF and the mark of UTF-8', '\uFEFFFull name,Username\r\nZoë Müller,zoe_{n}\r\n', 'Zoë Müller'],
    ['semicolons and columns in another order', 'Username;Email;Name\nzed_{n};;Zed', 'Zed'],
    ['UTF-8 that was taken for Latin-1', 'Full name,Username\nJosÃ© NuÃ±ez,jose_{n}', 'José Nuñez'],
    [
      'empty rows, and cells of an unknown column',
      'Full name,Username,Shoe size\n\n,,\nSam Shoe,sam_{n},44\n\n',
      'Sam Shoe',
    ],
    [
      'a formula, which stays text',
      'Full name,Username\n"=HYPERLINK(""https://evil.example"")",eve_{n}',
      '=HYPERLINK("https://evil.example")',
    ],
    ['what our own export escaped', "Full name,Username,Phone\nPat Phone,pat_{n},'+1 518 555 0100", 'Pat Phone'],
  ])('survives %s', async (_what, csv, name) => {
    const text = csv.replaceAll('{n}', String(n));
    expect(await preview(text)).toMatchObject({ total: 1, good: 1, problems: [], people: [{ fullName: name }] });
    expect((await importing(text)).status).toBe(201);
    expect(await peopleHere()).toEqual([name]);
  });

  it('imports the valid rows, and returns each invalid one with its reason', async () => {
    await makeTeacher(world.db, schoolId, { username: `Taken_${n}`, fullName: 'Already Here' });
    await makeTeacher(world.db, (await makeSchool(world.db)).id, { username: `Else_${n}` });
    const csv = [
      'Full name,Username,Email',
      `Good One,good_${n},good@example.org`,
      `,nameless_${n},`,
      `Bad Mail,mail_${n},nonsense`,
      `Twin One,twin_${n},`,
      `Twin Two,TWIN_${n},`,
      `Taken,taken_${n},`,
      `Taken Elsewhere,else_${n},`,
      'Short,ab,',
      `Spaced,two words,`,
      `Lost \uFFFDetters,lost_${n},`,
      `Too,many_${n},,cells`,
    ].join('\n');
    const { total, good, problems } = await preview(csv);
    expect([total, good]).toEqual([11, 3]);
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'fullName'],
      [4, 'email'],
      [6, 'username'],
      [8, 'username'],
      [9, 'username'],
      [10, 'username'],
      [11, 'fullName'],
      [12, null],
    ]);
    expect(problems.find(({ row }) => row === 6)?.sentence).toBe(`The username TWIN_${n} is already in row 5.`);
    const { status, body } = await importing(csv);
    expect([status, body.created, body.updated]).toEqual([201, 2, 1]);
    expect(await peopleHere()).toEqual(['Good One', 'Taken', 'Twin One']);
    // The returned rows can be corrected and imported again.
    const [header, ...rows] = body.badRows.trim().split('\r\n');
    expect(header).toBe('Full name,Username,Email,What is wrong');
    expect(rows).toHaveLength(8);
    expect(rows[1]).toBe(`Bad Mail,mail_${n},nonsense,Invalid email format`);
    const corrected = `${header}\n${rows[1]?.replace('nonsense', 'mail@example.org')}`;
    expect((await importing(corrected)).body).toMatchObject({ created: 1, badRows: '' });
  });

  it.each([
    ['a password column', 'Full name,Username,Password\nAnn,ann,secret', /password column/],
    ['no header', 'Ann Lee,ann_lee', /'Full name'/],
    [
      'two columns of one name',
      'Name,Full name,Username\nA,B,c',
      /^Two columns have the same meaning: 'Name' and 'Full name'\./,
    ],
    ['no people', 'Full name,Username\n', /no people/],
    ['only rows that are wrong', 'Full name,Phone\nAnn,call me', /No one was added. Fix one row/],
    ['a quotation mark that never ends', 'Full name,Username\n"Ann,ann_1\nBob,bob_1', /No one was added. Fix one row/],
    [
      'more than 5,000 people',
      `Full name,Username\n${Array.from({ length: 5001 }, (_, i) => `P ${i},many_${i}`).join('\n')}`,
      /5,000/,
    ],
  ])('with %s is refused', async (_what, csv, sentence) => {
    const { status, body } = await importing(csv);
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await peopleHere()).toEqual([]);
  });

  it('of 5,000 people is imported at once, and repeated only with its key', async () => {
    const csv = `Full name,Username\n${Array.from({ length: 5000 }, (_, i) => `Person ${i},crowd_${i}`).join('\n')}`;
    const key = { 'idempotency-key': 'import-of-a-crowd' };
    const first = await admin.try(importUsers, { body: { role: 'substitute', csv } }, key);
    expect(first).toMatchObject({ status: 201, body: { created: 5000 } });
    expect(first.body.slips).toHaveLength(5000);
    expect((await admin.try(importUsers, { body: { role: 'substitute', csv } }, key)).body).toEqual(first.body);
    expect((await importing(csv, 'substitute')).body).toMatchObject({ created: 0, updated: 5000, slips: [] });
  }, 60_000);

  it('accepts first and last names, and derives a missing username', async () => {
    await makeTeacher(world.db, schoolId, { username: `zoe_o_${n}` });
    const csv = `First Name,Last Name,Email\nZoë,O ${n},zoe${n}@example.org\nZoe,O ${n},\n,Nameless${n},\n,,`;
    const { people } = await preview(csv);
    expect(people.map(({ fullName, username, becomes }) => [fullName, username, becomes])).toEqual([
      [`Zoë O ${n}`, `zoe_o_${n}_3`, 'created'],
      [`Zoe O ${n}`, `zoe_o_${n}_2`, 'created'],
      [`Nameless${n}`, `nameless${n}`, 'created'],
    ]);
    expect((await importing(csv)).body).toMatchObject({ created: 3, badRows: '' });
    expect(await peopleHere()).toContain(`Zoë O ${n}`);
  });

  it('updates known people by username, email, or name and phone, and adds no one twice', async () => {
    const csv = `Full name,Email,Phone,Department\nAnn A,ann${n}@example.org,,Math\nBob B,,(218) 555-0111,Art`;
    expect((await importing(csv)).body).toMatchObject({ created: 2, updated: 0 });
    const again = csv
      .replace('Ann A', 'Ann Arbor')
      .replace('Art', 'Music')
      .replace('(218) 555-0111', '+1 218-555-0111');
    const { body } = await importing(again);
    expect(body).toMatchObject({ created: 0, updated: 2, joined: 0, mailed: 0, slips: [] });
    const here = await admin.call(listUsers);
    expect(here.map(({ fullName, department }) => [fullName, department])).toEqual([
      ['Ann Arbor', 'Math'],
      ['Bob B', 'Music'],
    ]);
    const twice = await importing(`Full name,Email\nAnn,ANN${n}@example.org\nAnna,ann${n}@example.org`);
    expect(twice.body.badRows).toContain('This is the same person as in row 2.');
  });

  it('fills only empty fields of substitutes who have signed in, and never changes an address', async () => {
    const id = await makeSubstitute(world.db, [schoolId], { username: `own_${n}`, fullName: 'Own Name', phone: null });
    const csv = `Full name,Username,Email,Phone,Qualifications\nOther Name,own_${n},other@example.org,(218) 555-0123,BA`;
    expect((await importing(csv, 'substitute')).body).toMatchObject({ updated: 1 });
    expect(await admin.call(getUser, { params: { id: String(id) } })).toMatchObject({
      fullName: 'Own Name',
      email: `own_${n}@example.org`,
      phone: '(218) 555-0123',
      qualifications: 'BA',
    });
  });

  it('adds a substitute of the district by a confirmed email, and creates a new account for others', async () => {
    const other = (await makeSchool(world.db)).id;
    const near = (await makeSchool(world.db)).id;
    for (const id of [near, schoolId])
      await world.db.execute(sql`with d as (insert into districts (name, created_at) values (${`District ${n}`}, now())
        on conflict (lower(name)) do update set name = districts.name returning id, name)
        update schools s set district_id = d.id, district = d.name from d where s.id = ${id}`);
    const known = await makeSubstitute(world.db, [near], { fullName: 'Nell Near', username: `nell_${n}` });
    await makeSubstitute(world.db, [other], { fullName: 'Fay Far', username: `fay_${n}` });
    await world.db.execute(
      sql`update users set trusted_email = email, email_trusted_at = now()
          where username in (${`nell_${n}`}, ${`fay_${n}`})`,
    );
    const csv = `Name,Email\nNell,nell_${n}@example.org\nFay,fay_${n}@example.org`;
    const { body } = await importing(csv, 'substitute');
    expect(body).toMatchObject({ created: 1, joined: 1, updated: 0 });
    expect((await admin.call(listUsers)).map(({ id, fullName }) => [id === known, fullName])).toEqual([
      [false, 'Fay'],
      [true, 'Nell Near'],
    ]);
    expect((await (await world.as(known)).call(listNotices))[0]?.title).toContain('approved');
  });

  it('is exported as it was imported, and runs no formula in a spreadsheet', async () => {
    await importing(`Full name,Username,Phone\n=1+1,formula_${n},+1 518 555 0100`);
    const text = await (
      await fetch(`${world.url}/api/users/export.csv?role=teacher`, { headers: { cookie: admin.cookie ?? '' } })
    ).text();
    expect(text).toContain(`'=1+1,formula_${n},,'+1 518 555 0100,`);
    const copy = await preview(text.replaceAll(`formula_${n}`, `copy_${n}`));
    expect(copy).toMatchObject({ good: 1, problems: [], people: [{ fullName: '=1+1' }] });
  });
});
