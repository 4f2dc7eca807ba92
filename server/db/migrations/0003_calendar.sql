-- What somebody was to cover once, for their calendar.
create index history_fills_of_substitute on vacancy_history (substitute_id, vacancy_id) where kind in ('approved', 'assigned');
