-- What a substitute writes with a request belongs to that request (docs/decisions/034): it is kept beside whose it is, no
-- longer in the teacher's description, and goes when the request does.
alter table vacancies add column request_message text;
alter table vacancies add constraint vacancies_message_of_request check (request_message is null or requested_by_id is not null);

-- Whoever ends a request need not think of its message.
create function drop_request_message() returns trigger language plpgsql as $$
begin
  new.request_message := null;
  return new;
end $$;
create trigger vacancies_request_message_goes before update on vacancies for each row
  when (new.request_message is not null and new.request_message is not distinct from old.request_message
    and ((new.requested_by_id, new.requested_at) is distinct from (old.requested_by_id, old.requested_at) or new.deleted_at is not null))
  execute function drop_request_message();

-- Descriptions as they were until now, taken apart: what the teacher wrote, and each message in its author's words. A line
-- that ends with the mark ends a message, and begins it unless it is indented; then the lines before it belong to it as well.
create function pg_temp.notes_apart(notes text, out own text, out added text[]) language plpgsql as $$
declare
  mark constant text := '[Added by substitute]';
  lines text[] := '{}';
  line text;
  message text;
begin
  added := '{}';
  foreach line in array string_to_array(notes, E'\n') loop
    if right(rtrim(line), length(mark)) <> mark then
      lines := lines || line;
      continue;
    end if;
    message := line;
    while left(message, 2) = '  ' loop
      message := coalesce(lines[cardinality(lines)], '') || E'\n' || substr(message, 3);
      lines := lines[:cardinality(lines) - 1];
    end loop;
    added := added || btrim(replace(message, mark, ''), E' \t\r\n');
  end loop;
  own := btrim(array_to_string(lines, E'\n'), E' \t\r\n');
end $$;

-- The message of a request that stands is known where its notification has it, or where nobody else ever asked. Any other
-- message is of a request that is over, or may be: it goes.
with apart as materialized (
  select v.id, v.requested_by_id, v.requested_at, v.deleted_at, p.own, p.added
  from vacancies v cross join lateral pg_temp.notes_apart(v.additional_notes) p
  where v.additional_notes like '%[Added by substitute]%'
)
update vacancies v set additional_notes = case when a.own = '' then '–' else a.own end,
  request_message = case when a.requested_by_id is not null and a.deleted_at is null then coalesce(
    (select nullif(n.facts ->> 'note', '') from notices n where n.vacancy_id = a.id and n.kind = 'vacancy_requested' and n.created_at = a.requested_at order by n.id desc limit 1),
    case when cardinality(a.added) = 1 and (select count(*) from vacancy_history h where h.vacancy_id = a.id and h.kind = 'requested') = 1 then nullif(a.added[1], '') end) end
from apart a where v.id = a.id;

-- Notifications name the request that they tell of, and get its message from there for as long as it stands.
update notices n set facts = jsonb_set(n.facts, '{vacancy,notes}', to_jsonb((pg_temp.notes_apart(n.facts #>> '{vacancy,notes}')).own))
where n.facts #>> '{vacancy,notes}' like '%[Added by substitute]%';
update notices n set facts = n.facts - 'note' || jsonb_build_object('request', case when v.requested_at = n.created_at
  then jsonb_build_object('by', v.requested_by_id, 'at', to_char(v.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end)
from vacancies v where v.id = n.vacancy_id and n.kind = 'vacancy_requested' and n.facts ->> 'note' is not null;

-- Entries of the audit log have old and new values, and those of a school may name somebody: its contact, or the school is
-- called after them. Of a person whose account is being erased, and who still has their name, the words go; the entry stays.
create or replace function forget_in_audit(person bigint, places bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  patterns text[];
begin
  -- Names and addresses to the letter, in any case; numbers by their digits, however they are written.
  select array(
    select regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') from unnest(array[u.full_name, u.email]) word where length(word) > 2
    union all
    select regexp_replace(right(regexp_replace(number, '\D', '', 'g'), 10), '(\d)(?=\d)', '\1\\D*', 'g') from unnest(array[u.phone, u.sms_number]) number where length(regexp_replace(number, '\D', '', 'g')) >= 7
  ) into patterns from users u where u.id = person;
  update audit_log a set detail = jsonb_set(a.detail, '{changes}', (
    select jsonb_agg(case when told.said is null then change else change || told.said end order by place)
    from jsonb_array_elements(a.detail -> 'changes') with ordinality each (change, place) cross join lateral (
      select jsonb_object_agg(side, (select regexp_replace(change ->> side, string_agg(pattern, '|'), '[removed]', 'gi') from unnest(patterns) pattern)) as said
      from unnest(array['from', 'to']) side where jsonb_typeof(change -> side) = 'string'
    ) told))
  where (a.school_id = any(places) or a.school_id is null) and a.detail ? 'changes' and exists (
    select from jsonb_array_elements(a.detail -> 'changes') change, unnest(patterns) pattern
    where concat_ws(E'\n', change ->> 'from', change ->> 'to') ~* pattern);
end $$;
revoke all on function forget_in_audit(bigint, bigint[]) from public;

-- Staff are also forgotten with their school, whichever function deletes it.
create or replace function forget_staff_in_audit() returns trigger language plpgsql as $$
begin
  perform forget_in_audit(old.id, array[old.school_id]);
  return new;
end $$;
create or replace trigger users_forgotten_in_audit before update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null and old.school_id is not null) execute function forget_staff_in_audit();
