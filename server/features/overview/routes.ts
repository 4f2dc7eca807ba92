import { getBackups, getOverview, getSchoolLoss, listAudit } from '#contract/platform.ts';
import { can } from '#domain/permissions.ts';
import { percentOf } from '#domain/report.ts';
import { canRehearse } from '#server/core/config.ts';
import { auditLog } from '#server/features/overview/audit.ts';
import { lastBackups, lossOf, overviewOfAll } from '#server/features/overview/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import { type Route, route } from '#server/http/route.ts';

/** The maximum number of schools with problems on the overview. The others are in the list of schools. */
const mostInTrouble = 20;

/** The platform owner's figures over all schools, and the audit log. */
export const overviewRoutes: Route[] = [
  route(getOverview, async ({ db, now }) => {
    const { schools, today, month, inTrouble } = await overviewOfAll(db, now, mostInTrouble);
    return {
      totalSchools: schools.total,
      activeSchools: schools.active,
      inactiveSchools: schools.total - schools.active,
      today,
      month: { ...month, fillRate: percentOf(month.filled, month.total) },
      inTrouble,
    };
  }),
  route(listAudit, auditLog),
  route(getBackups, async ({ db, config }) => ({
    daily: config.BACKUP_DIR !== undefined,
    rehearsed: config.BACKUP_DIR !== undefined && canRehearse(config),
    ...(await lastBackups(db)),
  })),
  route(getSchoolLoss, async ({ db, actor, params, now }) => {
    if (!can(actor, 'school.remove', { id: params.id })) throw notAllowed();
    const loss = found(await lossOf(db, params.id, now), 'school');
    return loss;
  }),
];
