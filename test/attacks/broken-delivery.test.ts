import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendMessage } from '#contract/messages.ts';
import { startSms } from '#contract/sms.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { standInForTwilio, type TwilioStandIn } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';
import { openWorld, type World } from '#test/world.ts';

let twilio: TwilioStandIn;
let world: World;
beforeAll(async () => {
  twilio = await standInForTwilio();
  world = await openWorld({ ...twilio.settings });
});
afterAll(async () => {
  await world.close();
  await twilio.close();
});

it('a text message that cannot be prepared does not delay others', async () => {
  const { id: schoolId } = await makeSchool(world.db);
  const broken = await makeSubstitute(world.db, [schoolId]);
  await (await world.as(broken)).call(startSms, { body: { phone: '+15185550101', agreed: true } });
  // Simulates damaged keys of the installation.
  await world.db.execute(
    sql`update notice_codes set sealed = decode(repeat('00', 40), 'hex') where user_id = ${broken}`,
  );
  const other = await makeSubstitute(world.db, [schoolId]);
  await world.db.execute(sql`update users set sms_number = '+15185550102' where id = ${other}`);
  const teacher = await world.as(await makeTeacher(world.db, schoolId));
  const body = { subject: 'Room 4', message: 'Please call.', recipients: [other], isUrgent: true };
  await teacher.call(sendMessage, { body });

  const worker = await openWorker(world);
  const stateOf = async (id: number) =>
    (
      await world.db.query<{ status: string; reason: string | null; attempts: number }>(
        sql`select status, reason, attempts from deliveries where recipient_id = ${id} and channel = 'sms'`,
      )
    )[0];
  await until(async () => (await stateOf(other))?.status === 'sent');
  expect(await stateOf(broken)).toEqual({
    status: 'queued',
    reason: 'It could not be prepared.',
    attempts: 1,
  });
  await expect(worker.stop(), 'the log has it').rejects.toThrow('a delivery could not be prepared');
});
