import { describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { currentUser } from '#contract/session.ts';
import { acceptInvitation, getInvitation, importUsers, inviteUser, renewInvitation } from '#contract/invitations.ts';
import { listNotices } from '#contract/messages.ts';
import { addKnownSubstitute, createUser, listUsers, resetPassword, updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { codesOf } from '#test/codes.ts';
import { makeAdmin, makeSchool, makeSubstitute } from '#test/make.ts';
import { openWorld } from '#test/world.ts';
import { world, schoolId, admin, visitor, n, preview, setUpInvitationStage } from '#test/invitation-stage.ts';

setUpInvitationStage();

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
      sql`select 1 from substitute_schools
          where substitute_id = any(${impostors}::bigint[]) and approved_at is not null`,
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
    for (const late of [
      await visitor.try(acceptInvitation, { params: { code }, body: password }),
      await visitor.try(getInvitation, { params: { code } }),
    ])
      expect([late.status, late.body.error]).toEqual([
        404,
        'This invitation has expired. Ask your school for a new one.',
      ]);
    world.time.now = start;
    const [ivy] = await admin.call(listUsers);
    await admin.call(resetPassword, { body: { userId: ivy?.id ?? 0, newPassword: 'violet-anchor-9' } });
    const ended = await visitor.try(getInvitation, { params: { code } });
    expect([ended.status, ended.body.error]).toEqual([
      404,
      expect.stringContaining("If you've used it, sign in with your password."),
    ]);
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
        sql`select n.recipient_id as id from notices n join deliveries d on d.notice_id = n.id
            where n.kind = 'invitation' and d.channel = 'email' and d.status = 'queued'
            and d.address = 'mia@example.org'`,
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
