import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { renderNotice } from '#domain/notice.ts';
import type { Actor } from '#domain/permissions.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { factsForReader } from '#server/notifications/deliveries.ts';

/** The exporting user and session. */
export type Exporter = { db: Queryable; actor: Actor; sessionId: string };

/** One file of the export: its content, the meaning of each key, and how its rows are read, page by page. */
export type Part = {
  file: string;
  about: string;
  keys: Record<string, string>;
  /** The tables it is read from. */
  tables: readonly string[];
  pageSize: number;
  /** The rows after `after`, in id order. Fewer than `pageSize` rows are the last page. */
  read(exporter: Exporter, after: number): Promise<{ id: number; row: object }[]>;
};

const pageSize = 500;

type Statement = (exporter: Exporter, after: number) => Sql;

/** A part read by one statement. Each row has an `id` for paging, and the object to write as `row`. */
function part(
  file: string,
  about: string,
  tables: readonly string[],
  keys: Record<string, string>,
  statement: Statement,
): Part {
  return {
    file,
    about,
    tables,
    keys,
    pageSize,
    read: (exporter, after) => exporter.db.query(sql`${statement(exporter, after)} order by 1 limit ${pageSize}`),
  };
}

const id = 'its number in FirstBell';
const schoolName = 'the name of the school';

const profile = part(
  'profile.json',
  'Your account and your profile.',
  [
    'users',
    'schools',
    'calendar_feeds',
    'invitations',
    'sms_codes',
    'second_factors',
    'recovery_codes',
    'known_devices',
    'password_links',
    'email_links',
    'work_limits',
    'job_preferences',
    'wall_links',
  ],
  {
    id,
    username: 'what you sign in with',
    role: 'teacher, substitute, school_admin or overall_admin',
    fullName: 'your name',
    school: 'the school where you are on staff',
    email: 'your email address',
    confirmedEmail: 'the address that email goes to, confirmed by you or by an administrator who approved you',
    emailConfirmedSince: 'when it was confirmed',
    emailChangedAt: 'when you last entered another address',
    phone: 'your phone number',
    smsNumber: 'where text messages go, once you have confirmed the number',
    workLimits: 'how much each school lets you work: minutes a week and a month, days in one class and a school year',
    jobPreferences:
      'the classes that you want to be offered: full or half days, the shortest notice in hours, grades, subjects, and how many miles away from your ZIP code',
    qualifications: 'as in your profile',
    preferredSubjects: 'as in your profile',
    bio: 'as in your profile',
    gender: 'as in your profile',
    department: 'as in your profile',
    subjects: 'as in your profile',
    generalAvailability: 'your weekly availability',
    noticeChoices: 'what you turned off, by topic and channel',
    quietHours: 'when text messages are held',
    urgentMayDisturb: 'whether urgent ones are sent anyway',
    isApproved: 'whether the account was approved',
    isActive: 'whether the account can be used',
    rejectedAt: 'when the account was rejected',
    passwordSetByOther: 'whether another person set your password',
    failedSignIns: 'failed sign-ins since your last successful one',
    createdAt: 'when the account was created',
    calendarSince: 'when the secret address of your calendar was created',
    wallLinks: 'when you created the links to the wall view that your schools still use',
    invitations: 'your invitations: when each was created and when it expires',
    numberToProve: 'a phone number that is waiting for its code',
    secondFactorSince: 'when you turned on the second factor',
    recoveryCodesLeft: 'how many recovery codes you have left',
    devices: 'how many browsers you have signed in on',
    newPasswordUntil: 'when the link to choose a new password expires',
    addressesToConfirm: 'addresses that we sent a confirmation link to, and when each link expires',
  },
  (
    { actor },
    after,
  ) => sql`select u.id, jsonb_build_object('id', u.id, 'username', u.username, 'role', u.role, 'fullName', u.full_name, 'school', (select c.name from schools c where c.id = u.school_id),
      'email', u.email, 'confirmedEmail', u.trusted_email, 'emailConfirmedSince', u.email_trusted_at, 'emailChangedAt', u.email_changed_at, 'phone', u.phone, 'smsNumber', u.sms_number, 'workLimits', (select coalesce(jsonb_agg(to_jsonb(m) - 'substitute_id' - 'version' order by m.school_id), '[]') from work_limits m where m.substitute_id = u.id), 'jobPreferences', (select to_jsonb(j) - 'substitute_id' from job_preferences j where j.substitute_id = u.id), 'qualifications', u.qualifications, 'preferredSubjects', u.preferred_subjects, 'bio', u.bio, 'gender', u.gender,
      'department', u.department, 'subjects', u.subjects, 'generalAvailability', u.general_availability, 'noticeChoices', u.notice_choices,
      'quietHours', jsonb_build_object('from', to_char(u.quiet_from, 'HH24:MI'), 'to', to_char(u.quiet_to, 'HH24:MI')), 'urgentMayDisturb', u.urgent_may_disturb,
      'isApproved', u.is_approved, 'isActive', u.is_active, 'rejectedAt', u.rejected_at, 'passwordSetByOther', u.password_set_by_other, 'failedSignIns', u.failed_sign_ins, 'createdAt', u.created_at,
      'calendarSince', (select f.created_at from calendar_feeds f where f.user_id = u.id),
      'wallLinks', (select coalesce(jsonb_agg(w.made_at order by w.id), '[]') from wall_links w where w.made_by_id = u.id),
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object('from', i.created_at, 'until', i.expires_at) order by i.created_at), '[]') from invitations i where i.user_id = u.id),
      'numberToProve', (select s.number from sms_codes s where s.user_id = u.id),
      'secondFactorSince', (select f.confirmed_at from second_factors f where f.user_id = u.id), 'recoveryCodesLeft', (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null),
      'devices', (select count(*) from known_devices d where d.user_id = u.id), 'newPasswordUntil', (select max(l.expires_at) from password_links l where l.user_id = u.id),
      'addressesToConfirm', (select coalesce(jsonb_agg(jsonb_build_object('address', e.email, 'until', e.expires_at) order by e.expires_at), '[]') from email_links e where e.user_id = u.id)) as row
    from users u where u.id = ${actor.id} and u.id > ${after}`,
);

const schools = part(
  'schools.json',
  'The schools that you chose as a substitute, and what each decided.',
  ['substitute_schools'],
  {
    school: schoolName,
    isSelected: 'whether you still choose it',
    selectedAt: 'when you chose it',
    approvedAt: 'when it approved you',
    admittedAt: 'when you could first work there because a school of its district had approved you',
    rejectedAt: 'when it rejected or removed you',
  },
  (
    { actor },
    after,
  ) => sql`select l.school_id as id, jsonb_build_object('school', c.name, 'isSelected', l.is_selected, 'selectedAt', l.selected_at, 'approvedAt', l.approved_at, 'admittedAt', l.admitted_at, 'rejectedAt', l.rejected_at) as row
    from substitute_schools l join schools c on c.id = l.school_id where l.substitute_id = ${actor.id} and l.school_id > ${after}`,
);

const availability = part(
  'availability-dates.json',
  'Date exceptions, which override your weekly availability.',
  ['availability_dates'],
  {
    date: 'the day',
    status: 'available, unavailable or preferred',
    part: 'the only half of the day that is available, if it is not the whole day',
    notes: 'what you wrote about it',
  },
  ({ actor }, after) =>
    sql`select a.id, jsonb_build_object('date', a.date, 'status', a.status, 'part', a.part, 'notes', a.notes) as row from availability_dates a where a.substitute_id = ${actor.id} and a.id > ${after}`,
);

const vacancies = part(
  'vacancies.json',
  'Absences that you posted, requested, covered, approved or rejected. Only the teacher gets the notes and the reason of an absence.',
  ['vacancies', 'plan_files'],
  {
    id,
    school: schoolName,
    date: 'the day',
    from: 'start time',
    to: 'end time',
    shift: 'full_day, morning or afternoon',
    title: 'the title',
    grade: 'the grade',
    subject: 'the subject',
    room: 'the room',
    teacher: 'who is absent',
    status: 'open, pending_approval or filled',
    job: 'the same for the days that one substitute takes together; empty for a day of its own',
    isUrgent: 'whether it is urgent',
    youAreAbsent: 'whether the absence is yours',
    extraHands: 'whether no teacher is absent',
    youCover: 'whether you are the substitute',
    youAskedAt: 'when you requested it, if your request is pending',
    yourMessage: 'what you wrote with your request, while the request or the booking exists',
    reason: 'why you are absent',
    notes: 'what you wrote about your absence',
    lessonPlans: 'the link to your lesson plans',
    planFiles: 'the files with your lesson plans, by name',
    substitute: 'who covers your absence',
    createdAt: 'when it was posted',
    deletedAt: 'when it was deleted',
  },
  (
    { actor },
    after,
  ) => sql`select v.id, jsonb_build_object('id', v.id, 'school', c.name, 'date', v.date, 'from', to_char(v.start_time, 'HH24:MI'), 'to', to_char(v.end_time, 'HH24:MI'), 'shift', v.shift_type,
      'title', v.description, 'grade', v.grade, 'subject', v.subject, 'room', v.room, 'teacher', t.full_name, 'status', v.status, 'job', v.job_id, 'isUrgent', v.is_urgent, 'youAreAbsent', v.teacher_id = ${actor.id} and v.absence_reason is not null, 'extraHands', v.absence_reason is null, 'youCover', coalesce(v.substitute_id = ${actor.id}, false),
      'youAskedAt', case when v.requested_by_id = ${actor.id} then v.requested_at end,
      'yourMessage', case when v.requested_by_id = ${actor.id} then v.request_message end,
      'createdAt', v.created_at, 'deletedAt', v.deleted_at,
      'reason', case when own.is then v.absence_reason end, 'notes', case when own.is then v.additional_notes end, 'lessonPlans', case when own.is then v.google_doc_link end, 'planFiles', case when own.is then (select coalesce(jsonb_agg(f.name order by f.created_at), '[]') from plan_files f where f.id = any(v.plan_file_ids)) end,
      'substitute', case when own.is then (select s.full_name from users s where s.id = v.substitute_id) end) as row
    from (select id from vacancies where teacher_id = ${actor.id} union select p.id from vacancies_with_part_of(${actor.id}) p) mine
      join vacancies v on v.id = mine.id join schools c on c.id = v.school_id join users t on t.id = v.teacher_id cross join lateral (select v.teacher_id = ${actor.id} as is) own
    where v.id > ${after}`,
);

const emergencyPlan = part(
  'emergency-plan.json',
  'Your emergency plan, which substitutes get if a class has no other plans, and your student details.',
  ['emergency_plans', 'student_details'],
  {
    routines: 'your routines',
    seating: 'where students sit',
    people: 'people to ask',
    files: 'its files, by name',
    studentDetails: 'what you wrote about students',
    checkedAt: 'when it was last saved or confirmed',
    remindedAt: 'when we last asked you to check it',
  },
  (
    { actor },
    after,
  ) => sql`select p.teacher_id as id, jsonb_build_object('routines', p.routines, 'seating', p.seating, 'people', p.people, 'checkedAt', p.checked_at, 'remindedAt', p.reminded_at,
      'files', (select coalesce(jsonb_agg(f.name order by f.created_at), '[]') from plan_files f where f.id = any(p.file_ids)),
      'studentDetails', (select d.words from student_details d where d.teacher_id = p.teacher_id)) as row
    from emergency_plans p where p.teacher_id = ${actor.id} and p.teacher_id > ${after}`,
);

const history = part(
  'what-you-did.json',
  'Everything you did with a vacancy.',
  ['vacancy_history', 'vacancy_declines'],
  {
    at: 'when',
    vacancyId: 'which vacancy',
    step: 'what you did: posted, seen, requested, withdrawn, declined, approved and so on',
    reason: 'your reason, if you gave one',
    changes: 'what you changed',
    replacedDate: 'what your availability said of the day before your reason marked it as unavailable',
  },
  ({ actor }, after) =>
    sql`select h.id, jsonb_build_object('at', h.at, 'vacancyId', h.vacancy_id, 'step', h.kind, 'reason', coalesce(h.reason, d.reason), 'changes', h.changes, 'replacedDate', d.replaced_date) as row
    from vacancy_history h left join vacancy_declines d on h.kind = 'declined' and d.vacancy_id = h.vacancy_id and d.substitute_id = h.actor_id where h.actor_id = ${actor.id} and h.id > ${after}`,
);

const attended = part(
  'attendance.json',
  'Attendance that schools recorded for your classes, and your answers.',
  ['attendance'],
  {
    vacancyId: 'which vacancy',
    state: 'here, late, left (early) or no_show',
    arrivedAt: 'when you came, if it is known',
    leftAt: 'when you left early',
    minutesLate: 'how many minutes after the start you came',
    recordedHow: 'by the front office, or by you with the code of the day',
    recordedAt: 'when it was recorded',
    note: "the front office's note",
    answer: 'what you answered',
    answeredAt: 'when you answered',
  },
  (
    { actor },
    after,
  ) => sql`select a.vacancy_id as id, jsonb_build_object('vacancyId', a.vacancy_id, 'state', a.state, 'arrivedAt', a.arrived_at, 'leftAt', a.left_at,
      'minutesLate', a.minutes_late, 'recordedHow', a.recorded_how, 'recordedAt', a.recorded_at, 'note', a.note, 'answer', a.answer, 'answeredAt', a.answered_at) as row
    from attendance a where a.substitute_id = ${actor.id} and a.vacancy_id > ${after}`,
);

const feedback = part(
  'feedback.json',
  "Feedback after classes: yours, and teachers' feedback on you, with your answers.",
  ['feedback'],
  {
    vacancyId: 'which vacancy',
    by: 'by the substitute or the teacher of the class',
    classWent: 'how the class went: well or problems',
    plans: 'how the plans were: clear or missing',
    again: 'whether the teacher wants the substitute again. Without it, the teacher didn’t want to be asked',
    words: 'the sentence with it',
    firstAt: 'when it was first given',
    saidAt: 'when it was last changed',
    answer: 'what the substitute answered',
    answeredAt: 'when they first answered it',
  },
  // Both sides of a class are one row, so they stay together on one page.
  (
    { actor },
    after,
  ) => sql`select f.vacancy_id as id, jsonb_agg(jsonb_build_object('vacancyId', f.vacancy_id, 'by', f.author, 'classWent', f.class_went, 'plans', f.plans, 'again', f.again,
      'words', f.words, 'firstAt', f.first_at, 'saidAt', f.said_at, 'answer', f.answer, 'answeredAt', f.answered_at) order by f.author) as row
    from feedback f where (f.author_id = ${actor.id} or f.substitute_id = ${actor.id} and f.again is not null) and f.vacancy_id > ${after} group by f.vacancy_id`,
);

const offered = part(
  'offers.json',
  'The vacancies that schools offered to you in waves, and your answers. They decide how early you hear of the next one.',
  ['offers'],
  {
    vacancyId: 'which vacancy',
    offers:
      "each offer: the vacancy's date, in which wave, why you heard early, when and how it was sent and arrived, when you opened it, when you were reminded, what you answered and when",
  },
  (
    { actor },
    after,
  ) => sql`select o.vacancy_id as id, jsonb_build_object('vacancyId', o.vacancy_id, 'offers', jsonb_agg(jsonb_build_object('date', o.date, 'wave', o.wave, 'reasons', o.reasons,
      'sentAt', o.sent_at, 'channels', o.channels, 'deliveredAt', o.delivered_at, 'seenAt', o.seen_at, 'remindedAt', o.reminded_at, 'answer', o.answer, 'answeredAt', o.answered_at) order by o.round)) as row
    from offers o where o.substitute_id = ${actor.id} and o.vacancy_id > ${after} group by o.vacancy_id`,
);

const exclusion = part(
  'exclusions.json',
  'Schools that are not offering you jobs, and since when. If you are a teacher, the substitutes you excluded or asked to exclude.',
  ['exclusions'],
  {
    school: schoolName,
    since: 'since when',
    substituteId: 'the substitute whom you named',
    reason: 'the reason that you gave',
    endsOn: 'the last day that you chose',
    askedAt: 'when you asked for it',
  },
  ({ actor }, after) =>
    sql`select x.id, jsonb_build_object('school', c.name, 'since', x.approved_at) || case when x.teacher_id = ${actor.id} then
      jsonb_build_object('substituteId', x.substitute_id, 'reason', x.reason, 'endsOn', x.ends_on, 'askedAt', x.asked_at) else '{}' end as row
    from exclusions x join schools c on c.id = x.school_id
    where (x.substitute_id = ${actor.id} and x.approved_at is not null or x.teacher_id = ${actor.id}) and x.id > ${after}`,
);

const favorite = part(
  'favorites.json',
  'Teachers and schools that marked you as a favorite. If you are a teacher, the substitutes you marked.',
  ['favorites'],
  {
    school: schoolName,
    by: 'a teacher, the school, or you',
    substituteId: 'the substitute whom you marked',
    addedAt: 'since when',
  },
  ({ actor }, after) =>
    sql`select f.id, jsonb_build_object('school', c.name, 'by', case when f.teacher_id = ${actor.id} then 'you' when f.teacher_id is null then 'the school' else 'a teacher' end,
      'substituteId', case when f.teacher_id = ${actor.id} then f.substitute_id end, 'addedAt', f.added_at) as row
    from favorites f join schools c on c.id = f.school_id where (f.substitute_id = ${actor.id} or f.teacher_id = ${actor.id}) and f.id > ${after}`,
);

const sent = part(
  'messages-sent.json',
  'Messages that you sent. Messages that you received are in notifications.json.',
  ['messages'],
  {
    id,
    at: 'when',
    subject: 'its subject',
    body: 'its text',
    vacancyId: 'the vacancy that it was about',
    isUrgent: 'whether it was urgent',
    recipients: 'how many people it went to',
  },
  (
    { actor },
    after,
  ) => sql`select m.id, jsonb_build_object('id', m.id, 'at', m.created_at, 'subject', m.subject, 'body', m.body, 'vacancyId', m.vacancy_id, 'isUrgent', m.is_urgent, 'recipients', cardinality(m.recipient_ids)) as row
    from messages m where m.sender_id = ${actor.id} and m.id > ${after}`,
);

type Told = { id: number; kind: NoticeKind; facts: NoticeFacts[NoticeKind]; row: object };

const told: Part = {
  file: 'notifications.json',
  about: 'Your notifications, including messages to you, and how each was delivered.',
  tables: ['notices', 'deliveries'],
  keys: {
    id,
    at: 'when',
    kind: 'the kind of notification',
    title: 'its title',
    body: 'its text',
    isUrgent: 'whether it was urgent',
    readAt: 'when you read it in the app',
    deliveries: 'how it was also delivered outside the app: the channel, the address, the outcome and the time',
  },
  pageSize,
  read: async ({ db, actor }, after) => {
    const rows =
      await db.query<Told>(sql`select n.id, n.kind, ${factsForReader} as facts, jsonb_build_object('id', n.id, 'at', n.created_at, 'kind', n.kind, 'isUrgent', n.is_urgent, 'readAt', n.read_at,
        'deliveries', (select coalesce(jsonb_agg(jsonb_build_object('channel', d.channel, 'address', d.address, 'status', d.status, 'at', d.sent_at) order by d.id), '[]') from deliveries d where d.notice_id = n.id)) as row
      from notices n left join vacancies v on v.id = n.vacancy_id where n.recipient_id = ${actor.id} and n.in_app and n.id > ${after} order by n.id limit ${pageSize}`);
    return rows.map(({ id: number, kind, facts, row }) => {
      const { title, body } = renderNotice(kind, facts);
      return { id: number, row: { ...row, title, body } };
    });
  },
};

const consents = part(
  'sms-consents.json',
  'When you agreed to text messages, the wording you agreed to, and how the agreement ended.',
  ['sms_consents'],
  {
    number: 'the phone number',
    wording: 'the wording you agreed to',
    agreedAt: 'when',
    agreedFrom: 'the IP address you agreed from',
    endedAt: 'when it ended',
    endedBy: 'how it ended',
  },
  (
    { actor },
    after,
  ) => sql`select s.id, jsonb_build_object('number', s.number, 'wording', s.wording, 'agreedAt', s.agreed_at, 'agreedFrom', s.agreed_from, 'endedAt', s.ended_at, 'endedBy', s.ended_by) as row
    from sms_consents s where s.user_id = ${actor.id} and s.id > ${after}`,
);

const replies = part(
  'text-replies.json',
  'Your replies to text messages, and the offers that you can still answer by text.',
  ['text_codes', 'text_replies'],
  {
    at: 'when you replied',
    act: 'what we understood: accept, decline, list, unknown',
    answer: 'what we answered, without its link',
    code: 'the code with which an offer is answered',
    vacancyId: 'which vacancy',
  },
  ({ actor }, after) => sql`select id, row from (select row_number() over (order by place, sort) as id, row from (
      select 1 as place, extract(epoch from t.at) as sort, jsonb_build_object('at', t.at, 'act', t.act, 'answer', t.answer, 'vacancyId', t.vacancy_id) as row from text_replies t where t.recipient_id = ${actor.id}
      union all select 2, c.given, jsonb_build_object('code', c.code, 'vacancyId', c.vacancy_id) from text_codes c where c.recipient_id = ${actor.id}) each) own where id > ${after}`,
);

const sessions = part(
  'sessions.json',
  'Devices where you are signed in.',
  ['sessions'],
  {
    createdAt: 'when it began',
    lastSeenAt: 'when it was last used',
    device: 'what the browser calls itself',
    isThisOne: 'whether you made this export in it',
  },
  (
    { actor, sessionId },
    after,
  ) => sql`select id, row from (select row_number() over (order by s.created_at, s.id) as id, jsonb_build_object('createdAt', s.created_at, 'lastSeenAt', s.last_seen_at, 'device', s.user_agent, 'isThisOne', s.id = ${sessionId}::uuid) as row
    from sessions s where s.user_id = ${actor.id}) own where id > ${after}`,
);

const devices = part(
  'push-devices.json',
  'The browsers that show your push notifications. Their addresses are secret and not included.',
  ['push_devices'],
  { createdAt: 'when you turned them on', service: 'the push service that delivers them' },
  ({ actor }, after) =>
    sql`select d.id, jsonb_build_object('createdAt', d.created_at, 'service', d.service) as row from push_devices d where d.user_id = ${actor.id} and d.id > ${after}`,
);

const records = part(
  'audit-log.json',
  'Audit log entries of what you did, or what was done to your account. Your school or the platform owner can tell you who did it.',
  ['audit_log'],
  {
    at: 'when',
    act: 'what was done',
    byYou: 'whether you did it',
    onYou: 'whether it was done to your account',
    subject: 'what it was about: its kind and number',
    school: 'the school',
    detail: 'the details: old and new values',
  },
  (
    { actor },
    after,
  ) => sql`select e.id, jsonb_build_object('at', e.at, 'act', e.act, 'byYou', coalesce(e.actor_id = ${actor.id}, false), 'onYou', e.subject_type = 'user' and coalesce(e.subject_id = ${actor.id}, false),
      'subject', jsonb_build_object('kind', e.subject_type, 'id', e.subject_id), 'school', (select c.name from schools c where c.id = e.school_id), 'detail', e.detail) as row
    from (select * from audit_log where actor_id = ${actor.id} union select * from audit_log where subject_type = 'user' and subject_id = ${actor.id}) e where e.id > ${after}`,
);

const hours = part(
  'hours.json',
  'Your worked days, as far as you or a school said or decided something about them. Lines of a locked pay period stay as long as payroll records must be kept, also after your account is erased.',
  ['worked_days', 'pay_periods', 'employee_ids'],
  {
    id,
    school: schoolName,
    date: 'the day',
    yourName: 'your name when it was approved',
    employeeId: "your number in the school's payroll system",
    teacher: 'the teacher of the class',
    class: 'the title of the class',
    from: 'start time, if it was approved or entered',
    to: 'end time, if it was approved or entered',
    breakMinutes: 'the unpaid break',
    kind: 'regular, long_term, late_cancellation or correction',
    minutes: 'paid minutes',
    units: "half days, minutes or class periods, by the school's pay unit",
    cents: 'the amount in cents',
    payCode: 'the pay code',
    accountCode: 'the account code',
    note: "the school's note",
    yourAnswer: 'whether you confirmed or disputed it',
    yourWords: 'what you wrote about it',
    answeredAt: 'when',
    approvedAt: 'when it was approved',
    lockedAt: 'when its pay period was locked',
  },
  (
    { actor },
    after,
  ) => sql`select w.id, jsonb_build_object('id', w.id, 'school', coalesce(c.name, p.school_name), 'date', w.date, 'yourName', w.substitute_name,
      'employeeId', coalesce(w.employee_id, (select e.employee_id from employee_ids e where e.school_id = w.school_id and e.substitute_id = ${actor.id})), 'teacher', w.teacher_name, 'class', w.title,
      'from', to_char(coalesce(w.start_time, w.entered_start), 'HH24:MI'), 'to', to_char(coalesce(w.end_time, w.entered_end), 'HH24:MI'), 'breakMinutes', coalesce(w.break_minutes, w.entered_break),
      'kind', w.kind, 'minutes', w.minutes, 'units', w.units, 'cents', w.cents, 'payCode', w.pay_code, 'accountCode', coalesce(w.paid_account_code, w.account_code), 'note', w.note,
      'yourAnswer', w.answer, 'yourWords', w.words, 'answeredAt', w.answered_at, 'approvedAt', w.approved_at, 'lockedAt', p.locked_at) as row
    from worked_days w left join schools c on c.id = w.school_id left join pay_periods p on p.id = w.pay_period_id where w.substitute_id = ${actor.id} and w.id > ${after}`,
);

const timetable = part(
  'timetable.json',
  'When you teach, and whether you want to cover for colleagues.',
  ['timetables', 'cover_wishes'],
  {
    periods: 'your periods, as your school entered them',
    since: 'since when you work there, if it is known',
    consent: 'whether you want to be asked (ask), told (always), or neither (never)',
    neverOn: 'the weekdays on which you never cover',
    isVolunteer: 'whether you like to cover',
  },
  ({ actor }, after) =>
    sql`select u.id, jsonb_build_object('periods', coalesce(t.slots, '[]'), 'since', t.since, 'consent', w.consent, 'neverOn', w.never_on, 'isVolunteer', w.is_volunteer) as row
    from users u left join timetables t on t.teacher_id = u.id left join cover_wishes w on w.teacher_id = u.id
    where u.id = ${actor.id} and u.id > ${after} and (t.teacher_id is not null or w.teacher_id is not null)`,
);

const covered = part(
  'covers.json',
  'Periods that you were asked to cover for colleagues, and colleagues who were asked to cover yours.',
  ['covers', 'cover_periods'],
  {
    id,
    school: schoolName,
    date: 'the day',
    period: 'the period',
    from: 'start time',
    to: 'end time',
    class: 'the class',
    teacher: 'who is absent',
    colleague: 'who was asked',
    kind: 'period, split, combined or study_hall',
    students: 'how many students',
    room: 'where',
    note: "the front office's note",
    state: 'asked, accepted, declined or canceled',
    askedAt: 'when they were asked',
    answeredAt: 'when they answered',
    endedAt: 'when it was declined or canceled',
  },
  (
    { actor },
    after,
  ) => sql`select c.id, jsonb_build_object('id', c.id, 'school', s.name, 'date', c.date, 'period', c.period, 'from', to_char(c.start_time, 'HH24:MI'), 'to', to_char(c.end_time, 'HH24:MI'), 'class', p.title,
      'teacher', t.full_name, 'colleague', k.full_name, 'kind', c.kind, 'students', coalesce(c.size, p.size), 'room', coalesce(c.room, p.room), 'note', c.note, 'state', c.state, 'askedAt', c.asked_at,
      'answeredAt', c.answered_at, 'endedAt', c.ended_at) as row
    from (select id from covers where colleague_id = ${actor.id} union select c.id from covers c join vacancies v on v.id = c.vacancy_id where v.teacher_id = ${actor.id}) mine
      join covers c on c.id = mine.id join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period join vacancies v on v.id = c.vacancy_id
      join users t on t.id = v.teacher_id join users k on k.id = c.colleague_id join schools s on s.id = c.school_id
    where c.id > ${after}`,
);

/** The parts of the export, in the order of its files. */
export const parts: readonly Part[] = [
  profile,
  schools,
  availability,
  vacancies,
  emergencyPlan,
  history,
  attended,
  feedback,
  timetable,
  covered,
  offered,
  exclusion,
  favorite,
  sent,
  told,
  consents,
  replies,
  sessions,
  devices,
  hours,
  records,
];
