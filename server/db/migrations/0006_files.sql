-- Files that users upload: profile photos and resumes.

create table files (
  id uuid primary key default gen_random_uuid(),
  owner_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('photo', 'resume')),
  name text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index files_of_owner on files (owner_id);

alter table users
  add constraint users_resume foreign key (resume_file_id) references files (id) on delete set null,
  add constraint users_profile_image foreign key (profile_image_file_id) references files (id) on delete set null;
