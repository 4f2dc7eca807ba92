import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { currentUser } from '#contract/session.ts';
import {
  acceptInvitation,
  getInvitation,
  importUsers,
  inviteUser,
  previewImport,
  renewInvitation,
} from '#contract/invitations.ts';
import { listUsers, resetPassword } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { codesOf } from '#test/codes.ts';
import { makeAdmin, makeSchool, makeTeacher } from '#test/make.ts';
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
  it('is approved from the start, and nobody but them ever knows a password', async () => {
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

  it('names every bad row with its reason, and adds nobody', async () => {
    await makeTeacher(world.db, schoolId, { username: `Taken_${n}`, fullName: 'Already Here' });
    const csv = [
      'Full name,Username,Email',
      `Good One,good_${n},good@example.org`,
      `,nameless_${n},`,
      `Bad Mail,mail_${n},nonsense`,
      `Twin One,twin_${n},`,
      `Twin Two,TWIN_${n},`,
      `Taken,taken_${n},`,
      'Short,ab,',
      `Spaced,two words,`,
      `Lost \uFFFDetters,lost_${n},`,
      `Too,many_${n},,cells`,
    ].join('\n');
    const { total, good, problems } = await preview(csv);
    expect([total, good]).toEqual([10, 2]);
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [3, 'fullName'],
      [4, 'email'],
      [6, 'username'],
      [7, 'username'],
      [8, 'username'],
      [9, 'username'],
      [10, 'fullName'],
      [11, null],
    ]);
    expect(problems.find(({ row }) => row === 6)?.sentence).toBe(`The username TWIN_${n} is already in row 5.`);
    const answer = await importing(csv);
    expect([answer.status, answer.body.error]).toEqual([400, 'No one was added. Fix 8 rows and try again.']);
    expect(answer.body.fields).toMatchObject({
      'row 4': 'Invalid email format',
      'row 7': `The username taken_${n} is already taken. Choose another.`,
    });
    expect(await peopleHere()).toEqual(['Already Here']);
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

  it('of 5,000 people is taken at once, and twice only with its key', async () => {
    const csv = `Full name,Username\n${Array.from({ length: 5000 }, (_, i) => `Person ${i},crowd_${i}`).join('\n')}`;
    const key = { 'idempotency-key': 'import-of-a-crowd' };
    const first = await admin.try(importUsers, { body: { role: 'substitute', csv } }, key);
    expect([first.status, first.body.created, first.body.slips.length]).toEqual([201, 5000, 5000]);
    expect((await admin.try(importUsers, { body: { role: 'substitute', csv } }, key)).body).toEqual(first.body);
    expect((await importing(csv, 'substitute')).status).toBe(400);
  }, 30_000);

  it('goes out as it came in, and runs nothing in a spreadsheet', async () => {
    await importing(`Full name,Username,Phone\n=1+1,formula_${n},+1 518`);
    const text = await (
      await fetch(`${world.url}/api/users/export.csv?role=teacher`, { headers: { cookie: admin.cookie ?? '' } })
    ).text();
    expect(text).toContain(`'=1+1,formula_${n},,'+1 518,`);
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

  it.each(['teacher', 'substitute'] as const)('lets a %s choose a password and in, once', async (role) => {
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

  it('ends after seven days, and when somebody resets the password', async () => {
    const code = await invite();
    const start = world.time.now;
    world.time.now = new Date('2026-11-30T10:45:01Z');
    expect((await visitor.try(acceptInvitation, { params: { code }, body: password })).status).toBe(404);
    world.time.now = start;
    const [ivy] = await admin.call(listUsers);
    await admin.call(resetPassword, { body: { userId: ivy?.id ?? 0, newPassword: 'violet-anchor-9' } });
    expect((await visitor.try(getInvitation, { params: { code } })).status).toBe(404);
  });

  it('is renewed while nobody has chosen a password, also after its end, and the one before ends', async () => {
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

  it('is kept by its hash alone, and no password fits before it was used', async () => {
    const code = await invite();
    expect(await world.db.query(sql`select 1 from invitations where code_hash = ${hashOfCode(code)}`)).toHaveLength(1);
    for (const guess of ['', code, 'password'])
      expect(
        (await visitor.try(login, { body: { username: `ivy_${n}_teacher`, password: guess } })).status,
      ).toBeGreaterThanOrEqual(400);
  });

  it('goes by mail where there is an address and mail is set up, and as a slip where not', async () => {
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
