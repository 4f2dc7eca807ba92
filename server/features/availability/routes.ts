import { deleteAvailability, putAvailability, putAvailabilityRange } from '#contract/availability-changes.ts';
import { listAvailability } from '#contract/availability.ts';
import { getJobPreferences, putJobPreferences } from '#contract/preferences.ts';
import { longestRange } from '#domain/availability.ts';
import { can } from '#domain/permissions.ts';
import { addDays } from '#domain/time.ts';
import { clearDate, lockPreferences, setDate, setPreferences, setRange } from '#server/features/availability/writes.ts';
import { datesOf, preferencesOf } from '#server/features/availability/queries.ts';
import { isKnownZip } from '#server/core/zip-codes.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import { countAttempt } from '#server/http/limits.ts';
import { given } from '#server/core/given.ts';
import { notAllowed, notFound, wrongField } from '#server/core/refused.ts';
import { type Call, type Route, route } from '#server/http/route.ts';

/** The longest span of one list, and how far ahead a date can be set, in days. */
const yearOfDays = 366;
const furthestAhead = 2 * yearOfDays;
/** How many dates one person may set or clear in an hour. */
const writesPerHour = 1000;

const utcDate = (instant: Date) => instant.toISOString().slice(0, 10);

/** The caller's date exceptions and job preferences. */
export const availabilityRoutes: Route[] = [
  route(getJobPreferences, ({ db, actor }) => preferencesOf(db, actor.id)),
  route(putJobPreferences, async (call) => {
    const { db, actor } = call;
    const { version, ...sent } = call.body;
    if (!can(actor, 'user.setAvailability', { id: actor.id })) throw notAllowed();
    await countWrite(call);
    if (typeof sent.zip === 'string' && !isKnownZip(sent.zip))
      throw wrongField('zip', "We don't know this ZIP code. Check it, or enter one nearby.");
    return db.inTransaction(async (tx) => {
      const stored = await lockPreferences(tx, actor.id);
      await refuseConflict(tx, { of: 'preferences', id: actor.id, version, sent, stored, shown: () => stored });
      await setPreferences(tx, actor.id, { ...stored, ...given(sent) });
      return preferencesOf(tx, actor.id);
    });
  }),
  route(listAvailability, async ({ db, actor, query, now }) => {
    const from = query.from ?? addDays(utcDate(now), -31);
    const to = query.to ?? addDays(from, yearOfDays);
    if (to < from) throw wrongField('to', 'The end must not be before the start.');
    if (to > addDays(from, yearOfDays)) throw wrongField('to', 'Ask for at most one year.');
    return datesOf(db, actor.id, from, to);
  }),
  route(putAvailability, async (call) => {
    const { db, actor, body, now } = call;
    if (!can(actor, 'user.setAvailability', { id: actor.id })) throw notAllowed();
    await countWrite(call);
    refuseFarDate('date', body.date, now);
    return setDate(db, actor.id, { ...body, part: body.part ?? null, notes: body.notes ?? null });
  }),
  route(putAvailabilityRange, async (call) => {
    const { db, actor, body, now } = call;
    if (!can(actor, 'user.setAvailability', { id: actor.id })) throw notAllowed();
    await countWrite(call);
    const { from, to, status, part = null, notes = null } = body;
    refuseFarDate('from', from, now);
    refuseFarDate('to', to, now);
    if (to < from) throw wrongField('to', "The last day can't be before the first.");
    if (to >= addDays(from, longestRange)) throw wrongField('to', `Choose at most ${longestRange} days.`);
    return { changed: await setRange(db, actor.id, { from, to }, status && { status, part, notes }) };
  }),
  route(deleteAvailability, async (call) => {
    const { db, actor, query } = call;
    if (!can(actor, 'user.setAvailability', { id: actor.id })) throw notAllowed();
    await countWrite(call);
    if (!(await clearDate(db, actor.id, query.date))) throw notFound('date');
  }),
];

function refuseFarDate(field: string, date: string, now: Date): void {
  // Somewhere on Earth, it is still the day before UTC's date.
  if (date < addDays(utcDate(now), -1)) throw wrongField(field, 'Date cannot be in the past');
  if (date > addDays(utcDate(now), furthestAhead)) throw wrongField(field, 'This date is too far ahead.');
}

function countWrite({ db, actor, now }: Pick<Call, 'db' | 'actor' | 'now'>): Promise<void> {
  return countAttempt(db, { key: `availability:${actor.id}`, most: writesPerHour, windowSeconds: 3600 }, now);
}
