import type { exportSchool } from '#contract/school-deletion.ts';
import { feedbackLimits } from '#domain/feedback.ts';
import { can } from '#domain/permissions.ts';
import { productName } from '#domain/product.ts';
import { audit } from '#server/db/audit.ts';
import { type Database, sql, type Sql } from '#server/db/database.ts';
import { imageOf } from '#server/db/sql/schools.ts';
import { visibleSchool } from '#server/features/schools/queries.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { refuseUnprovedIdentity } from '#server/http/session.ts';
import { jsonListOf } from '#server/core/json-list.ts';
import type { ZipEntry } from '#server/core/zip.ts';
import { sendZip } from '#server/http/zip.ts';

/** How often a person may export a school in an hour: an export reads all its data. */
const mostPerHour = 10;
/** Rows per page. Each page scans the school again, so larger pages mean fewer scans. */
const pageSize = 2000;

/**
 * Streams everything stored about a school as a zip. The caller must have confirmed their identity recently, so that a
 * screen left open does not expose a school's records. The export is logged.
 */
export async function exportOfSchool(call: Call<typeof exportSchool>): ReplyTo<typeof exportSchool> {
  const { db, actor, params, now } = call;
  const school = await visibleSchool(db, actor, params.id);
  // School administrators see other schools only in the picker.
  if (school === null || (actor.role === 'school_admin' && school.id !== actor.schoolId)) throw notFound('school');
  if (!can(actor, 'school.export', { id: school.id })) throw notAllowed();
  refuseUnprovedIdentity(call);
  await countAttempt(db, { key: `export-school:${actor.id}`, most: mostPerHour, windowSeconds: 3600 }, now);
  await db.inTransaction((tx) =>
    audit(tx, call, { act: 'school.export', subject: ['school', school.id], schoolId: school.id }),
  );
  return sendZip(call, `school-${school.id}`, entriesOf(db, school, now));
}

async function* entriesOf(
  db: Database,
  { id, name }: { id: number; name: string },
  now: Date,
): AsyncGenerator<ZipEntry> {
  yield { name: 'READ ME.txt', chunks: [Buffer.from(explanation(name, now))] };
  for (const { file, rows } of parts) {
    yield {
      name: file,
      chunks: jsonListOf(pageSize, (after) => db.query(sql`${rows(id, after, now)} order by 1 limit ${pageSize}`)),
    };
  }
  for (const kind of ['logo', 'banner'] as const) {
    const image = await imageOf(db, id, kind);
    if (image !== null)
      yield { name: `files/${kind}.${image.contentType.split('/')[1] ?? 'webp'}`, chunks: [image.bytes] };
  }
}

/** One file of the export. Each row of its statement has an `id` for paging and the object to write as `row`. */
type Part = { file: string; about: string; rows: (schoolId: number, after: number, now: Date) => Sql };

const parts: readonly Part[] = [
  {
    file: 'school.json',
    about: 'The school and its settings.',
    rows: (school, after) =>
      sql`select c.id, to_jsonb(c) - 'search_text' - 'deletion_began_at' - 'version' - 'edits' as row from schools c
          where c.id = ${school} and c.id > ${after}`,
  },
  {
    file: 'staff.json',
    about: 'Teachers and administrators.',
    rows: (school, after) => sql`
        select u.id, jsonb_build_object('id', u.id, 'username', u.username, 'role', u.role, 'name', u.full_name,
          'email', u.email, 'phone', u.phone,
        'department', u.department, 'subjects', u.subjects, 'approved', u.is_approved, 'active', u.is_active,
          'since', u.created_at) as row
      from users u where u.school_id = ${school} and u.deleted_at is null and u.id > ${after}`,
  },
  {
    file: 'substitutes.json',
    about:
      'Substitutes who chose the school or whom it approved or rejected, and when. Email and phone are included only for those who still choose it.',
    rows: (school, after) => sql`select l.substitute_id as id, jsonb_build_object('id', u.id, 'name', u.full_name,
        'email', case when l.is_selected then u.email end, 'phone', case when l.is_selected then u.phone end,
          'chosen', l.is_selected,
        'chosenAt', l.selected_at, 'approvedAt', l.approved_at, 'admittedAt', l.admitted_at,
          'rejectedAt', l.rejected_at) as row
      from substitute_schools l join users u on u.id = l.substitute_id
        where l.school_id = ${school} and l.substitute_id > ${after}`,
  },
  {
    file: 'vacancies.json',
    about: 'Every absence that was posted, including deleted ones, who requested it and who covered it.',
    rows: (school, after) => sql`
        select v.id, jsonb_build_object('id', v.id, 'date', v.date, 'from', to_char(v.start_time, 'HH24:MI'),
          'to', to_char(v.end_time, 'HH24:MI'), 'startsAt', v.starts_at,
        'endsAt', v.ends_at, 'shift', v.shift_type, 'title', v.description, 'grade', v.grade, 'subject', v.subject,
          'room', v.room, 'reason', v.absence_reason, 'extraHands', v.absence_reason is null,
          'notes', v.additional_notes, 'lessonPlans', v.google_doc_link, 'planFiles', v.plan_file_ids,
        'mayNeedChanges', v.may_need_changes, 'urgent', v.is_urgent, 'status', v.status, 'job', v.job_id,
          'confirmed', v.confirmed, 'teacherId', v.teacher_id, 'teacher', t.full_name,
        'postedById', v.created_by_id, 'substituteId', v.substitute_id, 'substitute', (select s.full_name from users s
          where s.id = v.substitute_id),
        'requestedById', v.requested_by_id, 'requestedAt', v.requested_at, 'createdAt', v.created_at,
          'updatedAt', v.updated_at, 'deletedAt', v.deleted_at) as row
      from vacancies v join users t on t.id = v.teacher_id where v.school_id = ${school} and v.id > ${after}`,
  },
  {
    file: 'attendance.json',
    about: 'Attendance at booked classes, and substitutes’ answers.',
    // A class has few records, so they stay together on one page.
    rows: (school, after) => sql`
      select a.vacancy_id as id, jsonb_agg(to_jsonb(a) - 'school_id' - 'version' order by a.substitute_id) as row
      from attendance a join vacancies v on v.id = a.vacancy_id
        where v.school_id = ${school} and a.vacancy_id > ${after} group by a.vacancy_id`,
  },
  {
    file: 'feedback.json',
    about: "Substitutes' feedback on classes, and teachers' feedback on substitutes once it counts.",
    rows: (school, after, now) => sql`
      select f.vacancy_id as id, jsonb_agg(to_jsonb(f) - 'school_id' order by f.substitute_id, f.author) as row
      from feedback f where f.school_id = ${school} and f.vacancy_id > ${after}
        and (f.author = 'substitute' or f.again is not null
          and (f.answered_at >= f.said_at
          or f.said_at <= ${new Date(now.getTime() - feedbackLimits.answer * 24 * 3_600_000)}))
      group by f.vacancy_id`,
  },
  {
    file: 'history.json',
    about: "Every vacancy's history: what happened, when, who did it, and the reason if there was one.",
    rows: (school, after) => sql`
        select h.id, jsonb_build_object('vacancyId', h.vacancy_id, 'step', h.kind, 'at', h.at, 'byId', h.actor_id,
          'substituteId', h.substitute_id,
        'reason', h.reason, 'changes', h.changes) as row from vacancy_history h
          where h.school_id = ${school} and h.id > ${after}`,
  },
  {
    file: 'messages.json',
    about: 'Messages that the staff sent.',
    rows: (school, after) => sql`
        select m.id, jsonb_build_object('id', m.id, 'at', m.created_at, 'senderId', m.sender_id, 'subject', m.subject,
          'body', m.body, 'vacancyId', m.vacancy_id,
        'urgent', m.is_urgent, 'recipientIds', m.recipient_ids) as row from messages m
          where m.school_id = ${school} and m.id > ${after}`,
  },
  {
    file: 'audit-log.json',
    about: "The school's audit log.",
    rows: (school, after) => sql`
        select e.id, jsonb_build_object('at', e.at, 'act', e.act, 'byId', e.actor_id,
          'subject', jsonb_build_object('kind', e.subject_type, 'id', e.subject_id),
        'detail', e.detail) as row from audit_log e where e.school_id = ${school} and e.id > ${after}`,
  },
  {
    file: 'hours.json',
    about:
      'Worked days that someone approved, changed or commented on: what they pay, who approved them, and the pay period if it is locked.',
    rows: (school, after) => sql`select w.id, to_jsonb(w) - 'school_id' || jsonb_build_object('id', w.id) as row
      from worked_days w where w.school_id = ${school} and w.id > ${after}`,
  },
  {
    file: 'pay-periods.json',
    about: 'Locked pay periods.',
    rows: (school, after) =>
      sql`select p.id, to_jsonb(p) - 'school_id' as row from pay_periods p
          where p.school_id = ${school} and p.id > ${after}`,
  },
  {
    file: 'pay-settings.json',
    about: "How the school pays, the columns of its payroll file, and substitutes' employee IDs and work limits.",
    rows: (school, after) => sql`
        select 1 as id, jsonb_build_object('settings', s.settings, 'export', s.export, 'changedAt', s.changed_at,
        'workLimits', (select coalesce(jsonb_agg(to_jsonb(m) - 'school_id' - 'version' order by m.substitute_id), '[]')
          from work_limits m where m.school_id = c.id),
        'employeeIds', (select coalesce(jsonb_object_agg(e.substitute_id, e.employee_id), '{}') from employee_ids e
          where e.school_id = c.id)) as row
      from schools c left join pay_settings s on s.school_id = c.id where c.id = ${school} and ${after} < 1`,
  },
  {
    file: 'exclusions.json',
    about:
      "Substitutes to whom vacancies of a teacher (teacherId) or the school (null) are not offered, and why. Not approved: a teacher's request.",
    rows: (school, after) =>
      sql`select x.id, to_jsonb(x) - 'school_id' as row from exclusions x
          where x.school_id = ${school} and x.id > ${after}`,
  },
  {
    file: 'favorites.json',
    about: 'Favorite substitutes, of teachers (teacherId) and of the school (null).',
    rows: (school, after) =>
      sql`select f.id, to_jsonb(f) - 'school_id' as row from favorites f
          where f.school_id = ${school} and f.id > ${after}`,
  },
  {
    file: 'wall-links.json',
    about: 'The links to the wall view: who created each and when, and when a screen last opened it.',
    rows: (school, after) =>
      sql`select l.id, jsonb_build_object('id', l.id, 'madeById', l.made_by_id, 'madeAt', l.made_at,
          'openedAt', l.opened_at) as row
        from wall_links l where l.school_id = ${school} and l.id > ${after}`,
  },
  {
    file: 'cover-settings.json',
    about: 'The bell schedules and the rules for cover by colleagues.',
    rows: (school, after) =>
      sql`select 1 as id, jsonb_build_object('bell', s.bell, 'rules', s.rules, 'changedAt', s.changed_at) as row
          from cover_settings s where s.school_id = ${school} and ${after} < 1`,
  },
  {
    file: 'timetables.json',
    about: "The timetables, and each teacher's preferences about covering for colleagues.",
    rows: (school, after) => sql`
      select t.teacher_id as id, jsonb_build_object('teacherId', t.teacher_id, 'slots', t.slots, 'since', t.since,
        'wishes', (select to_jsonb(w) - 'teacher_id' from cover_wishes w where w.teacher_id = t.teacher_id)) as row
      from timetables t where t.school_id = ${school} and t.teacher_id > ${after}`,
  },
  {
    file: 'covers.json',
    about: 'The periods that colleagues were asked to cover, and their answers.',
    rows: (school, after) => sql`
      select c.id, to_jsonb(c) - 'school_id' - 'place' || jsonb_build_object('title', p.title) as row
      from covers c join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period
        where c.school_id = ${school} and c.id > ${after}`,
  },
  {
    file: 'emergency-plans.json',
    about:
      'Teachers’ emergency plans, with the names of their files, and the files of plans. Student details are sensitive and not included.',
    rows: (school, after) => sql`
        select u.id, jsonb_build_object('teacherId', u.id, 'routines', coalesce(p.routines, ''),
          'seating', coalesce(p.seating, ''), 'people', coalesce(p.people, ''),
        'fileIds', coalesce(to_jsonb(p.file_ids), '[]'), 'checkedAt', p.checked_at,
          'files', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name)
          order by f.created_at), '[]') from plan_files f where f.teacher_id = u.id)) as row
      from users u left join emergency_plans p on p.teacher_id = u.id where u.school_id = ${school} and u.id > ${after}
        and (p.teacher_id is not null or exists (select from plan_files f where f.teacher_id = u.id))`,
  },
  {
    file: 'legal-texts.json',
    about: "The school's own privacy text and terms.",
    rows: (school, after) =>
      sql`select n as id, row from (select row_number() over (order by t.kind) as n, to_jsonb(t) as row
          from legal_texts t where t.school_id = ${school}) each where n > ${after}`,
  },
  {
    file: 'text-messages.json',
    about: 'How many text messages went out in each month.',
    rows: (school, after) =>
      sql`select n as id, row from (select row_number() over (order by s.month) as n,
          jsonb_build_object('month', s.month, 'sent', s.sent) as row from school_sms s
          where s.school_id = ${school}) each where n > ${after}`,
  },
];

function explanation(name: string, now: Date): string {
  return `Everything that ${productName} stores about ${name}, as of ${now.toISOString()}.

Each .json file is a list. Times are UTC (ISO 8601); a vacancy's date and hours are in the school's time zone. People are identified
by number (id); staff.json and substitutes.json give their names. The folder files/ holds the school's pictures. Notifications,
passwords, resumes and other personal data belong to each person and are not included.

${parts.map(({ file, about }) => `${file}\n  ${about}`).join('\n\n')}
`;
}
