import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { getLink } from '#contract/links.ts';
import { deleteUser, updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { sql } from '#server/db/database.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
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

it('a link in a notification does not work for a teacher whose account was rejected later', async () => {
  const school = await makeSchool(world.db);
  const teacherId = await makeTeacher(world.db, school.id);
  const vacancy = await makeVacancy(world.db, { schoolId: school.id, teacherId, date: '2026-12-02' });
  const substitute = await world.as(await makeSubstitute(world.db, [school.id]));
  const body = { status: 'pending_approval' } as const;
  await substitute.call(updateVacancy, { params: { id: String(vacancy) }, body });
  const [notice] = await world.db.query<{ id: number }>(sql`select id from notices where recipient_id = ${teacherId}`);
  const params = { token: tokenFor(await linkKey(world.db), 'open', notice?.id ?? 0) };
  const visitor = await world.as(null);
  expect((await visitor.try(getLink, { params })).status).toBe(200);
  await world.db.execute(
    sql`update users set is_approved = false, rejected_at = ${world.time.now} where id = ${teacherId}`,
  );
  expect((await visitor.try(getLink, { params })).status).toBe(404);
});

it('does not send a waiting offer to a substitute who was removed or left the school meanwhile', async () => {
  const [oak, elm] = [await makeSchool(world.db), await makeSchool(world.db)];
  const admin = await world.as(await makeAdmin(world.db, oak.id));
  const teacher = await world.as(await makeTeacher(world.db, oak.id));
  const make = (email: string) => makeSubstitute(world.db, [oak.id, elm.id], { email });
  await make('stays@example.org');
  const removed = await make('removed@example.org');
  const left = await make('left@example.org');
  await teacher.call(createVacancy, {
    body: {
      date: '2026-11-30',
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Grade 2',
      additionalNotes: 'Plans are on the desk.',
      sendNotifications: true,
    },
  });
  const offers = () =>
    world.db.query<{ address: string; status: string; reason: string | null }>(
      sql`select d.address, d.status, d.reason from deliveries d join notices n on n.id = d.notice_id
        where n.kind = 'vacancy_posted' and d.channel = 'email' order by d.address`,
    );
  expect((await offers()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  await admin.call(deleteUser, { params: { id: String(removed) } });
  const choice = { params: { id: String(left) }, body: { selectedSchoolIds: JSON.stringify([elm.id]) } };
  await (await world.as(left)).call(updateUser, choice);

  const worker = await openWorker(world);
  await until(async () => (await offers()).every(({ status }) => status !== 'queued'));
  await worker.stop();
  const reason = 'They no longer work for this school.';
  expect(await offers()).toEqual([
    { address: 'left@example.org', status: 'dropped', reason },
    { address: 'removed@example.org', status: 'dropped', reason },
    { address: 'stays@example.org', status: 'sent', reason: null },
  ]);
  expect(catcher.mails.filter(({ text }) => text.includes('Grade 2')).map(({ to }) => to)).toEqual([
    'stays@example.org',
  ]);
});
