-- Two keys of a notice could only say again, 5,000 times for a vacancy that goes out to 5,000 people, what its writing
-- makes sure of: a quarter of the whole telling (docs/decisions/019-telling-and-starting.md).

-- Its recipient is a row of users, and such a row stays: whoever goes is forgotten (forget_people), not deleted.
create function refuse_to_delete_people() returns trigger language plpgsql as $$
begin
  raise exception 'People are forgotten, not deleted: the days they worked and what they wrote name them.' using errcode = 'restrict_violation';
end $$;
create trigger users_stay before delete on users for each statement execute function refuse_to_delete_people();
alter table notices drop constraint notices_recipient_id_fkey;

-- Its vacancy is held by the statement that writes it (server/notices/tell.ts), and takes its notices along when it goes.
create function forget_notices_of_vacancies() returns trigger language plpgsql as $$
begin
  delete from notices n using gone where n.vacancy_id = gone.id;
  return null;
end $$;
create trigger vacancies_forget_notices after delete on vacancies referencing old table as gone for each statement execute function forget_notices_of_vacancies();
alter table notices drop constraint notices_vacancy_id_fkey;
