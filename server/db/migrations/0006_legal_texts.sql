-- What people agree to, in the words of a school or of the platform. Where there is no row, the product's own words hold.
create table legal_texts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('privacy', 'terms')),
  -- Null: the platform's.
  school_id bigint references schools (id) on delete cascade,
  body text not null check (body <> ''),
  changed_at timestamptz not null,
  constraint legal_texts_one_each unique nulls not distinct (school_id, kind)
);
