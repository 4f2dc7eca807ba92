import * as contract from '#contract/wall.ts';
import { createLink, listLinks, revokeLink } from '#server/features/wall/links.ts';
import { showWall } from '#server/features/wall/show.ts';
import { type Route, route, routeInTx } from '#server/http/route.ts';

/** The wall view of a school's day, and the links to it. */
export const wallRoutes: Route[] = [
  route(contract.listWallLinks, listLinks),
  route(contract.createWallLink, createLink),
  routeInTx(contract.revokeWallLink, revokeLink),
  route(contract.getWall, showWall),
];
