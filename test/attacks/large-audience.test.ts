import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { addDays } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { fillSchool } from '#test/crowd.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';
import { openWorld, type World } from '#test/world.ts';

let catcher: MailCatcher;
let world: World;
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({ SMTP_URL: catcher.url });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});

it('posts 20 days at a school of 5,000 substitutes, and the first mails go out before everyone is notified', async () => {
  const { id: schoolId } = await makeSchool(world.db);
  const teacher = await world.as(await makeTeacher(world.db, schoolId));
  await fillSchool(world.database.owner, schoolId, 5000);
  const { status, body } = await teacher.try(createVacancies, {
    body: {
      dates: Array.from({ length: 20 }, (_, day) => addDays('2026-12-01', day)),
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Grade 2',
      sendNotifications: true,
      additionalNotes: 'Plans are on the desk.',
    },
  });
  expect(status).toBe(201);
  expect(body).toHaveLength(20);
  const waiting = async () => (await world.db.query(sql`select 1 from audiences`)).length;
  expect(await waiting()).toBe(20);
  const worker = await openWorker(world);
  await until(() => catcher.mails.length > 0);
  expect(await waiting()).toBeGreaterThan(0);
  await worker.stop();
});
