-- Schools: their settings, their images, and the legal texts they publish.
--
-- True of every file in this folder: invariants are constraints, and server/db/constraints.ts turns the name of a
-- violated one into a sentence. Instants are timestamptz, written by the server's clock; a school's own dates and
-- times are stored next to them.

create extension if not exists pg_trgm;

create table schools (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  city text,
  state text,
  zip_code text,
  phone text,
  district text,
  country text,
  contact_email text,
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  is_active boolean not null default true,
  vacancy_settings jsonb not null,
  show_reason boolean not null default true,
  book_first boolean not null default false,
  -- The foreign key is in 0002_users.sql, because users refer to schools too.
  admin_id bigint,
  created_at timestamptz not null,
  search_text text generated always as (
    lower(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(district, ''))
  ) stored
);
create index schools_by_name on schools (lower(name), id);
create index schools_search on schools using gin (search_text gin_trgm_ops);

-- A school's logo and banner. Uploads are redrawn, so these bytes are never the bytes that somebody sent.
create table school_images (
  id uuid not null default gen_random_uuid(),
  school_id bigint not null references schools (id) on delete cascade,
  kind text not null check (kind in ('logo', 'banner')),
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (school_id, kind)
);

-- The privacy policy and terms that people agree to. Without a row, the product's own text applies.
create table legal_texts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('privacy', 'terms')),
  -- Null for the platform's own text.
  school_id bigint references schools (id) on delete cascade,
  body text not null check (body <> ''),
  changed_at timestamptz not null,
  constraint legal_texts_one_each unique nulls not distinct (school_id, kind)
);
