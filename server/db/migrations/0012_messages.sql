-- Messages that staff send to substitutes. Each recipient gets a notification (0013_notices.sql).

create table messages (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id) on delete cascade,
  sender_id bigint not null references users (id),
  subject text not null,
  body text not null,
  vacancy_id bigint references vacancies (id) on delete set null,
  is_urgent boolean not null default false,
  recipient_ids bigint[] not null,
  created_at timestamptz not null
);
create index messages_of_sender on messages (sender_id, id desc);
create index messages_of_school on messages (school_id);
create index messages_of_vacancy on messages (vacancy_id) where vacancy_id is not null;
