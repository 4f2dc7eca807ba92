-- Answers by text message (docs/decisions/059).

-- The code of an offer in a text message. It is the number's own: two people who share a number never have the same code.
create table text_codes (
  number text not null,
  code integer not null check (code between 10 and 999),
  recipient_id bigint not null references users (id) on delete cascade,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  -- The latest text message with this code, whose link the reply repeats.
  notice_id bigint not null,
  -- The class as that text message describes it. A reply accepts nothing else.
  date date not null,
  start_time time not null,
  end_time time not null,
  -- In the order of creation, so that the code that was used longest ago is given out again.
  given bigint generated always as identity,
  primary key (number, code),
  constraint text_codes_one_each unique (vacancy_id, recipient_id)
);
create index text_codes_latest on text_codes (number, given desc);
create index text_codes_of_person on text_codes (recipient_id);

-- Each reply that was answered, by the carrier's own number. A repeated one gets the same answer and does nothing.
create table text_replies (
  carrier_id text primary key,
  -- Null if no one is known by the sender's number.
  recipient_id bigint references users (id) on delete cascade,
  vacancy_id bigint references vacancies (id) on delete cascade,
  act text not null check (act in ('accept', 'decline', 'list', 'stop', 'start', 'help', 'unknown')),
  -- The text without its link, which is signed again when it is sent. Null if it isn't answered.
  answer text,
  notice_id bigint,
  at timestamptz not null
);
create index text_replies_at on text_replies (at);
create index text_replies_of_person on text_replies (recipient_id, at);
create index text_replies_of_vacancy on text_replies (vacancy_id) where vacancy_id is not null;
