import {
  acceptInvitation,
  exportUsers,
  getInvitation,
  importUsers,
  inviteUser,
  joinWithInvitation,
  previewImport,
  renewInvitation,
} from '#contract/invitations.ts';
import { showInvitation, useInvitation } from '#server/features/invitations/accept.ts';
import { exportPeople, importPeople, nobodysPassword, previewOf } from '#server/features/invitations/import-people.ts';
import { inviteOne } from '#server/features/invitations/invite-one.ts';
import { joinWithOwnAccount } from '#server/features/invitations/join.ts';
import { inviteAgain } from '#server/features/invitations/renew.ts';
import { creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

/** The routes for importing and exporting accounts, and accepting invitations. */
export const invitationRoutes: Route[] = [
  route(previewImport, previewOf),
  creatingRoute(importUsers, importPeople, undefined, nobodysPassword),
  creatingRoute(inviteUser, inviteOne, undefined, nobodysPassword),
  route(exportUsers, exportPeople),
  routeInTx(renewInvitation, inviteAgain),
  route(getInvitation, showInvitation),
  route(acceptInvitation, useInvitation),
  route(joinWithInvitation, joinWithOwnAccount),
];
