-- Attendance: who came to a class that they were booked for (docs/decisions/042). A person who was released from a class
-- keeps their row, so that a no-show is still in their record.

alter table schools add column report_minutes smallint not null default 15
  check (report_minutes between 0 and 120);
drop trigger schools_edits on schools;
create trigger schools_edits before update on schools
  for each row execute function note_edits(
    'name', 'address', 'city', 'state', 'zip_code', 'phone', 'district', 'country', 'contact_email', 'latitude',
    'longitude', 'time_zone', 'is_active', 'show_reason', 'book_first', 'closures', 'approves_itself', 'admin_id',
    'report_minutes',
    'vacancy_settings.allowFullDay', 'vacancy_settings.allowMorningShift', 'vacancy_settings.allowAfternoonShift',
    'vacancy_settings.fullDayStart', 'vacancy_settings.fullDayEnd', 'vacancy_settings.morningStart',
    'vacancy_settings.morningEnd', 'vacancy_settings.afternoonStart', 'vacancy_settings.afternoonEnd'
  );

create table attendance (
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  school_id bigint not null,
  state text not null check (state in ('here', 'late', 'left', 'no_show')),
  arrived_at timestamptz,
  left_at timestamptz,
  minutes_late smallint check (minutes_late between 1 and 1440),
  -- By an administrator, or by the substitute with the code of the front office.
  recorded_how text not null check (recorded_how in ('office', 'code')),
  recorded_by_id bigint not null references users (id),
  recorded_at timestamptz not null,
  note text,
  -- What the substitute says about it.
  answer text,
  answered_at timestamptz,
  version integer not null default 1,
  primary key (vacancy_id, substitute_id),
  constraint attendance_times_fit check (case state
    when 'here' then left_at is null and minutes_late is null
    when 'late' then left_at is null and minutes_late is not null
    when 'left' then left_at is not null
    else arrived_at is null and left_at is null and minutes_late is null end),
  constraint attendance_answer_has_time check ((answer is null) = (answered_at is null))
);
-- A person's record.
create index attendance_of_substitute on attendance (substitute_id, vacancy_id);
create index attendance_no_shows on attendance (substitute_id, school_id) where state = 'no_show';

-- It concerns the substitute, the vacancy's teacher and the school's administrators.
create function announce_attendance() returns trigger language plpgsql as $$
declare
  row attendance := coalesce(new, old);
begin
  perform announce(
    array['person:' || row.substitute_id, 'admins:' || row.school_id]
      || array(select 'person:' || teacher_id from vacancies where id = row.vacancy_id),
    'vacancies', row.vacancy_id);
  return null;
end $$;
create trigger attendance_announce_edge after insert or delete on attendance
  for each row execute function announce_attendance();
create trigger attendance_announce_change after update on attendance
  for each row when (old.* is distinct from new.*) execute function announce_attendance();
