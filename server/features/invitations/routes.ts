import * as contract from '#contract/invitations.ts';
import { showInvitation, useInvitation } from '#server/features/invitations/accept.ts';
import {
  exportPeople,
  importPeople,
  nobodysPassword,
  prepareImport,
  previewOf,
} from '#server/features/invitations/import-people.ts';
import { inviteOne } from '#server/features/invitations/invite-one.ts';
import { joinWithOwnAccount } from '#server/features/invitations/join.ts';
import { inviteAgain } from '#server/features/invitations/renew.ts';
import { creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

/** The routes for importing and exporting accounts, and accepting invitations. */
export const invitationRoutes: Route[] = [
  route(contract.previewImport, previewOf),
  creatingRoute(contract.importUsers, importPeople, undefined, prepareImport),
  creatingRoute(contract.inviteUser, inviteOne, undefined, nobodysPassword),
  route(contract.exportUsers, exportPeople),
  routeInTx(contract.renewInvitation, inviteAgain),
  route(contract.getInvitation, showInvitation),
  route(contract.acceptInvitation, useInvitation),
  route(contract.joinWithInvitation, joinWithOwnAccount),
];
