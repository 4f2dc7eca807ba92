-- The hours in which a school notifies substitutes in waves, and how large the next wave is (docs/decisions/074).

alter table schools
  add column offers_from time not null default '05:30',
  add column offers_until time not null default '21:00',
  add constraint schools_offer_hours check (offers_from < offers_until);
drop trigger schools_edits on schools;
create trigger schools_edits before update on schools
  for each row execute function note_edits(
    'name', 'address', 'city', 'state', 'zip_code', 'phone', 'district', 'country', 'contact_email', 'latitude',
    'longitude', 'time_zone', 'is_active', 'show_reason', 'book_first', 'closures', 'approves_itself', 'admin_id',
    'report_minutes', 'offering', 'offers_from', 'offers_until',
    'vacancy_settings.allowFullDay', 'vacancy_settings.allowMorningShift', 'vacancy_settings.allowAfternoonShift',
    'vacancy_settings.fullDayStart', 'vacancy_settings.fullDayEnd', 'vacancy_settings.morningStart',
    'vacancy_settings.morningEnd', 'vacancy_settings.afternoonStart', 'vacancy_settings.afternoonEnd'
  );

alter table dispatches
  -- When the next wave goes out if no one answers before, and to how many people. Before it, there may be reminders.
  add column wave_at timestamptz,
  add column wave_size integer,
  add constraint dispatches_wave_has_both check ((wave_at is null) = (wave_size is null));
