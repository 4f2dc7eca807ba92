-- Where substitutes park and which door they use. Every offer says it.

alter table schools add column parking text
  constraint schools_parking_length check (char_length(parking) <= 300);
drop trigger schools_edits on schools;
create trigger schools_edits before update on schools
  for each row execute function note_edits(
    'name', 'address', 'city', 'state', 'zip_code', 'phone', 'parking', 'district', 'country', 'contact_email', 'latitude',
    'longitude', 'time_zone', 'is_active', 'show_reason', 'book_first', 'closures', 'approves_itself', 'admin_id',
    'report_minutes', 'offering', 'offers_from', 'offers_until',
    'vacancy_settings.allowFullDay', 'vacancy_settings.allowMorningShift', 'vacancy_settings.allowAfternoonShift',
    'vacancy_settings.fullDayStart', 'vacancy_settings.fullDayEnd', 'vacancy_settings.morningStart',
    'vacancy_settings.morningEnd', 'vacancy_settings.afternoonStart', 'vacancy_settings.afternoonEnd'
  );
