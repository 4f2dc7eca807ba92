-- The cancellations of a school in some days, for its report: few among the many lines of history.
create index history_releases_of_school on vacancy_history (school_id, at)
  where kind = 'released';
