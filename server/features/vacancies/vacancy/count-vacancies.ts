import type { countVacancies as countVacanciesCall } from '#contract/vacancies.ts';
import { localDate } from '#domain/time.ts';
import type { AbsenceReason } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type Counted = { reason: AbsenceReason; total: number; pending: number; open: number; filled: number };

/** Returns the teacher's own absences on all dates, and the count of each tab of My Vacancies. */
export async function countVacancies(call: Call<typeof countVacanciesCall>): ReplyTo<typeof countVacanciesCall> {
  const { db, actor, now } = call;
  const today = localDate(now, currentSession(call).user.schools[0]?.timeZone ?? 'UTC');
  const rows = await db.query<Counted>(sql`select absence_reason as reason, count(*)::int as total,
      (count(*) filter (where status = 'pending_approval' and date >= ${today}::date))::int as pending,
      (count(*) filter (where status = 'open' and date >= ${today}::date))::int as open,
      (count(*) filter (where status = 'filled'))::int as filled
    from vacancies where teacher_id = ${actor.id} and school_id = ${actor.schoolId} and deleted_at is null
      group by absence_reason`);
  const sum = (count: (row: Counted) => number) => rows.reduce((all, row) => all + count(row), 0);
  const ofReason = (reason: AbsenceReason) => rows.find((row) => row.reason === reason)?.total ?? 0;
  return {
    byReason: {
      Personal: ofReason('Personal'),
      Illness: ofReason('Illness'),
      'Family Illness': ofReason('Family Illness'),
      Bereavement: ofReason('Bereavement'),
      'Paternity Leave': ofReason('Paternity Leave'),
    },
    total: sum((row) => row.total),
    pending: sum((row) => row.pending),
    open: sum((row) => row.open),
    filled: sum((row) => row.filled),
  };
}
