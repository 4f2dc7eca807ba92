import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { clearCalendar } from '#server/features/calendar/consequences.ts';
import { endSessionsOf } from '#server/http/session.ts';

/**
 * Takes everything personal out of a substitute's account. The row stays, without a name, for the days that they
 * worked; the username is free again. Only what tells them of this act itself stays, until it is delivered.
 */
export async function eraseAccount(tx: Tx, id: number, now: Date): Promise<void> {
  await endSessionsOf(tx, id);
  await clearCalendar(tx, id);
  await tx.execute(sql`delete from files where owner_id = ${id}`);
  await tx.execute(sql`delete from availability_dates where substitute_id = ${id}`);
  await tx.execute(sql`delete from vacancy_declines where substitute_id = ${id}`);
  await tx.execute(sql`delete from substitute_schools where substitute_id = ${id}`);
  await tx.execute(sql`delete from notices where recipient_id = ${id} and created_at < ${now}`);
  await tx.execute(sql`update users set username = null, password_hash = null, full_name = ${FORMER_SUBSTITUTE}, email = null, phone = null, sms_opt_in = false,
      qualifications = null, preferred_subjects = null, bio = null, gender = null, department = null, subjects = null, general_availability = null,
      is_approved = false, is_active = false, password_set_by_other = false, rejected_at = null, deleted_at = ${now} where id = ${id}`);
}
