// A common stack for such a product: Express 5, queries built by drizzle per request, and a client that fetches a table
// and filters it. Plain JavaScript, because the packages exist only where bench/express.ts installed them.
import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { and, asc, eq, gte, inArray, isNull, notExists } from 'drizzle-orm';
import { bigint, boolean, date, jsonb, pgTable, smallint, text, time, timestamp } from 'drizzle-orm/pg-core';
import express from 'express';
import pg from 'pg';

const id = (name) => bigint(name, { mode: 'number' });
const instant = (name) => timestamp(name, { withTimezone: true });
const sessions = pgTable('sessions', { tokenHash: text('token_hash'), userId: id('user_id'), lastSeenAt: instant('last_seen_at') });
const users = pgTable('users', { id: id('id').primaryKey(), fullName: text('full_name'), role: text('role'), schoolId: id('school_id'), isApproved: boolean('is_approved'), isActive: boolean('is_active') });
const schools = pgTable('schools', { id: id('id').primaryKey(), name: text('name'), address: text('address'), timeZone: text('time_zone') });
const substituteSchools = pgTable('substitute_schools', { substituteId: id('substitute_id'), schoolId: id('school_id'), rejectedAt: instant('rejected_at') });
const declines = pgTable('vacancy_declines', { vacancyId: id('vacancy_id'), substituteId: id('substitute_id') });
const vacancies = pgTable('vacancies', {
  id: id('id').primaryKey(),
  schoolId: id('school_id'),
  teacherId: id('teacher_id'),
  date: date('date'),
  dayRank: smallint('day_rank'),
  startTime: time('start_time'),
  endTime: time('end_time'),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  shiftType: text('shift_type'),
  description: text('description'),
  absenceReason: text('absence_reason'),
  additionalNotes: text('additional_notes'),
  googleDocLink: text('google_doc_link'),
  mayNeedChanges: boolean('may_need_changes'),
  status: text('status'),
  substituteId: id('substitute_id'),
  requestedById: id('requested_by_id'),
  requestedAt: instant('requested_at'),
  isUrgent: boolean('is_urgent'),
  targetSubstituteIds: jsonb('target_substitute_ids'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
  deletedAt: instant('deleted_at'),
});

const { connection, today } = JSON.parse(process.env.BENCH_ORDER);
const db = drizzle({ client: new pg.Pool({ ...connection, max: 10 }) });
const app = express();

app.use(async (request, response, next) => {
  const token = /firstbell=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = `\\x${createHash('sha256').update(token).digest('hex')}`;
  const [person] = await db.select({ user: users }).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(and(eq(sessions.tokenHash, hash), eq(users.isActive, true))).limit(1);
  if (!person) return response.status(401).json({ error: 'Please sign in.' });
  request.user = person.user;
  next();
});

/** This is the same read: a substitute's open vacancies from today on, at their schools, the soonest twenty. */
app.get('/open', async (request, response) => {
  const chosen = await db.select({ schoolId: substituteSchools.schoolId }).from(substituteSchools).where(and(eq(substituteSchools.substituteId, request.user.id), isNull(substituteSchools.rejectedAt)));
  const declined = db.select({ vacancyId: declines.vacancyId }).from(declines).where(and(eq(declines.vacancyId, vacancies.id), eq(declines.substituteId, request.user.id)));
  const rows = await db
    .select({ vacancy: vacancies, school: schools, teacher: users })
    .from(vacancies)
    .innerJoin(schools, eq(schools.id, vacancies.schoolId))
    .innerJoin(users, eq(users.id, vacancies.teacherId))
    .where(and(inArray(vacancies.schoolId, chosen.map(({ schoolId }) => schoolId)), eq(vacancies.status, 'open'), isNull(vacancies.deletedAt), gte(vacancies.date, today), notExists(declined)))
    .orderBy(asc(vacancies.date), asc(vacancies.dayRank), asc(vacancies.startTime), asc(vacancies.id))
    .limit(20);
  response.json(rows);
});

/** Returns the entire table, for a client that filters it. */
app.get('/all', async (_request, response) => {
  response.json(await db.select().from(vacancies));
});

const server = app.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${server.address().port}` }));
