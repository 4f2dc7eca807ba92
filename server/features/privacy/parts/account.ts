import { sql } from '#server/db/database.ts';
import { id, part, schoolName } from '#server/features/privacy/parts/part.ts';

export const profile = part(
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
    username: 'the name that you sign in with',
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
  ({ actor }, after) => sql`
      select u.id, jsonb_build_object('id', u.id, 'username', u.username, 'role', u.role, 'fullName', u.full_name,
        'school', (select c.name from schools c where c.id = u.school_id),
      'email', u.email, 'confirmedEmail', u.trusted_email, 'emailConfirmedSince', u.email_trusted_at,
        'emailChangedAt', u.email_changed_at, 'phone', u.phone, 'smsNumber', u.sms_number,
        'workLimits', (select coalesce(jsonb_agg(to_jsonb(m) - 'substitute_id' - 'version' order by m.school_id), '[]')
        from work_limits m where m.substitute_id = u.id),
        'jobPreferences', (select to_jsonb(j) - 'substitute_id' - 'version' - 'edits' from job_preferences j
        where j.substitute_id = u.id), 'qualifications', u.qualifications, 'preferredSubjects', u.preferred_subjects,
        'bio', u.bio, 'gender', u.gender,
      'department', u.department, 'subjects', u.subjects, 'generalAvailability', u.general_availability,
        'noticeChoices', u.notice_choices,
      'quietHours', jsonb_build_object('from', to_char(u.quiet_from, 'HH24:MI'), 'to', to_char(u.quiet_to, 'HH24:MI')),
        'urgentMayDisturb', u.urgent_may_disturb,
      'isApproved', u.is_approved, 'isActive', u.is_active, 'rejectedAt', u.rejected_at,
        'passwordSetByOther', u.password_set_by_other, 'failedSignIns', u.failed_sign_ins, 'createdAt', u.created_at,
      'calendarSince', (select f.created_at from calendar_feeds f where f.user_id = u.id),
      'wallLinks', (select coalesce(jsonb_agg(w.made_at order by w.id), '[]') from wall_links w
        where w.made_by_id = u.id),
      'invitations', (select coalesce(jsonb_agg(jsonb_build_object('from', i.created_at, 'until', i.expires_at)
        order by i.created_at), '[]') from invitations i where i.user_id = u.id),
      'numberToProve', (select s.number from sms_codes s where s.user_id = u.id),
      'secondFactorSince', (select f.confirmed_at from second_factors f where f.user_id = u.id),
        'recoveryCodesLeft', (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null),
      'devices', (select count(*) from known_devices d where d.user_id = u.id),
        'newPasswordUntil', (select max(l.expires_at) from password_links l where l.user_id = u.id),
      'addressesToConfirm', (select coalesce(jsonb_agg(jsonb_build_object('address', e.email, 'until', e.expires_at)
        order by e.expires_at), '[]') from email_links e where e.user_id = u.id)) as row
    from users u where u.id = ${actor.id} and u.id > ${after}`,
);

export const schools = part(
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
  ({ actor }, after) => sql`
    select l.school_id as id, jsonb_build_object('school', c.name, 'isSelected', l.is_selected,
      'selectedAt', l.selected_at, 'approvedAt', l.approved_at, 'admittedAt', l.admitted_at,
      'rejectedAt', l.rejected_at) as row
    from substitute_schools l join schools c on c.id = l.school_id
      where l.substitute_id = ${actor.id} and l.school_id > ${after}`,
);

export const availability = part(
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
    sql`select a.id, jsonb_build_object('date', a.date, 'status', a.status, 'part', a.part, 'notes', a.notes) as row
        from availability_dates a where a.substitute_id = ${actor.id} and a.id > ${after}`,
);

export const consents = part(
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
  ({ actor }, after) => sql`
    select s.id, jsonb_build_object('number', s.number, 'wording', s.wording, 'agreedAt', s.agreed_at,
      'agreedFrom', s.agreed_from, 'endedAt', s.ended_at, 'endedBy', s.ended_by) as row
    from sms_consents s where s.user_id = ${actor.id} and s.id > ${after}`,
);

export const sessions = part(
  'sessions.json',
  'Devices where you are signed in.',
  ['sessions'],
  {
    createdAt: 'when it began',
    lastSeenAt: 'when it was last used',
    device: 'what the browser calls itself',
    isThisOne: 'whether you made this export on it',
  },
  ({ actor, sessionId }, after) => sql`
    select id, row from (select row_number() over (order by s.created_at, s.id) as id,
      jsonb_build_object('createdAt', s.created_at, 'lastSeenAt', s.last_seen_at, 'device', s.user_agent,
      'isThisOne', s.id = ${sessionId}::uuid) as row
    from sessions s where s.user_id = ${actor.id}) own where id > ${after}`,
);

export const devices = part(
  'push-devices.json',
  'The browsers that show your push notifications. Their addresses are secret and not included.',
  ['push_devices'],
  { createdAt: 'when you turned them on', service: 'the push service that delivers them' },
  ({ actor }, after) =>
    sql`select d.id, jsonb_build_object('createdAt', d.created_at, 'service', d.service) as row from push_devices d
        where d.user_id = ${actor.id} and d.id > ${after}`,
);

export const records = part(
  'audit-log.json',
  'Audit log entries of your actions, and of changes that others made to your account. Your school or the platform owner can tell you who made them.',
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
  ({ actor }, after) => sql`
      select e.id, jsonb_build_object('at', e.at, 'act', e.act, 'byYou', coalesce(e.actor_id = ${actor.id}, false),
        'onYou', e.subject_type = 'user' and coalesce(e.subject_id = ${actor.id}, false),
      'subject', jsonb_build_object('kind', e.subject_type, 'id', e.subject_id), 'school', (select c.name from schools c
        where c.id = e.school_id), 'detail', e.detail) as row
    from (select * from audit_log where actor_id = ${actor.id}
      union select * from audit_log where subject_type = 'user' and subject_id = ${actor.id}) e where e.id > ${after}`,
);
