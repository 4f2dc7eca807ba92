import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getSmsCodes, startSms } from '#contract/sms.ts';
import { sql } from '#server/db/database.ts';
import { makeOwner, makeSchool, makeSubstitute } from '#test/make.ts';
import { mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: '1', SMS_CODES_PER_DAY: '200' });
  schoolId = (await makeSchool(world.db)).id;
});
afterAll(() => world.close());
beforeEach(() => (world.time.now = mondayMorning));

const hour = 3_600_000;
const someone = async (parts = {}) => world.as(await makeSubstitute(world.db, [schoolId], parts));
const codesTo = async (number: string) =>
  (await world.db.query(sql`select from deliveries where channel = 'sms' and address = ${number}`)).length;
let numbers = 0;
const freshNumber = () => `+1518555${String((numbers += 1)).padStart(4, '0')}`;
type Caller = Awaited<ReturnType<typeof someone>>;
const ask = async (caller: Caller, phone: string, from = '203.0.113.9') =>
  (await caller.try(startSms, { body: { phone, agreed: true } }, { 'x-forwarded-for': from })).status;

describe('a code by text message', () => {
  it.each([
    ['an Inmarsat satellite phone', '+870773111632'],
    ['an Iridium satellite phone', '+881612345678'],
    ['an international network', '+882161234567'],
    ['a North American premium number', '+19002345678'],
    ['a toll-free number', '+18002345678'],
    ['a country that is not allowed', '+447400123456'],
    ['a Caribbean country with the North American prefix', '+18762101234'],
    ['digits that are not a phone number', '+10005550123'],
  ])('does not go to %s', async (_what, number) => {
    const caller = await someone();
    const { status, body } = await caller.try(startSms, { body: { phone: number, agreed: true } });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['phone']]);
    expect(await codesTo(number)).toBe(0);
  });

  it('is for people whom a school approved or whose email address is trusted', async () => {
    const number = freshNumber();
    const stranger = await someone({ isApproved: false });
    expect(await ask(stranger, number)).toBe(403);
    expect(await codesTo(number)).toBe(0);
    expect(await ask(await someone(), number)).toBe(200);
    expect(await codesTo(number)).toBe(1);
    const [id] = await world.db.query<{ id: number }>(
      sql`update users set trusted_email = email, email_trusted_at = now(), email_proved = true where not is_approved
          returning id`,
    );
    expect(await ask(await world.as(id?.id ?? 0), freshNumber())).toBe(200);
  });

  it('is limited per number, across all people', async () => {
    const number = freshNumber();
    const statuses = [];
    for (let person = 0; person < 6; person += 1) statuses.push(await ask(await someone(), number));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is limited for a person in an hour and a day', async () => {
    const caller = await someone();
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push(await ask(caller, freshNumber()));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    world.time.now = new Date(mondayMorning.getTime() + 2 * hour);
    for (let tries = 0; tries < 5; tries += 1) expect(await ask(caller, freshNumber())).toBe(200);
    world.time.now = new Date(mondayMorning.getTime() + 4 * hour);
    expect(await ask(caller, freshNumber())).toBe(429);
  });

  it.each([
    ['one /24 of IPv4', (n: number) => `198.51.100.${n}`],
    ['one /64 of IPv6', (n: number) => `2001:db8:1:2:${n.toString(16)}::1`],
  ])('is limited for %s, across all of its addresses', async (_what, address) => {
    expect(await ask(await someone(), freshNumber(), address(1))).toBe(200);
    // One request is left in this hour.
    await world.db.execute(sql`update attempts set count = 59 where key like 'sms-code-from:%' and count = 1`);
    expect(await ask(await someone(), freshNumber(), address(2))).toBe(200);
    expect(await ask(await someone(), freshNumber(), address(3))).toBe(429);
  });

  it('is limited for the whole installation, and the platform owner is warned', async () => {
    const perDay = 200;
    await world.db.execute(sql`delete from sms_code_days`);
    expect(await ask(await someone(), freshNumber())).toBe(200);
    expect(await ask(await someone({ isApproved: false }), freshNumber())).toBe(403);
    world.time.now = new Date(mondayMorning.getTime() + 24 * hour);
    const owner = await world.as(await makeOwner(world.db));
    expect(await owner.call(getSmsCodes)).toMatchObject({
      today: { sent: 0, refused: 0 },
      week: { sent: 1, refused: 1 },
      warning: null,
    });
    await world.db.execute(sql`insert into sms_code_days (day, sent) values ('2026-11-24', ${perDay - 2})`);
    const people = await Promise.all(Array.from({ length: 5 }, () => someone()));
    const statuses = await Promise.all(people.map((caller) => ask(caller, freshNumber())));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(await owner.call(getSmsCodes)).toMatchObject({
      today: { sent: perDay, refused: 3 },
      perDay,
      warning: 'limit_reached',
    });
    world.time.now = new Date(mondayMorning.getTime() + 48 * hour);
    expect(await ask(await someone(), freshNumber())).toBe(200);
  });
});
