import type { Badges } from '#contract/session.ts';
import { localDate } from '#domain/time.ts';
import { type Sql, sql } from '#server/db/database.ts';
import {
  openAtSchool,
  openFor,
  ownUnfilled,
  type SchoolToday,
  unreadNotices,
} from '#server/features/badges/queries.ts';
import { pendingApprovals } from '#server/features/users/queries.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type Caller = Pick<Call, 'db' | 'actor' | 'now' | 'session'>;

/** Returns the counts for the caller's sidebar, in one statement. 'Today' is each school's own date. */
export async function badgesOf(call: Caller): Promise<Badges> {
  return call.db.only<Badges>(sql`select ${unreadNotices(call.actor.id)} as "unreadNotices", ${ofTheRole(call)}`);
}

function ofTheRole({ actor, now, session }: Caller): Sql {
  const schools = currentSession({ session }).user.schools.map(({ id, timeZone }): SchoolToday => ({
    schoolId: id,
    today: localDate(now, timeZone),
  }));
  const [own] = schools;
  switch (actor.role) {
    case 'teacher':
      return sql`${own === undefined ? sql`0` : ownUnfilled(actor.id, own.today)} as "myVacancies"`;
    case 'substitute': {
      const working = schools.filter(({ schoolId }) => actor.selectedSchoolIds.includes(schoolId));
      return sql`${actor.isApproved ? openFor(actor.id, working) : sql`0`} as "availableVacancies"`;
    }
    case 'school_admin':
      return sql`${own === undefined ? sql`0` : openAtSchool(own)} as "openVacancies",
          ${own === undefined ? sql`0` : pendingApprovals(actor)} as "pendingApprovals"`;
    case 'overall_admin':
      return sql`${pendingApprovals(actor)} as "pendingApprovals"`;
  }
}
