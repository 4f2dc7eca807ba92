import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Connection, connectionConfig, sql } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#test/db.ts';
import { makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';

let database: TestDatabase;
let vacancyId: number;
let schoolId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  schoolId = (await makeSchool(database.db)).id;
  const teacherId = await makeTeacher(database.db, schoolId);
  vacancyId = await makeVacancy(database.db, { schoolId, teacherId });
  await database.db.execute(
    sql`insert into vacancy_history (vacancy_id, school_id, kind, at)
        values (${vacancyId}, ${schoolId}, 'posted', now())`,
  );
  await database.db.execute(sql`insert into audit_log (act, subject_type, at) values ('tested', 'school', now())`);
});
afterAll(() => database.drop());

describe("the server's role", () => {
  it.each([
    'create table mine (id int)',
    'alter table users add column spare text',
    'drop table vacancies',
    'truncate vacancies cascade',
    'create schema mine',
    'update vacancy_history set kind = $$deleted$$',
    'delete from vacancy_history',
    'truncate vacancy_history',
    'update audit_log set act = $$nothing$$',
    'delete from audit_log',
    'delete from schema_migrations',
    'drop function delete_school_slice',
  ])('may not: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each(['delete from users', 'delete from users where false'])(
    'may not, and neither may anyone else: %s',
    async (statement) => {
      const owner = new pg.Client(connectionConfig(database.owner));
      await owner.connect();
      for (const who of [database.pool, owner])
        await expect(who.query(statement)).rejects.toThrow('People are forgotten, not deleted');
      await owner.end();
    },
  );

  it('can delete a school with its history only through one function', async () => {
    const doomed = (await makeSchool(database.db)).id;
    const teacherId = await makeTeacher(database.db, doomed);
    const id = await makeVacancy(database.db, { schoolId: doomed, teacherId });
    await database.db.execute(
      sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id)
          values (${id}, ${doomed}, 'posted', now(), ${teacherId})`,
    );
    const slice = () => database.db.query(sql`select delete_school_slice(${doomed}, 1000) as gone`);
    await expect(slice()).rejects.toThrow('This school is not being deleted.');
    await database.db.execute(sql`update schools set deletion_began_at = now() where id = ${doomed}`);
    expect(await slice()).not.toEqual([{ gone: null }]);
    expect(await slice()).toEqual([{ gone: null }]);
    expect(
      await database.db.query(
        sql`select 1 from vacancy_history where school_id = ${doomed}
            union all select 1 from users where school_id = ${doomed}`,
      ),
    ).toEqual([]);
    expect(await database.db.query(sql`select 1 from vacancies where id = ${vacancyId}`)).toHaveLength(1);
  });
});

describe('migrating', () => {
  it('can be repeated, even by several at once, without changes', async () => {
    const before = await schemaOf(database.owner);
    const role = String(connectionConfig(database.server).user);
    const steps: string[] = [];
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.owner, role, (name) => steps.push(name))));
    expect(steps).toEqual([]);
    expect(await schemaOf(database.owner)).toEqual(before);
  });

  it('also works if one role is owner and server', async () => {
    const { owner } = inject('cluster');
    const admin = new pg.Client(owner);
    await admin.connect();
    const name = `firstbell_alone_${process.pid}`;
    await admin.query(`create database ${name}`);
    const alone = { ...owner, database: name } as Connection;
    await migrate(alone, String(owner.user));
    await migrate(alone, String(owner.user), (step) => expect(step, 'nothing is left to do').toBe(''));
    expect(await schemaOf(alone)).toEqual(await schemaOf(database.owner));
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('refuses a migration that changed after it was applied', async () => {
    const client = new pg.Client(connectionConfig(database.owner));
    await client.connect();
    await client.query("update schema_migrations set sha = 'other' where name = '0001_schools.sql'");
    await expect(migrate(database.owner, String(connectionConfig(database.server).user))).rejects.toThrow(
      'was changed after it had been applied',
    );
    await client.end();
  });
});

async function schemaOf(owner: Connection): Promise<object[]> {
  const client = new pg.Client(connectionConfig(owner));
  await client.connect();
  const { rows } = await client.query<object>(
    "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2",
  );
  await client.end();
  return rows;
}
