import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { createUser, listUsers, updateUser } from '#contract/users.ts';
import { createVacancy } from '#contract/absences.ts';
import { listVacancies, type Vacancy } from '#contract/vacancies.ts';
import { addDays } from '#domain/time.ts';
import { postgresOf, type ServerProcess, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { type Answer, type Caller, callerAt } from '#test/world.ts';

const rounds = process.env['FIRSTBELL_LONG'] === '1' ? 5 : 2;
const password = 'lantern-meadow-42';
const settings = { OWNER_PASSWORD: password, REGISTRATIONS_PER_HOUR: '100000', LOGIN_ATTEMPTS_PER_MINUTE: '100000' };
/** How many people write at once. */
const writers = 4;

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-crash-'));
  dataDir = path.join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Signs in and returns the session cookie, which outlives its server. */
async function cookieOf(url: string, username: string): Promise<string> {
  const { status, headers } = await callerAt(url, null).try(login, { body: { username, password } });
  expect(status).toBe(200);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Creates a school with an admin and a teacher, by calls. Returns their cookies. */
async function openSchool(url: string): Promise<{ schoolId: number; admin: string; teacher: string }> {
  const owner = callerAt(url, await cookieOf(url, 'owner'));
  const school = await owner.call(createSchool, {
    body: {
      name: 'Cedar Hollow',
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
    },
  });
  const person = { password, confirmPassword: password };
  const carol = await callerAt(url, null).call(register, {
    body: {
      ...person,
      role: 'school_admin',
      username: 'carol',
      fullName: 'Carol Whitfield',
      email: 'carol@example.org',
      schoolId: school.id,
    },
  });
  await owner.call(updateUser, { params: { id: String(carol.id) }, body: { isApproved: true } });
  const admin = await cookieOf(url, 'carol');
  await callerAt(url, admin).call(createUser, {
    body: { ...person, role: 'teacher', username: 'felix', fullName: 'Felix Arndt', schoolId: school.id },
  });
  return { schoolId: school.id, admin, teacher: await cookieOf(url, 'felix') };
}

/** Returns a date that isn't over at any school. */
const soon = () => addDays(new Date().toISOString().slice(0, 10), 2);

function registerSubstitute(anyone: Caller, username: string, schoolId: number) {
  const body = {
    role: 'substitute' as const,
    username,
    fullName: `Sub ${username}`,
    email: `${username}@example.org`,
    schoolId,
    password,
    confirmPassword: password,
  };
  return anyone.call(register, { body });
}

function postAbsence(teacher: Caller, title: string) {
  const body = {
    date: soon(),
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day' as const,
    description: title,
    additionalNotes: 'Plans are on the desk.',
    postAnyway: true,
  };
  return teacher.call(createVacancy, { body });
}

it(`keeps every acknowledged registration and vacancy through ${rounds} kills, and leaves no database process behind`, async () => {
  let server: ServerProcess = await startServer(dataDir, settings);
  const { schoolId, admin, teacher } = await openSchool(server.url);
  const usernames: string[] = [];
  const vacancyIds: number[] = [];

  for (let round = 1; round <= rounds; round += 1) {
    const { url, child } = server;
    // The moment of the kill: after this many replies, while each writer has a call in flight.
    const killAt = usernames.length + vacancyIds.length + 1 + Math.floor(Math.random() * 60);
    let killed = false;
    const acknowledged = () => {
      if (usernames.length + vacancyIds.length < killAt || killed) return;
      killed = true;
      child.kill('SIGKILL');
    };
    /** Makes one write after another until the server is gone. */
    const write = async (one: (n: number) => Promise<void>) => {
      for (let n = 0; ; n += 1) {
        try {
          await one(n);
        } catch (error) {
          // A refusal would be a bug. Only a killed server may end this.
          if (!killed) throw error;
          return;
        }
        acknowledged();
      }
    };
    await Promise.all(
      Array.from({ length: writers }, (_, writer) => [
        write(async (n) => {
          const username = `sub_${round}_${writer}_${n}`;
          await registerSubstitute(callerAt(url, null), username, schoolId);
          usernames.push(username);
        }),
        write(async (n) => {
          vacancyIds.push((await postAbsence(callerAt(url, teacher), `Room ${round}-${writer}-${n}`)).id);
        }),
      ]).flat(),
    );
    await server.exited;
    await until(() => postgresOf(dataDir).length === 0);

    server = await startServer(dataDir, settings);
    expect(server.output()).toContain('is ready');
    const people = await callerAt(server.url, admin).call(listUsers, { query: { role: 'substitute' } });
    const known = new Set(people.map((person) => person.username));
    expect(usernames.filter((username) => !known.has(username))).toEqual([]);
    const vacancies = await everyVacancy(callerAt(server.url, teacher));
    expect(vacancyIds.filter((id) => !vacancies.has(id))).toEqual([]);
  }
  expect(usernames.length).toBeGreaterThan(0);
  expect(vacancyIds.length).toBeGreaterThan(0);

  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(postgresOf(dataDir)).toEqual([]);
}, 120_000);

async function everyVacancy(teacher: Caller): Promise<Set<number>> {
  const ids = new Set<number>();
  let cursor: string | null = null;
  do {
    const page: Answer<Vacancy[]> = await teacher.try(listVacancies, {
      query: { limit: '200', ...(cursor === null ? {} : { cursor }) },
    });
    for (const { id } of page.body) ids.add(id);
    cursor = page.headers.get('x-next-cursor');
  } while (cursor !== null);
  return ids;
}
