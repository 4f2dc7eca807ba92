import * as absences from '#contract/absences.ts';
import * as accounts from '#contract/accounts.ts';
import * as attendance from '#contract/attendance.ts';
import * as availabilityChanges from '#contract/availability-changes.ts';
import * as availability from '#contract/availability.ts';
import * as board from '#contract/board.ts';
import * as breakdowns from '#contract/breakdowns.ts';
import * as dayPlan from '#contract/day-plan.ts';
import * as calendar from '#contract/calendar.ts';
import * as emailLinks from '#contract/email-links.ts';
import * as candidates from '#contract/candidates.ts';
import * as dayChange from '#contract/day-change.ts';
import * as declines from '#contract/declines.ts';
import * as cover from '#contract/cover.ts';
import * as coverSettings from '#contract/cover-settings.ts';
import * as districts from '#contract/districts.ts';
import * as emergencyPlan from '#contract/emergency-plan.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as exclusions from '#contract/exclusions.ts';
import * as favorites from '#contract/favorites.ts';
import * as feedback from '#contract/feedback.ts';
import * as fillReport from '#contract/fill-report.ts';
import * as hours from '#contract/hours.ts';
import * as invitations from '#contract/invitations.ts';
import * as jobDays from '#contract/job-days.ts';
import * as legal from '#contract/legal.ts';
import * as links from '#contract/links.ts';
import * as live from '#contract/live.ts';
import * as messages from '#contract/messages.ts';
import * as noticeSettings from '#contract/notice-settings.ts';
import * as offers from '#contract/offers.ts';
import * as ownFit from '#contract/own-fit.ts';
import * as ownYear from '#contract/own-year.ts';
import * as passwordLinks from '#contract/password-links.ts';
import * as person from '#contract/person.ts';
import * as plans from '#contract/plans.ts';
import * as platform from '#contract/platform.ts';
import * as preferences from '#contract/preferences.ts';
import * as privacy from '#contract/privacy.ts';
import * as push from '#contract/push.ts';
import * as reports from '#contract/reports.ts';
import * as schoolDeletion from '#contract/school-deletion.ts';
import * as schools from '#contract/schools.ts';
import * as secondFactor from '#contract/second-factor.ts';
import * as session from '#contract/session.ts';
import * as sms from '#contract/sms.ts';
import * as system from '#contract/system.ts';
import * as undoApproval from '#contract/undo-approval.ts';
import * as users from '#contract/users.ts';
import * as wall from '#contract/wall.ts';
import * as workLimits from '#contract/work-limits.ts';
import * as vacancies from '#contract/vacancies.ts';
import * as history from '#contract/vacancy-history.ts';
import * as moves from '#contract/vacancy-moves.ts';
import * as staff from '#contract/vacancy-staff.ts';
import * as swap from '#contract/vacancy-swap.ts';
import * as split from '#contract/vacancy-split.ts';

/** A call with its name, which is that of its constant. */
export type NamedEndpoint = Endpoint & { readonly name: string };

/** Every call, for the OpenAPI document and the access matrix. */
export const allEndpoints: readonly NamedEndpoint[] = [
  system,
  session,
  accounts,
  schools,
  schoolDeletion,
  districts,
  person,
  users,
  exclusions,
  favorites,
  availability,
  availabilityChanges,
  preferences,
  undoApproval,
  vacancies,
  candidates,
  history,
  absences,
  moves,
  staff,
  declines,
  ownFit,
  offers,
  split,
  jobDays,
  swap,
  attendance,
  plans,
  emergencyPlan,
  feedback,
  messages,
  calendar,
  breakdowns,
  fillReport,
  ownYear,
  reports,
  hours,
  workLimits,
  board,
  wall,
  dayChange,
  coverSettings,
  cover,
  dayPlan,
  platform,
  secondFactor,
  passwordLinks,
  emailLinks,
  invitations,
  noticeSettings,
  sms,
  push,
  legal,
  links,
  live,
  privacy,
].flatMap((noun) =>
  Object.entries(noun).flatMap(([name, value]: [string, unknown]) => (isEndpoint(value) ? [{ ...value, name }] : [])),
);

const names = new Map(allEndpoints.map((endpoint) => [endpoint.call, endpoint.name]));

export function nameOf({ call }: Endpoint): string {
  return names.get(call) ?? call;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}
