
-- All days of a job as the latest text message with this code describes them: [{"date", "startTime", "endTime"}], by date. A reply
-- accepts nothing else. Null for a class outside a job, and for a code from before this column.
alter table text_codes add column days jsonb;
