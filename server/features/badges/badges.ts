import type { ReplyInput } from '#contract/endpoint.ts';
import type { getBadges } from '#contract/vacancies.ts';
import { localDate } from '#domain/time.ts';
import { openAtSchool, openFor, ownUnfilled, type SchoolToday, unreadNotices } from '#server/features/badges/queries.ts';
import { pendingApprovalCount } from '#server/features/users/queries.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** The counts beside the links of the caller's sidebar. 'Today' is each school's own date. */
export async function badgesOf(call: Call<typeof getBadges>): Promise<ReplyInput<typeof getBadges>> {
  const [unread, ofRole] = await Promise.all([unreadNotices(call.db, call.actor.id), ofTheRole(call)]);
  return { ...ofRole, unreadNotices: unread };
}

async function ofTheRole(call: Call<typeof getBadges>): Promise<Omit<ReplyInput<typeof getBadges>, 'unreadNotices'>> {
  const { db, actor, now } = call;
  const schools = currentSession(call).user.schools.map(({ id, timeZone }): SchoolToday => ({ schoolId: id, today: localDate(now, timeZone) }));
  const [own] = schools;
  switch (actor.role) {
    case 'teacher':
      return { myVacancies: own === undefined ? 0 : await ownUnfilled(db, actor.id, own.today) };
    case 'substitute': {
      const working = schools.filter(({ schoolId }) => actor.selectedSchoolIds.includes(schoolId));
      return { availableVacancies: actor.isApproved ? await openFor(db, actor.id, working) : 0 };
    }
    case 'school_admin': {
      if (own === undefined) return { openVacancies: 0, pendingApprovals: 0 };
      const [openVacancies, pendingApprovals] = await Promise.all([openAtSchool(db, own), pendingApprovalCount(db, actor)]);
      return { openVacancies, pendingApprovals };
    }
    case 'overall_admin':
      return { pendingApprovals: await pendingApprovalCount(db, actor) };
  }
}
