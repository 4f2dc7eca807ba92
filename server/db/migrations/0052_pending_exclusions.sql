-- A teacher's request to exclude a substitute has no effect until it is approved, so the substitute gets no live event of it.

create or replace function announce_exclusion() returns trigger language plpgsql as $$
declare
  changed exclusions := coalesce(new, old);
begin
  perform announce(array['admins:' || changed.school_id], 'people');
  if changed.teacher_id is not null then
    perform announce(array['person:' || changed.teacher_id], 'people');
  end if;
  if old.approved_at is not null or new.approved_at is not null then
    perform announce(array['person:' || changed.substitute_id], 'availability');
  end if;
  return null;
end $$;
