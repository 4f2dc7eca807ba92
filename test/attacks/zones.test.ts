import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOverview, listAudit } from '#contract/platform.ts';
import { createSchool, updateSchool } from '#contract/schools.ts';
import { isTimeZone } from '#domain/school.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A zone that Node knows and PostgreSQL does not: statements about all schools would fail because of one. */
const foreign = 'US/Pacific-New';

it('a time zone that only Node knows is refused, so that no school stops the statements about all of them', async () => {
  expect(isTimeZone(foreign)).toBe(true);
  await expect(world.db.query(sql`select now() at time zone ${foreign} as here`)).rejects.toThrow(/not recognized/);
  const { id } = await makeSchool(world.db);
  const admin = await world.as(await makeAdmin(world.db, id));
  const owner = await world.as(await makeOwner(world.db));
  const refused = { error: 'Choose a time zone.', fields: { timeZone: 'Choose a time zone.' } };
  const changed = await admin.try(updateSchool, { params: { id: String(id) }, body: { timeZone: foreign } });
  expect((await owner.try(getOverview)).status).toBe(200);
  expect([changed.status, changed.body]).toMatchObject([400, refused]);
  const added = await owner.try(createSchool, {
    body: {
      name: 'Ash',
      address: '3 Ash Street',
      city: 'Albany',
      state: 'New York',
      zipCode: '12207',
      phone: '(518) 555-0103',
      timeZone: foreign,
    },
  });
  expect([added.status, added.body]).toMatchObject([400, refused]);
  // Aliases that both Node and PostgreSQL know remain valid, in upper and lower case.
  for (const timeZone of ['US/Eastern', 'america/denver'])
    expect(await admin.call(updateSchool, { params: { id: String(id) }, body: { timeZone } })).toMatchObject({
      timeZone,
    });
});

it('the days of the audit log can be those of any zone that Node knows', async () => {
  const owner = await world.as(await makeOwner(world.db));
  const { status } = await owner.try(listAudit, {
    query: { from: '2026-11-23', to: '2026-11-23', timeZone: foreign },
  });
  expect(status).toBe(200);
});
