import { getOverview, getSchoolLoss, listAudit } from '#contract/platform.ts';
import { can } from '#domain/permissions.ts';
import { percentOf } from '#domain/report.ts';
import { auditLog } from '#server/features/overview/audit.ts';
import { countSchools, lossOf, schoolsInTrouble, standingOfAll } from '#server/features/overview/queries.ts';
import { notAllowed, notFound } from '#server/http/refused.ts';
import { type Route, route } from '#server/http/route.ts';

/** Schools in trouble on the overview; the others are in the list of schools. */
const mostInTrouble = 20;

/** What the platform owner reads over all schools, and the log of administrative acts. */
export const overviewRoutes: Route[] = [
  route(getOverview, async ({ db, now }) => {
    const [schools, all, inTrouble] = await Promise.all([countSchools(db), standingOfAll(db, now), schoolsInTrouble(db, now, mostInTrouble)]);
    const { monthTotal, monthFilled, ...today } = all;
    return {
      totalSchools: schools.total,
      activeSchools: schools.active,
      inactiveSchools: schools.total - schools.active,
      today,
      month: { total: monthTotal, filled: monthFilled, fillRate: percentOf(monthFilled, monthTotal) },
      inTrouble,
    };
  }),
  route(listAudit, auditLog),
  route(getSchoolLoss, async ({ db, actor, params, now }) => {
    if (!can(actor, 'school.remove', { id: params.id })) throw notAllowed();
    const loss = await lossOf(db, params.id, now);
    if (loss === null) throw notFound('school');
    return loss;
  }),
];
