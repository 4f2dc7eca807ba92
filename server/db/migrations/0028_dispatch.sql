-- Dispatch: who hears of a vacancy first (docs/decisions/047). A vacancy that is offered in waves has one row in
-- dispatches, which says when its next step is due, and one row in offers for each person who was notified.

alter table schools add column offering text not null default 'everyone' check (offering in ('everyone', 'best_matches'));
drop trigger schools_edits on schools;
create trigger schools_edits before update on schools
  for each row execute function note_edits(
    'name', 'address', 'city', 'state', 'zip_code', 'phone', 'district', 'country', 'contact_email', 'latitude',
    'longitude', 'time_zone', 'is_active', 'show_reason', 'book_first', 'closures', 'approves_itself', 'admin_id',
    'report_minutes', 'offering',
    'vacancy_settings.allowFullDay', 'vacancy_settings.allowMorningShift', 'vacancy_settings.allowAfternoonShift',
    'vacancy_settings.fullDayStart', 'vacancy_settings.fullDayEnd', 'vacancy_settings.morningStart',
    'vacancy_settings.morningEnd', 'vacancy_settings.afternoonStart', 'vacancy_settings.afternoonEnd'
  );

create table dispatches (
  vacancy_id bigint primary key references vacancies (id) on delete cascade,
  school_id bigint not null,
  -- Counts up when the class is offered again from the beginning, because a substitute left it.
  round integer not null default 1,
  -- The substitute who left it.
  except_id bigint,
  send_email boolean not null,
  send_sms boolean not null,
  is_paused boolean not null default false,
  -- Someone decided not to wait for further waves.
  for_everyone boolean not null default false,
  -- When the next step is due. Null: nothing is left to do, or the vacancy isn't open.
  due_at timestamptz,
  -- Why nothing is left to do.
  ended text check (ended in ('closed', 'over', 'paused', 'everyone_asked')),
  tries integer not null default 0,
  began_at timestamptz not null,
  constraint dispatches_end_or_continue check (due_at is null or ended is null)
);
create index dispatches_due on dispatches (due_at) where due_at is not null;

create table offers (
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  round integer not null,
  substitute_id bigint not null references users (id) on delete cascade,
  school_id bigint not null,
  -- The vacancy's date when it was offered.
  date date not null,
  wave integer not null check (wave > 0),
  -- The place in the ranking, from 1, and the reasons for it.
  rank integer not null check (rank > 0),
  reasons text[] not null,
  sent_at timestamptz not null,
  reminded_at timestamptz,
  answer text check (answer in ('yes', 'declined')),
  answered_at timestamptz,
  primary key (vacancy_id, round, substitute_id),
  constraint offers_answer_has_time check ((answer is null) = (answered_at is null))
);
-- A person's latest answers, from which the chance of the next yes is learned.
create index offers_of_substitute on offers (substitute_id, sent_at desc)
  include (school_id, date, answer);

create index offers_export on offers (substitute_id, vacancy_id);

-- A vacancy that opens, closes or moves moves its dispatch: the next step is due at once, or nothing is.
create function move_dispatch() returns trigger language plpgsql as $$
begin
  update dispatches set
    due_at = case when new.status = 'open' and new.deleted_at is null and not is_paused then new.updated_at end,
    ended = case when new.status = 'open' and new.deleted_at is null then case when is_paused then 'paused' end else 'closed' end
  where vacancy_id = new.id;
  -- Offers belong to a dispatch. Most schools notify everyone at once and have none.
  if not found then
    return null;
  end if;
  -- A request, and an assignment without one, are a yes.
  if new.status <> 'open' then
    update offers set answer = 'yes', answered_at = new.updated_at
      where vacancy_id = new.id and substitute_id = coalesce(new.requested_by_id, new.substitute_id) and answer is null;
  end if;
  return null;
end $$;
create trigger vacancies_move_dispatch after update on vacancies
  for each row when ((old.status, old.deleted_at, old.starts_at) is distinct from (new.status, new.deleted_at, new.starts_at))
  execute function move_dispatch();

-- A decline answers the offer, and moves the next person up at once.
create function answer_offer() returns trigger language plpgsql as $$
begin
  update offers set answer = 'declined', answered_at = new.declined_at
    where vacancy_id = new.vacancy_id and substitute_id = new.substitute_id and answer is null;
  if found then
    update dispatches set due_at = new.declined_at where vacancy_id = new.vacancy_id and due_at > new.declined_at;
  end if;
  return null;
end $$;
create trigger declines_answer_offer after insert on vacancy_declines
  for each row execute function answer_offer();

-- A dispatch that moves with its vacancy is announced with that. The counts on the card concern the vacancy's teacher and the school's administrators.
create function announce_dispatch() returns trigger language plpgsql as $$
declare
  moved dispatches := coalesce(new, old);
begin
  perform announce(
    array['admins:' || moved.school_id]
      || array(select 'person:' || teacher_id from vacancies where id = moved.vacancy_id),
    'vacancies', moved.vacancy_id);
  return null;
end $$;
create trigger dispatches_announce after insert or update on dispatches
  for each row when (pg_trigger_depth() = 0) execute function announce_dispatch();
