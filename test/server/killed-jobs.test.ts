import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { sql } from '#server/db/database.ts';
import { beginDeletion } from '#server/features/schools/deletions.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { enqueue } from '#server/jobs/job.ts';
import { fillSchool } from '#test/crowd.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { fillTable } from '#test/plans.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

const people = 2000;
let world: World;
const started: ServerProcess[] = [];
beforeAll(async () => {
  world = await openWorld();
  // The worker processes use the real clock.
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

/** Returns a school whose deletion takes several slices. */
async function doomedSchool(): Promise<{ id: number; begin: () => Promise<void> }> {
  const school = await makeSchool(world.db);
  const vacancyId = await makeVacancy(world.db, {
    schoolId: school.id,
    teacherId: await makeTeacher(world.db, school.id),
  });
  await fillTable(
    world.database.owner,
    sql`insert into notices (cause, kind, recipient_id, vacancy_id, facts, created_at)
      select 'c' || n, 'vacancy_changed', t.teacher_id, ${vacancyId}, '{}', now()
        from vacancies t, generate_series(1, 12000) n where t.id = ${vacancyId}`,
  );
  return {
    id: school.id,
    begin: () =>
      world.db.inTransaction(async (tx) => {
        await beginDeletion(tx, school, new Date());
        await enqueue(tx, deleteSchools, {});
      }),
  };
}

it('after a worker is killed during an audience and a deletion, the next one finishes both and notifies everyone exactly once', async () => {
  const doomed = await doomedSchool();
  const { id: schoolId } = await makeSchool(world.db);
  const teacher = await world.as(await makeTeacher(world.db, schoolId));
  await fillSchool(world.database.owner, schoolId, people);
  const year = new Date().getUTCFullYear() + 1;
  const dates = [`${year}-02-01`, `${year}-02-02`, `${year}-02-03`];
  const state = async () => {
    const [row] = await world.db.query<{ told: number; audiences: number; left: number; deletions: number }>(sql`select
      (select count(*) from notices where kind = 'vacancy_posted')::int as told, (select count(*)
        from audiences)::int as audiences,
      (select count(*) from notices where kind = 'vacancy_changed')::int as left,
      (select count(*) from school_deletions where done_at is null)::int as deletions`);
    return row ?? { told: 0, audiences: 0, left: 0, deletions: 0 };
  };
  const before = (await state()).left;
  const first = await startWorkerProcess();
  await Promise.all([
    doomed.begin(),
    teacher.call(createVacancies, {
      body: {
        dates,
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: 'Grade 2',
        additionalNotes: 'Plans are on the desk.',
        sendNotifications: true,
      },
    }),
  ]);
  await until(async () => {
    const { told, left } = await state();
    return told > 0 && left < before;
  });
  first.child.kill('SIGKILL');
  await first.exited;
  const { audiences, deletions } = await state();
  expect(audiences + deletions).toBeGreaterThan(0);

  const second = await startWorkerProcess();
  await until(async () => {
    const now = await state();
    return now.audiences + now.deletions === 0;
  });
  const twiceOrNever = await world.db.query(sql`select v.id, l.substitute_id, count(n.id) from vacancies v
        join substitute_schools l on l.school_id = v.school_id
    left join notices n on n.vacancy_id = v.id and n.recipient_id = l.substitute_id and n.kind = 'vacancy_posted'
      group by 1, 2 having count(n.id) <> 1`);
  expect(twiceOrNever).toEqual([]);
  expect(await world.db.query(sql`select 1 from deliveries having count(*) <> ${people * dates.length}::int`)).toEqual(
    [],
  );
  expect(await world.db.query(sql`select 1 from schools where id = ${doomed.id}`)).toEqual([]);
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  expect(await brokenInvariants(world.db)).toEqual([]);
});
