-- Schools: their districts, their settings, their images, and the legal texts they publish.
--
-- True of every file in this folder: invariants are constraints, and server/db/constraints.ts turns the name of a
-- violated one into a sentence. Instants are timestamptz, written by the server's clock; a school's own dates and
-- times are stored next to them.

create extension if not exists pg_trgm;

-- The schools of a district share their approved substitutes (docs/decisions/027). Only the platform owner puts a school
-- into a district.
create table districts (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- 'Each school approves for itself': nothing is shared.
  each_approves boolean not null default false,
  created_at timestamptz not null,
  constraint districts_id_and_name unique (id, name)
);
create unique index districts_name_taken on districts (lower(name));

create table schools (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  city text,
  state text,
  zip_code text,
  phone text,
  district_id bigint,
  -- The district's name again, for search and replies. The foreign key keeps it equal.
  district text,
  country text,
  contact_email text,
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  is_active boolean not null default true,
  vacancy_settings jsonb not null,
  show_reason boolean not null default true,
  -- Whether an administrator has decided about show_reason. Until one has, a new school's administrators are asked.
  reason_decided boolean not null default false,
  book_first boolean not null default false,
  -- Days without school, [{"from", "to", "name"}]: no absence is proposed for them.
  closures jsonb not null default '[]',
  -- 'Approve every substitute ourselves': approvals by other schools of the district don't count here.
  approves_itself boolean not null default false,
  -- The foreign key is in 0002_users.sql, because users refer to schools too.
  admin_id bigint,
  created_at timestamptz not null,
  -- From then on, no one sees the school, and a job deletes it in slices (0021_forgetting.sql).
  deletion_began_at timestamptz,
  -- Every change of an editable field raises the version and notes it at the field (note_edits).
  version integer not null default 1,
  edits jsonb not null default '{}',
  search_text text generated always as (
    lower(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(district, ''))
  ) stored,

  constraint schools_district foreign key (district_id, district) references districts (id, name)
    match full on update cascade
);
create index schools_of_district on schools (district_id) where district_id is not null;
create index schools_by_name on schools (lower(name), id);
create index schools_search on schools using gin (search_text gin_trgm_ops);

-- A form is sent with the version it was filled from. These notes say which fields were changed after that, so that
-- one person's edit does not overwrite another's (docs/decisions/036). The arguments are the editable columns;
-- 'settings.start' is a key of a jsonb column.
create function note_edits() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  edited jsonb;
begin
  select jsonb_object_agg(field, old.version + 1) into edited from unnest(tg_argv) field
    where was #> string_to_array(field, '.') is distinct from now_is #> string_to_array(field, '.');
  if edited is not null then
    new.version := old.version + 1;
    new.edits := old.edits || edited;
  end if;
  return new;
end $$;
create trigger schools_edits before update on schools
  for each row execute function note_edits(
    'name', 'address', 'city', 'state', 'zip_code', 'phone', 'district', 'country', 'contact_email', 'latitude',
    'longitude', 'time_zone', 'is_active', 'show_reason', 'book_first', 'closures', 'approves_itself', 'admin_id',
    'vacancy_settings.allowFullDay', 'vacancy_settings.allowMorningShift', 'vacancy_settings.allowAfternoonShift',
    'vacancy_settings.fullDayStart', 'vacancy_settings.fullDayEnd', 'vacancy_settings.morningStart',
    'vacancy_settings.morningEnd', 'vacancy_settings.afternoonStart', 'vacancy_settings.afternoonEnd'
  );

-- A school's logo and banner. Uploads are redrawn, so these are never the bytes that were uploaded.
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
-- Two people may write one text at the same time. Version 1 stands for 'no row'. The others are never used twice, not even
-- after a text was deleted and written again.
create sequence legal_versions minvalue 2;
create table legal_texts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('privacy', 'terms')),
  -- Null for the platform's own text.
  school_id bigint references schools (id) on delete cascade,
  body text not null check (body <> ''),
  changed_at timestamptz not null,
  version bigint not null default nextval('legal_versions'),
  constraint legal_texts_one_each unique nulls not distinct (school_id, kind)
);
alter sequence legal_versions owned by legal_texts.version;
