import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { sql } from '#server/db/database.ts';
import { fillSchool } from '#test/crowd.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

const people = 2000;
let world: World;
const started: ServerProcess[] = [];
beforeAll(async () => {
  world = await openWorld();
  // The processes have the real clock.
  world.time.now = new Date();
});
afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGKILL');
    await exited;
  }
  await world.close();
});

async function startWorkerProcess(): Promise<ServerProcess> {
  const process = await startServer('unused', settingsOf(world.database), ['--worker']);
  started.push(process);
  expect(process.output()).toContain('ready');
  return process;
}

it('a worker killed in the middle of an audience loses nobody, and the next one doubles nobody', async () => {
  const { id: schoolId } = await makeSchool(world.db);
  const teacher = await world.as(await makeTeacher(world.db, schoolId));
  await fillSchool(world.database.owner, schoolId, people);
  const year = new Date().getUTCFullYear() + 1;
  const dates = [`${year}-02-01`, `${year}-02-02`, `${year}-02-03`];
  const first = await startWorkerProcess();
  await teacher.call(createVacancies, {
    body: {
      dates,
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Grade 2',
      additionalNotes: 'Plans are on the desk.',
      sendNotifications: true,
    },
  });
  const state = async () => {
    const [row] = await world.db.query<{ told: number; audiences: number }>(
      sql`select (select count(*) from notices)::int as told, (select count(*) from audiences)::int as audiences`,
    );
    return row ?? { told: 0, audiences: 0 };
  };
  await until(async () => (await state()).told > 0);
  first.child.kill('SIGKILL');
  await first.exited;
  expect((await state()).audiences).toBeGreaterThan(0);

  const second = await startWorkerProcess();
  await until(async () => (await state()).audiences === 0);
  const twiceOrNever = await world.db
    .query(sql`select v.id, l.substitute_id, count(n.id) from vacancies v join substitute_schools l on l.school_id = v.school_id
    left join notices n on n.vacancy_id = v.id and n.recipient_id = l.substitute_id and n.kind = 'vacancy_posted' group by 1, 2 having count(n.id) <> 1`);
  expect(twiceOrNever).toEqual([]);
  expect(await world.db.query(sql`select 1 from deliveries having count(*) <> ${people * dates.length}::int`)).toEqual(
    [],
  );
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
});
