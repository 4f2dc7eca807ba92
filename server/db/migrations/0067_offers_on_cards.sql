-- Cards show how many substitutes saw or declined a class, too, not only the day board. So the event names the class, and
-- reaches its teacher. A deleted class announces itself.

create or replace function announce_offers() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform announce(array['admins:' || v.school_id, 'person:' || v.teacher_id], 'offers', v.id)
    from vacancies v where v.id = (changed ->> 'vacancy_id')::bigint;
  return null;
end $$;
