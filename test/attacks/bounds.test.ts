import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { getEmailLink, sendEmailLink } from '#contract/email-links.ts';
import { askForPasswordLink } from '#contract/password-links.ts';
import { renewRecoveryCodes } from '#contract/second-factor.ts';
import { startSms } from '#contract/sms.ts';
import { deleteAvailability, putAvailability } from '#contract/availability-changes.ts';
import { updateGeneralAvailability, updateUser } from '#contract/users.ts';
import {
  declineVacancy,
  releaseSubstitute,
  undeclineVacancy,
  updateVacancy,
  withdrawRequest,
} from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let admin: number;
let visitor: Caller;
beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
  oak = (await makeSchool(world.db)).id;
  admin = await makeAdmin(world.db, oak, { email: 'oak.admin@example.org' });
  visitor = await world.as(null);
});
afterAll(() => world.close());
beforeEach(() => (world.time.now = mondayMorning));

const at = (id: number) => ({ params: { id: String(id) } });
const from = (address: string) => ({ 'x-forwarded-for': address });
/** Simulates earlier calls. */
const countedSo = (key: string, count: number) =>
  world.db.execute(sql`insert into attempts (key, window_start, count) values (${key}, ${mondayMorning}, ${count})
    on conflict (key) do update set count = excluded.count`);
let names = 0;
function triesToRegister(email: string, address: string, schoolId: number | null = null) {
  names += 1;
  const password = 'orchard-violin-7';
  const body = {
    username: `stranger_${names}`,
    email,
    schoolId,
    role: 'substitute' as const,
    fullName: `Stranger ${names}`,
    password,
    confirmPassword: password,
  };
  return visitor.try(register, { body }, from(address));
}
async function registers(email: string, address: string, schoolId: number | null = null): Promise<number> {
  const { status, body: user } = await triesToRegister(email, address, schoolId);
  expect(status).toBe(201);
  return user.id;
}
const linksOf = async (id: number) =>
  (await world.db.query(sql`select from notices where recipient_id = ${id} and kind = 'email_link'`)).length;

describe('registrations', () => {
  it('are limited per hour and network', async () => {
    await countedSo('register:198.51.108.1', world.config.REGISTRATIONS_PER_HOUR - 1);
    await registers('within@example.org', '198.51.108.1');
    const { status, headers } = await triesToRegister('beyond.it@example.org', '198.51.108.1');
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
    await registers('from.elsewhere@example.org', '198.51.108.2');
    world.time.now = new Date(mondayMorning.getTime() + 3_600_000);
    await registers('an.hour.later@example.org', '198.51.108.1');
  });
});

describe('links that confirm an address', () => {
  it('go to few strangers in a day from one network, however many accounts are made there', async () => {
    const first = await registers('first@example.org', '198.51.100.1');
    await countedSo('email-links-from:198.51.100.0/24', 199);
    const last = await registers('last@example.org', '198.51.100.2');
    const beyond = await registers('beyond@example.org', '198.51.100.3');
    const elsewhere = await registers('elsewhere@example.org', '198.51.101.3');
    expect(await Promise.all([first, last, beyond, elsewhere].map(linksOf))).toEqual([1, 1, 0, 1]);
    const again = async (address: string) =>
      (await (await world.as(beyond)).try(sendEmailLink, {}, from(address))).status;
    expect([await again('198.51.100.4'), await again('198.51.101.4')]).toEqual([429, 200]);
    const flip = { ...at(beyond), body: { email: 'another.stranger@example.org' } };
    expect((await (await world.as(beyond)).try(updateUser, flip, from('198.51.100.5'))).status).toBe(429);
  });

  it('go to five addresses of one account a day, including the one it registered with', async () => {
    const id = await registers('flip.0@example.org', '198.51.102.1');
    const self = await world.as(id);
    const statuses = [];
    for (let flip = 1; flip <= 5; flip += 1)
      statuses.push((await self.try(updateUser, { ...at(id), body: { email: `flip.${flip}@example.org` } })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await linksOf(id)).toBe(5);
  });

  it('go to one mailbox three times in a day, regardless of a tag in its name', async () => {
    const ids = [];
    for (const tag of ['', '+one', '+two', '+three'])
      ids.push(await registers(`Tagged${tag}@example.org`, '198.51.103.1'));
    expect(await Promise.all(ids.map(linksOf))).toEqual([1, 1, 1, 0]);
  });

  it('go to one Gmail mailbox three times in a day, wherever its name has dots', async () => {
    const ids = [];
    for (const address of ['ann.lee@gmail.com', 'a.n.n.lee@gmail.com', 'annlee+x@googlemail.com', 'an.nl.ee@gmail.com'])
      ids.push(await registers(address, '198.51.106.1'));
    expect(await Promise.all(ids.map(linksOf))).toEqual([1, 1, 1, 0]);
    expect(await linksOf(await registers('ann.lee@example.com', '198.51.106.1'))).toBe(1);
    expect(await linksOf(await registers('an.nlee@example.com', '198.51.106.1')), 'elsewhere, dots count').toBe(1);
  });

  it('can be guessed a hundred times a minute from one network, not from each of its addresses', async () => {
    const guess = async (address: string) =>
      (await visitor.try(getEmailLink, { params: { code: 'aaaa-bbbb-cccc-dddd' } }, from(address))).status;
    expect(await guess('2001:db8:7:7::1')).toBe(404);
    await world.db.execute(sql`update attempts set count = 99 where key like 'email-code:2001:db8:7:7:%'`);
    expect([await guess('2001:db8:7:7::2'), await guess('2001:db8:7:7::3')]).toEqual([404, 429]);
  });
});

describe('links to a new password', () => {
  it('for one name can be requested ten times a day from one network, and still from any other', async () => {
    const ask = async (username: string, address: string) =>
      (await visitor.try(askForPasswordLink, { body: { username } }, from(address))).status;
    expect(await ask('ann_lee', '198.51.107.1')).toBe(200);
    await countedSo('password-link-for:198.51.107.1:ann_lee', 9);
    expect([await ask('Ann_Lee', '198.51.107.1'), await ask('@ann_lee', '198.51.107.1')]).toEqual([200, 429]);
    expect([await ask('bob_lee', '198.51.107.1'), await ask('ann_lee', '198.51.107.2')]).toEqual([200, 200]);
  });
});

describe('applications', () => {
  const toldOf = async (id: number) =>
    (await world.db.query(sql`select from notices where cause like ${`account:${id}:pending:%`}`)).length;

  it('are mailed to an administrator fifty times in a day, and still listed', async () => {
    for (let n = 0; n < 50; n += 1) {
      await world.db
        .execute(sql`insert into notices (cause, kind, recipient_id, school_id, facts, is_urgent, in_app, created_at)
        values (${`account:0:pending:${n}`}, 'account_pending', ${admin}, ${oak},
          '{}', false, true, ${mondayMorning})`);
    }
    const id = await registers('fifty.first@example.org', '198.51.104.1', oak);
    const [mail] = await world.db.query<{ status: string }>(
      sql`select d.status from deliveries d join notices n on n.id = d.notice_id
          where n.cause = ${`account:${id}:pending:${oak}`}`,
    );
    expect(mail).toEqual({ status: 'dropped' });
    await world.db.execute(sql`delete from notices where recipient_id = ${admin}`);
  });

  it('of one person notify a hundred schools in a day', async () => {
    const id = await makeSubstitute(world.db, [], { isApproved: false });
    await countedSo(`applications-of:${id}`, 99);
    const schools = [oak, (await makeSchool(world.db)).id];
    await makeAdmin(world.db, schools[1] ?? 0);
    await (await world.as(id)).call(updateUser, { ...at(id), body: { selectedSchoolIds: JSON.stringify(schools) } });
    expect(await toldOf(id)).toBe(1);
  });

  it('cannot be withdrawn without limit, because each time reopens bookings and updates other screens', async () => {
    const id = await makeSubstitute(world.db, [oak], { isApproved: false });
    const self = await world.as(id);
    await countedSo(`schools-left:${id}`, 29);
    const choose = async (ids: number[]) =>
      (await self.try(updateUser, { ...at(id), body: { selectedSchoolIds: JSON.stringify(ids) } })).status;
    expect([await choose([]), await choose([oak]), await choose([])]).toEqual([200, 200, 429]);
    const [left] = await world.db.query(
      sql`select from substitute_schools where substitute_id = ${id} and is_selected`,
    );
    expect(left, 'nothing is changed then').toBeDefined();
  });
});

describe('writes to one’s own record', () => {
  it('are counted: the profile', async () => {
    const id = await makeSubstitute(world.db, [], { isApproved: false });
    const self = await world.as(id);
    await countedSo(`profile:${id}`, 299);
    const save = async (bio: string) => (await self.try(updateUser, { ...at(id), body: { bio } })).status;
    expect([await save('one'), await save('two')]).toEqual([200, 429]);
  });

  it('are counted: the weekly availability, together with the profile', async () => {
    const id = await makeSubstitute(world.db, [], { isApproved: false });
    const self = await world.as(id);
    await countedSo(`profile:${id}`, 299);
    const save = async (monday: string) => {
      const body = { generalAvailability: JSON.stringify({ monday }) };
      return (await self.try(updateGeneralAvailability, { ...at(id), body })).status;
    };
    expect([await save('morning'), await save('all_day')]).toEqual([200, 429]);
  });

  it('are counted: single dates, set and cleared', async () => {
    const id = await makeSubstitute(world.db, [], { isApproved: false });
    const self = await world.as(id);
    await countedSo(`availability:${id}`, 998);
    const date = '2026-12-07';
    const set = async () => (await self.try(putAvailability, { body: { date, status: 'unavailable' } })).status;
    const clear = async () => (await self.try(deleteAvailability, { query: { date } })).status;
    expect([await set(), await clear(), await set(), await clear()]).toEqual([200, 200, 429, 429]);
  });
});

describe('requests', () => {
  it('of one person for one vacancy are limited to ten a day, even if each is booked and then canceled', async () => {
    const teacherId = await makeTeacher(world.db, oak);
    const vacancy = await makeVacancy(world.db, { schoolId: oak, teacherId, date: '2026-12-08' });
    await world.db.execute(sql`update vacancies set book_first = true where id = ${vacancy}`);
    const ann = await world.as(await makeSubstitute(world.db, [oak]));
    const request = async () =>
      (await ann.try(updateVacancy, { ...at(vacancy), body: { status: 'pending_approval' } })).status;
    for (let n = 0; n < 10; n += 1) {
      expect(await request()).toBe(200);
      await ann.call(releaseSubstitute, { ...at(vacancy), body: { reason: 'I am ill.' } });
    }
    expect(await request()).toBe(429);
  });
});

describe('the contract', () => {
  it.each([
    updateUser,
    putAvailability,
    deleteAvailability,
    updateVacancy,
    withdrawRequest,
    declineVacancy,
    undeclineVacancy,
    renewRecoveryCodes,
    sendEmailLink,
    startSms,
  ])('declares that $name can answer 429', ({ errors }) => expect(errors).toContain('too_many_requests'));
});
