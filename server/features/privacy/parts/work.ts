import { sql } from '#server/db/database.ts';
import { id, part, schoolName } from '#server/features/privacy/parts/part.ts';

export const vacancies = part(
  'vacancies.json',
  'Absences that you posted, requested, declined, covered, approved or rejected. Only the teacher gets the notes and the reason of an absence.',
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
    job: 'the same for the days that one substitute takes together; empty for a single day',
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
  ({ actor }, after) => sql`
      select v.id, jsonb_build_object('id', v.id, 'school', c.name, 'date', v.date,
        'from', to_char(v.start_time, 'HH24:MI'), 'to', to_char(v.end_time, 'HH24:MI'), 'shift', v.shift_type,
      'title', v.description, 'grade', v.grade, 'subject', v.subject, 'room', v.room, 'teacher', t.full_name,
        'status', v.status, 'job', v.job_id, 'isUrgent', v.is_urgent, 'youAreAbsent', v.teacher_id = ${actor.id}
        and v.absence_reason is not null, 'extraHands', v.absence_reason is null,
        'youCover', coalesce(v.substitute_id = ${actor.id}, false),
      'youAskedAt', case when v.requested_by_id = ${actor.id} then v.requested_at end,
      'yourMessage', case when v.requested_by_id = ${actor.id} then v.request_message end,
      'createdAt', v.created_at, 'deletedAt', v.deleted_at,
      'reason', case when own.is then v.absence_reason end, 'notes', case when own.is then v.additional_notes end,
        'lessonPlans', case when own.is then v.google_doc_link end,
        'planFiles', case when own.is then (select coalesce(jsonb_agg(f.name order by f.created_at), '[]')
        from plan_files f where f.id = any(v.plan_file_ids)) end,
      'substitute', case when own.is then (select s.full_name from users s where s.id = v.substitute_id) end) as row
    from (select id from vacancies where teacher_id = ${actor.id}
      union select p.id from vacancies_with_part_of(${actor.id}) p) mine
      join vacancies v on v.id = mine.id join schools c on c.id = v.school_id join users t on t.id = v.teacher_id
        cross join lateral (select v.teacher_id = ${actor.id} as is) own
    where v.id > ${after}`,
);

export const emergencyPlan = part(
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
  ({ actor }, after) => sql`
      select p.teacher_id as id, jsonb_build_object('routines', p.routines, 'seating', p.seating, 'people', p.people,
        'checkedAt', p.checked_at, 'remindedAt', p.reminded_at,
      'files', (select coalesce(jsonb_agg(f.name order by f.created_at), '[]') from plan_files f
        where f.id = any(p.file_ids)),
      'studentDetails', (select d.words from student_details d where d.teacher_id = p.teacher_id)) as row
    from emergency_plans p where p.teacher_id = ${actor.id} and p.teacher_id > ${after}`,
);

export const history = part(
  'what-you-did.json',
  'Everything you did with a vacancy.',
  ['vacancy_history', 'vacancy_declines'],
  {
    at: 'when',
    vacancyId: 'which vacancy',
    step: 'what you did: posted, seen, requested, withdrawn, declined, approved and so on',
    reason: 'your reason, if you gave one',
    changes: 'what you changed',
    replacedDate: 'your availability on the day before your reason marked it as unavailable',
  },
  ({ actor }, after) =>
    sql`select h.id, jsonb_build_object('at', h.at, 'vacancyId', h.vacancy_id, 'step', h.kind,
        'reason', coalesce(h.reason, d.reason), 'changes', h.changes, 'replacedDate', d.replaced_date) as row
    from vacancy_history h left join vacancy_declines d on h.kind = 'declined' and d.vacancy_id = h.vacancy_id
      and d.substitute_id = h.actor_id where h.actor_id = ${actor.id} and h.id > ${after}`,
);

export const attended = part(
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
  ({ actor }, after) => sql`
      select a.vacancy_id as id, jsonb_build_object('vacancyId', a.vacancy_id, 'state', a.state,
        'arrivedAt', a.arrived_at, 'leftAt', a.left_at,
      'minutesLate', a.minutes_late, 'recordedHow', a.recorded_how, 'recordedAt', a.recorded_at, 'note', a.note,
        'answer', a.answer, 'answeredAt', a.answered_at) as row
    from attendance a where a.substitute_id = ${actor.id} and a.vacancy_id > ${after}`,
);

export const feedback = part(
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
  ({ actor }, after) => sql`
      select f.vacancy_id as id, jsonb_agg(jsonb_build_object('vacancyId', f.vacancy_id, 'by', f.author,
        'classWent', f.class_went, 'plans', f.plans, 'again', f.again,
      'words', f.words, 'firstAt', f.first_at, 'saidAt', f.said_at, 'answer', f.answer, 'answeredAt', f.answered_at)
        order by f.author) as row
    from feedback f where (f.author_id = ${actor.id} or f.substitute_id = ${actor.id} and f.again is not null)
      and f.vacancy_id > ${after} group by f.vacancy_id`,
);

export const timetable = part(
  'timetable.json',
  'When you teach, and whether you want to cover for colleagues.',
  ['timetables', 'cover_wishes'],
  {
    periods: 'your periods, as your school entered them',
    since: 'when you started there, if it is known',
    consent: 'whether you want to be asked (ask), only notified (always), or neither (never)',
    neverOn: 'the weekdays on which you never cover',
    isVolunteer: 'whether you like to cover',
  },
  ({ actor }, after) =>
    sql`select u.id, jsonb_build_object('periods', coalesce(t.slots, '[]'), 'since', t.since, 'consent', w.consent,
        'neverOn', w.never_on, 'isVolunteer', w.is_volunteer) as row
    from users u left join timetables t on t.teacher_id = u.id left join cover_wishes w on w.teacher_id = u.id
    where u.id = ${actor.id} and u.id > ${after} and (t.teacher_id is not null or w.teacher_id is not null)`,
);

export const covered = part(
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
  ({ actor }, after) => sql`
      select c.id, jsonb_build_object('id', c.id, 'school', s.name, 'date', c.date, 'period', c.period,
        'from', to_char(c.start_time, 'HH24:MI'), 'to', to_char(c.end_time, 'HH24:MI'), 'class', p.title,
      'teacher', t.full_name, 'colleague', k.full_name, 'kind', c.kind, 'students', coalesce(c.size, p.size),
        'room', coalesce(c.room, p.room), 'note', c.note, 'state', c.state, 'askedAt', c.asked_at,
      'answeredAt', c.answered_at, 'endedAt', c.ended_at) as row
    from (select id from covers where colleague_id = ${actor.id}
      union select c.id from covers c join vacancies v on v.id = c.vacancy_id where v.teacher_id = ${actor.id}) mine
      join covers c on c.id = mine.id join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period
        join vacancies v on v.id = c.vacancy_id
      join users t on t.id = v.teacher_id join users k on k.id = c.colleague_id join schools s on s.id = c.school_id
    where c.id > ${after}`,
);

export const hours = part(
  'hours.json',
  'Your worked days that you or a school commented on, changed or approved. Lines of a locked pay period stay as long as payroll records must be kept, even after your account is erased.',
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
  ({ actor }, after) => sql`
      select w.id, jsonb_build_object('id', w.id, 'school', coalesce(c.name, p.school_name), 'date', w.date,
        'yourName', w.substitute_name,
      'employeeId', coalesce(w.employee_id, (select e.employee_id from employee_ids e
        where e.school_id = w.school_id and e.substitute_id = ${actor.id})), 'teacher', w.teacher_name,
        'class', w.title,
      'from', to_char(coalesce(w.start_time, w.entered_start), 'HH24:MI'),
        'to', to_char(coalesce(w.end_time, w.entered_end), 'HH24:MI'),
        'breakMinutes', coalesce(w.break_minutes, w.entered_break),
      'kind', w.kind, 'minutes', w.minutes, 'units', w.units, 'cents', w.cents, 'payCode', w.pay_code,
        'accountCode', coalesce(w.paid_account_code, w.account_code), 'note', w.note,
      'yourAnswer', w.answer, 'yourWords', w.words, 'answeredAt', w.answered_at, 'approvedAt', w.approved_at,
        'lockedAt', p.locked_at) as row
    from worked_days w left join schools c on c.id = w.school_id left join pay_periods p on p.id = w.pay_period_id
      where w.substitute_id = ${actor.id} and w.id > ${after}`,
);
