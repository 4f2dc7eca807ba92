import * as contract from '#contract/calendar.ts';
import { clearCalendar } from '#server/features/calendar/commands.ts';
import { serveFeed } from '#server/features/calendar/feed.ts';
import { createCalendar } from '#server/features/calendar/own-calendar.ts';
import { calendarSince } from '#server/features/calendar/queries.ts';
import { type Route, route } from '#server/http/route.ts';

/** The calendar feed of a substitute's own assignments. */
export const calendarRoutes: Route[] = [
  route(contract.getCalendar, async ({ db, actor }) => ({
    createdAt: (await calendarSince(db, actor.id))?.toISOString() ?? null,
  })),
  route(contract.createCalendar, createCalendar),
  route(contract.deleteCalendar, ({ db, actor }) => clearCalendar(db, actor.id)),
  route(contract.calendarFeed, serveFeed),
];
