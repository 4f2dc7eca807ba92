import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { currentUser } from '#contract/session.ts';
import {
  acceptInvitation,
  getInvitation,
  importUsers,
  inviteUser,
  joinWithInvitation,
  previewImport,
  renewInvitation,
} from '#contract/invitations.ts';
import { listNotices } from '#contract/messages.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { getUser } from '#contract/person.ts';
import { addKnownSubstitute, createUser, listUsers, resetPassword, updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { codesOf } from '#test/codes.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let admin: Caller;
let visitor: Caller;
let n = 0;
beforeAll(async () => {
  world = await openWorld();
  visitor = await world.as(null);
});
afterAll(() => world.close());
beforeEach(async () => {
  n += 1;
  schoolId = (await makeSchool(world.db, { name: 'Import School' })).id;
  admin = await world.as(await makeAdmin(world.db, schoolId, { fullName: 'Alma Admin' }));
});

const preview = (csv: string, role: 'teacher' | 'substitute' = 'teacher') =>
  admin.call(previewImport, { body: { role, csv } });
const importing = (csv: string, role: 'teacher' | 'substitute' = 'teacher') =>
  admin.try(importUsers, { body: { role, csv } });
const peopleHere = async () => (await admin.call(listUsers)).map(({ fullName }) => fullName);

describe('one invited person', () => {
  it('is approved from the start, and only they ever know a password', async () => {
    const body = { role: 'substitute', fullName: 'Ines Ito', username: `ines_${n}`, email: '' } as const;
    const { mailed, slip } = await admin.call(inviteUser, { body });
    expect(mailed).toBe(false);
    expect(slip).toMatchObject({ fullName: 'Ines Ito', username: `ines_${n}` });
    const [person] = await admin.call(listUsers, { query: { role: 'substitute' } });
    expect(person).toMatchObject({ fullName: 'Ines Ito', isApproved: true, isActive: true, worksHere: true });
    expect(person?.invitedUntil).not.toBeNull();
    const password = 'lantern-meadow-42';
    await visitor.call(acceptInvitation, {
      params: { code: slip?.code ?? '' },
      body: { password, confirmPassword: password },
    });
    const again = await admin.try(inviteUser, { body: { ...body, username: `INES_${n}` } });
    expect([again.status, again.body.code]).toEqual([409, 'username_taken']);
    expect(again.body.fields).toHaveProperty('username');
  });
});

describe('a known substitute', () => {
  const district = async (...ids: number[]) => {
    for (const id of ids)
      await world.db.execute(sql`with d as (insert into districts (name, created_at) values (${`Known ${n}`}, now())
        on conflict (lower(name)) do update set name = districts.name returning id, name)
        update schools s set district_id = d.id, district = d.name from d where s.id = ${id}`);
  };
  const trusted = (id: number) =>
    world.db.execute(
      sql`update users set trusted_email = email, email_trusted_at = now() where id = ${id} and trusted_email is null`,
    );
  const body = (more: object) => ({
    role: 'substitute' as const,
    fullName: 'Somebody',
    username: `some_${n}`,
    ...more,
  });

  it('of the district is found by email or phone, and added instead of a second account', async () => {
    const near = (await makeSchool(world.db)).id;
    await district(near, schoolId);
    const id = await makeSubstitute(world.db, [near], {
      fullName: 'Nell Near',
      username: `nell_known_${n}`,
      phone: '(518) 555-0123',
    });
    await trusted(id);
    for (const mark of [{ email: `NELL_known_${n}@example.org` }, { phone: '+1 518 555 0123' }]) {
      for (const [endpoint, sent] of [
        [inviteUser, body(mark)],
        [createUser, { ...body(mark), password: 'quiet-canal-61', confirmPassword: 'quiet-canal-61' }],
      ] as const) {
        const answer = await admin.try(endpoint, { body: sent });
        expect([answer.status, answer.body.code, answer.body.person]).toEqual([
          409,
          'person_exists',
          { id, fullName: 'Nell Near', worksHere: false },
        ]);
      }
    }
    const params = { id: String(id) };
    expect(await admin.call(addKnownSubstitute, { params })).toMatchObject({ fullName: 'Nell Near', worksHere: true });
    expect((await (await world.as(id)).call(listNotices)).map(({ title }) => title)).toEqual([
      'Your account is approved',
    ]);
    // A repeat changes nothing and notifies no one again.
    await admin.call(addKnownSubstitute, { params });
    expect(await (await world.as(id)).call(listNotices)).toHaveLength(1);
    expect((await admin.try(inviteUser, { body: body({ phone: '518-555-0123' }) })).body.person).toMatchObject({
      worksHere: true,
    });
    // A family shares a phone.
    const other = await admin.try(inviteUser, { body: body({ phone: '518-555-0123', isSomeoneElse: true }) });
    expect(other.status).toBe(201);
  });

  it('must be approved by a school of the district, because anyone can register with another person’s name and phone', async () => {
    const near = (await makeSchool(world.db)).id;
    await district(near, schoolId);
    const named = { fullName: 'Vera Victim', phone: '(518) 555-0177', isApproved: false };
    const impostors = [
      await makeSubstitute(world.db, [near], { ...named, username: `vera_a_${n}` }),
      await makeSubstitute(world.db, [schoolId], { ...named, username: `vera_b_${n}` }),
    ];
    const csv = `Full name,Phone,Username\nVera Victim,518 555 0177,vera_new_${n}\n`;
    expect(await admin.call(importUsers, { body: { role: 'substitute', csv } })).toMatchObject({
      created: 1,
      joined: 0,
      updated: 0,
    });
    const invited = await admin.try(inviteUser, { body: body({ username: `vera_c_${n}`, phone: '(518) 555-0177' }) });
    expect(invited.body.person?.id).not.toBe(impostors[0]);
    expect(invited.body.person?.id).not.toBe(impostors[1]);
    expect((await admin.try(addKnownSubstitute, { params: { id: String(impostors[0]) } })).status).toBe(404);
    const approved = await world.db.query(
      sql`select 1 from substitute_schools where substitute_id = any(${impostors}::bigint[]) and approved_at is not null`,
    );
    expect(approved).toEqual([]);
  });

  it('of another district is invited like anyone else, and not revealed', async () => {
    const far = (await makeSchool(world.db)).id;
    const id = await makeSubstitute(world.db, [far], { username: `fay_known_${n}`, phone: '(518) 555-0155' });
    await trusted(id);
    const known = await admin.try(inviteUser, { body: body({ email: `fay_known_${n}@example.org` }) });
    const unknown = await admin.try(inviteUser, {
      body: body({ username: `other_${n}`, email: `nobody_${n}@example.org` }),
    });
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    expect((await admin.try(addKnownSubstitute, { params: { id: String(id) } })).status).toBe(404);
  });
});

describe('a phone number', () => {
  it.each(['12', 'call me', '555-0100', '(518) 555-01'])('%s is refused everywhere', async (phone) => {
    const sentence = 'Enter a phone number with its area code, such as (218) 555-0100.';
    const one = await admin.try(inviteUser, {
      body: { role: 'teacher', fullName: 'Ann', username: `ann_${n}`, phone },
    });
    const [me] = await world.db.query<{ id: number }>(
      sql`select id from users where school_id = ${schoolId} and role = 'school_admin'`,
    );
    const own = await admin.try(updateUser, { params: { id: String(me?.id) }, body: { phone } });
    for (const { status, body } of [one, own]) expect([status, body.fields?.['phone']]).toEqual([400, sentence]);
    expect((await preview(`Full name,Phone\nAnn,${phone}`)).problems).toEqual([
      { row: 2, name: 'Ann', column: 'phone', sentence },
    ]);
  });
});

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
    expect([first.status, first.body.created, first.body.slips.length]).toEqual([201, 5000, 5000]);
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
      sql`update users set trusted_email = email, email_trusted_at = now() where username in (${`nell_${n}`}, ${`fay_${n}`})`,
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

describe('an invitation', () => {
  const invite = async (role: 'teacher' | 'substitute' = 'teacher') => {
    const answer = await admin.call(importUsers, {
      body: { role, csv: `Full name,Username\nIvy Invited,ivy_${n}_${role}` },
    });
    return answer.slips[0]?.code ?? '';
  };
  const password = { password: 'quiet-canal-61', confirmPassword: 'quiet-canal-61' };

  it.each(['teacher', 'substitute'] as const)('lets a %s choose a password and sign in, once', async (role) => {
    const code = await invite(role);
    const params = { code: code.toUpperCase().replaceAll('-', ' ') };
    expect(await visitor.call(getInvitation, { params })).toEqual({
      fullName: 'Ivy Invited',
      username: `ivy_${n}_${role}`,
      role,
      schoolName: 'Import School',
      expiresAt: '2026-11-30T10:45:00.000Z',
    });
    expect(
      (
        await visitor.try(acceptInvitation, {
          params,
          body: { password: 'ivy invited', confirmPassword: 'ivy invited' },
        })
      ).status,
    ).toBe(400);
    const answers = await Promise.all([1, 2].map(() => visitor.try(acceptInvitation, { params, body: password })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const accepted = answers.find(({ status }) => status === 200);
    expect(accepted?.body).toMatchObject({ username: `ivy_${n}_${role}`, isApproved: true, passwordSetByOther: false });
    const cookie = accepted?.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await visitor.try(currentUser, {}, { cookie })).status).toBe(200);
    expect(
      (await visitor.try(login, { body: { username: `ivy_${n}_${role}`, password: password.password } })).status,
    ).toBe(200);
    expect((await visitor.try(getInvitation, { params })).status).toBe(404);
  });

  it('ends after seven days, and when the password is reset', async () => {
    const code = await invite();
    const start = world.time.now;
    world.time.now = new Date('2026-11-30T10:45:01Z');
    expect((await visitor.try(acceptInvitation, { params: { code }, body: password })).status).toBe(404);
    world.time.now = start;
    const [ivy] = await admin.call(listUsers);
    await admin.call(resetPassword, { body: { userId: ivy?.id ?? 0, newPassword: 'violet-anchor-9' } });
    expect((await visitor.try(getInvitation, { params: { code } })).status).toBe(404);
  });

  it('can be renewed until a password is chosen, even if expired, which ends the earlier one', async () => {
    const code = await invite();
    const ivy = async () => (await admin.call(listUsers))[0];
    expect(await ivy()).toMatchObject({ invitedUntil: '2026-11-30T10:45:00.000Z' });
    expect((await ivy())?.can).toContain('invite');
    const params = { id: String((await ivy())?.id) };
    const start = world.time.now;
    world.time.now = new Date('2027-02-01T12:00:00Z');
    const late = await world.as(await makeAdmin(world.db, schoolId));
    const { mailed, slip } = await late.call(renewInvitation, { params, body: {} });
    expect([mailed, slip?.expiresAt]).toEqual([false, '2027-02-08T12:00:00.000Z']);
    expect((await visitor.try(getInvitation, { params: { code } })).status).toBe(404);
    expect((await visitor.try(acceptInvitation, { params: { code: slip?.code ?? '' }, body: password })).status).toBe(
      200,
    );
    world.time.now = start;
    expect(await ivy()).toMatchObject({ invitedUntil: null });
    expect((await ivy())?.can).not.toContain('invite');
    expect((await admin.try(renewInvitation, { params, body: {} })).body).toMatchObject({
      code: 'has_password',
      error: 'Ivy Invited already has a password. You can reset it.',
    });
    const elsewhere = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    expect((await elsewhere.try(renewInvitation, { params, body: {} })).status).toBe(404);
  });

  it('is stored only as a hash, and no password works before it is used', async () => {
    const code = await invite();
    expect(await world.db.query(sql`select 1 from invitations where code_hash = ${hashOfCode(code)}`)).toHaveLength(1);
    for (const guess of ['', code, 'password'])
      expect(
        (await visitor.try(login, { body: { username: `ivy_${n}_teacher`, password: guess } })).status,
      ).toBeGreaterThanOrEqual(400);
  });

  it('is mailed if there is an address and mail is set up, otherwise printed as a slip', async () => {
    const mailing = await openWorld({ SMTP_URL: 'smtp://localhost:1' });
    try {
      const { id } = await makeSchool(mailing.db, { name: 'Mail School' });
      const sender = await mailing.as(await makeAdmin(mailing.db, id, { fullName: 'Alma Admin' }));
      const csv = 'Full name,Username,Email\nMia Mail,mia_mail,mia@example.org\nSid Slip,sid_slip,';
      const answer = await sender.call(importUsers, { body: { role: 'teacher', csv } });
      expect(answer).toMatchObject({ created: 2, mailed: 1, slips: [{ username: 'sid_slip' }] });
      const [notice] = await mailing.db.query<{ id: number }>(
        sql`select n.recipient_id as id from notices n join deliveries d on d.notice_id = n.id where n.kind = 'invitation' and d.channel = 'email' and d.status = 'queued' and d.address = 'mia@example.org'`,
      );
      expect(
        await (
          await mailing.as(null)
        ).call(getInvitation, { params: { code: (await codesOf(mailing.db, notice?.id ?? 0))[0] ?? '' } }),
      ).toMatchObject({ username: 'mia_mail' });
      const [mia, sid] = await sender.call(listUsers);
      expect(await sender.call(renewInvitation, { params: { id: String(mia?.id) }, body: {} })).toEqual({
        mailed: true,
        slip: null,
      });
      expect(
        await sender.call(renewInvitation, { params: { id: String(mia?.id) }, body: { onPaper: true } }),
      ).toMatchObject({ mailed: false, slip: { username: 'mia_mail' } });
      expect(await sender.call(renewInvitation, { params: { id: String(sid?.id) }, body: {} })).toMatchObject({
        mailed: false,
        slip: { username: 'sid_slip' },
      });
    } finally {
      await mailing.close();
    }
  });
});

/** Returns a teacher's account that the school made, with an invitation. */
const inviteTeacher = async () => {
  const body = { role: 'teacher', fullName: 'Tom T.', username: `tt_${n}`, email: '' } as const;
  const { slip } = await admin.call(inviteUser, { body });
  const person = (await admin.call(listUsers, { query: { role: 'teacher' } })).find(
    ({ fullName }) => fullName === 'Tom T.',
  );
  return { params: { code: slip?.code ?? '' }, id: person?.id ?? 0 };
};

describe('an invited teacher who already has an account', () => {
  const staff = async (caller = admin) =>
    (await caller.call(listUsers, { query: { role: 'teacher' } })).map(({ fullName, isApproved }) => [
      fullName,
      isApproved,
    ]);

  it('moves to the school with it, unless an absence elsewhere is still ahead; both schools hear of it', async () => {
    const { params, id } = await inviteTeacher();
    const old = await makeSchool(world.db, { name: 'Old School' });
    const oldAdmin = await world.as(await makeAdmin(world.db, old.id));
    const ownId = await makeTeacher(world.db, old.id, { fullName: 'Tom Tall' });
    const own = await world.as(ownId);
    const ahead = await makeVacancy(world.db, { schoolId: old.id, teacherId: ownId, date: '2026-12-01' });
    const past = await makeVacancy(world.db, { schoolId: old.id, teacherId: ownId, date: '2026-11-02' });
    const posted = await makeVacancy(world.db, { schoolId, teacherId: id, date: '2026-12-01' });
    expect(await own.try(joinWithInvitation, { params })).toMatchObject({
      status: 409,
      body: {
        code: 'has_absences',
        error: 'You still have an upcoming absence at Old School. Cancel it first, or ask the front office to.',
      },
    });
    await world.db.execute(sql`update vacancies set deleted_at = now() where id = ${ahead}`);
    expect(await own.call(joinWithInvitation, { params })).toEqual({ schoolName: 'Import School', isApproved: true });
    expect([await staff(), await staff(oldAdmin)]).toEqual([[['Tom Tall', true]], []]);
    expect((await own.call(currentUser)).schools.map(({ name }) => name)).toEqual(['Import School']);
    expect(
      await world.db.query(
        sql`select id, teacher_id as "teacherId" from vacancies where id in (${past}, ${posted}) order by id`,
      ),
    ).toEqual([
      { id: past, teacherId: ownId },
      { id: posted, teacherId: ownId },
    ]);
    expect((await own.try(getVacancy, { params: { id: String(past) } })).status).toBe(404);
    expect((await oldAdmin.call(getVacancy, { params: { id: String(past) } })).teacherName).toBe('Tom Tall');
    const [told] = await admin.call(listNotices);
    expect([told?.title, told?.path]).toEqual([
      'Invitation accepted: Tom Tall',
      `/dashboard/school-admin/manage-teachers?person=${ownId}`,
    ]);
    expect((await oldAdmin.call(listNotices)).map(({ title }) => title)).toEqual(['Tom Tall left Old School']);
    expect((await own.try(joinWithInvitation, { params })).status).toBe(404);
  });

  it('leaves everything about the classes and students of the old school behind, and gets what the new one prepared', async () => {
    const { params, id } = await inviteTeacher();
    const old = await makeSchool(world.db, { name: 'Plan School' });
    const ownId = await makeTeacher(world.db, old.id);
    const own = await world.as(ownId);
    const uncovered = await makeVacancy(world.db, {
      schoolId: old.id,
      teacherId: await makeTeacher(world.db, old.id),
      date: '2026-12-01',
    });
    for (const [teacher, school, word] of [
      [ownId, old.id, 'Old'],
      [id, schoolId, 'New'],
    ] as const) {
      await world.db
        .execute(sql`with file as (insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
          values (${teacher}, ${teacher}, ${word}, 'application/pdf', 1, 'x', now(), now()) returning id)
        insert into emergency_plans (teacher_id, seating, file_ids, checked_at) select ${teacher}, ${word}, array[id], now() from file`);
      await world.db.execute(sql`insert into student_details (teacher_id, words) values (${teacher}, ${word})`);
      await world.db.execute(
        sql`insert into timetables (teacher_id, school_id, slots) values (${teacher}, ${school}, '[]')`,
      );
    }
    await world.db.execute(
      sql`insert into employee_ids (school_id, substitute_id, employee_id) values (${schoolId}, ${id}, 'T1')`,
    );
    await world.db
      .execute(sql`insert into cover_periods (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title)
      select id, '1', school_id, date, start_time, end_time, starts_at, ends_at, 'Algebra' from vacancies where id = ${uncovered}`);
    await world.db
      .execute(sql`insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at, ends_at, kind, place, state, asked_at, asked_by_id, answered_at)
      select id, '1', school_id, ${ownId}, date, start_time, end_time, starts_at, ends_at, 'period', 'here', 'accepted', now(), ${ownId}, now() from vacancies where id = ${uncovered}`);

    await own.call(joinWithInvitation, { params });
    const [found] = await world.db.query(sql`select
        (select seating from emergency_plans where teacher_id = ${ownId}) as seating,
        (select words from student_details where teacher_id = ${ownId}) as details,
        (select string_agg(f.name, ' ') from plan_files f join emergency_plans p on f.id = any(p.file_ids) where f.teacher_id = ${ownId}) as files,
        (select school_id from timetables where teacher_id = ${ownId}) as timetable,
        (select employee_id from employee_ids where substitute_id = ${ownId}) as "employeeId",
        (select state from covers where vacancy_id = ${uncovered}) as cover,
        (select covered_inside from vacancies where id = ${uncovered}) as "isCovered"`);
    expect(found).toEqual({
      seating: 'New',
      details: 'New',
      files: 'New',
      timetable: schoolId,
      employeeId: 'T1',
      cover: 'canceled',
      isCovered: false,
    });
  });

  it('is approved by it while waiting, but decided on again where this school declined them', async () => {
    for (const isRejected of [false, true]) {
      const { params } = await inviteTeacher();
      const ownId = await makeTeacher(world.db, schoolId, { fullName: 'Tom Tall', isApproved: false });
      if (isRejected) await world.db.execute(sql`update users set rejected_at = now() where id = ${ownId}`);
      const own = await world.as(ownId);
      expect((await own.call(joinWithInvitation, { params })).isApproved).toBe(!isRejected);
      expect(await staff()).toEqual([['Tom Tall', !isRejected]]);
      await world.db.execute(sql`update users set deleted_at = now() where id = ${ownId}`);
    }
  });

  it('is not for the invitation of a substitute', async () => {
    const body = { role: 'substitute', fullName: 'Ines I.', username: `own_${n}`, email: '' } as const;
    const { slip } = await admin.call(inviteUser, { body });
    const own = await world.as(await makeTeacher(world.db, schoolId));
    expect((await own.try(joinWithInvitation, { params: { code: slip?.code ?? '' } })).status).toBe(403);
  });
});

describe('an invited substitute who already has an account', () => {
  const invite = async (username: string) => {
    const body = { role: 'substitute', fullName: 'Ines I.', username, email: '' } as const;
    const { slip } = await admin.call(inviteUser, { body });
    const [person] = await admin.call(listUsers, { query: { role: 'substitute' } });
    return { params: { code: slip?.code ?? '' }, id: person?.id ?? 0 };
  };
  const elsewhere = async (parts: { isApproved?: boolean } = {}) => {
    const other = await makeSchool(world.db);
    const id = await makeSubstitute(world.db, [other.id], { fullName: 'Ines Ito', ...parts });
    return { id, caller: await world.as(id) };
  };
  const here = async () =>
    (await admin.call(listUsers, { query: { role: 'substitute' } })).map(({ fullName, worksHere }) => [
      fullName,
      worksHere,
    ]);

  it('adds the school to it, and the account that was made for them is gone', async () => {
    const { params, id } = await invite(`join_${n}`);
    const { id: ownId, caller } = await elsewhere();
    expect(await here()).toEqual([['Ines I.', true]]);
    expect(await caller.call(joinWithInvitation, { params })).toEqual({
      schoolName: 'Import School',
      isApproved: true,
    });
    expect(await here()).toEqual([['Ines Ito', true]]);
    const user = await caller.call(currentUser);
    expect(user.schools.map(({ name }) => name)).toContain('Import School');
    const [gone] = await world.db.query(
      sql`select username, deleted_at is not null as "isGone" from users where id = ${id}`,
    );
    expect(gone).toEqual({ username: null, isGone: true });
    expect((await visitor.try(getInvitation, { params })).status).toBe(404);
    expect((await caller.try(joinWithInvitation, { params })).status).toBe(404);
    const [told] = await admin.call(listNotices);
    expect(told?.title).toBe('Invitation accepted: Ines Ito');
    expect(told?.path).toBe(`/dashboard/school-admin/manage-substitutes?person=${ownId}`);
  });

  it('works for someone who still waits for an approval elsewhere, and for one of two at once', async () => {
    const { params } = await invite(`race_${n}`);
    const [one, other] = [await elsewhere({ isApproved: false }), await elsewhere()];
    const answers = await Promise.all([one, other].map(({ caller }) => caller.try(joinWithInvitation, { params })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await here()).toEqual([['Ines Ito', true]]);
  });

  it('only applies again where the school declined this account', async () => {
    const { params } = await invite(`again_${n}`);
    const { id, caller } = await elsewhere();
    await world.db.execute(
      sql`insert into substitute_schools (substitute_id, school_id, selected_at, rejected_at) values (${id}, ${schoolId}, now(), now())`,
    );
    expect(await caller.call(joinWithInvitation, { params })).toMatchObject({ isApproved: false });
    expect(await here()).toEqual([['Ines Ito', false]]);
  });

  it('releases what the made account was booked for', async () => {
    const { params, id } = await invite(`booked_${n}`);
    const teacherId = await makeTeacher(world.db, schoolId);
    const vacancy = await makeVacancy(world.db, {
      schoolId,
      teacherId,
      date: '2026-12-01',
      status: 'filled',
      substituteId: id,
    });
    const { caller } = await elsewhere();
    await caller.call(joinWithInvitation, { params });
    const [row] = await world.db.query(
      sql`select status, substitute_id as "substituteId" from vacancies where id = ${vacancy}`,
    );
    expect(row).toEqual({ status: 'open', substituteId: null });
  });

  it('is not for the invitation of a teacher', async () => {
    const { params } = await inviteTeacher();
    const { caller } = await elsewhere();
    expect((await caller.try(joinWithInvitation, { params })).status).toBe(403);
    expect((await visitor.try(getInvitation, { params })).status).toBe(200);
  });
});
