-- The board counts whom no channel reached. Few deliveries fail, so the index is small.
create index deliveries_failed on deliveries (notice_id) where status = 'failed';
