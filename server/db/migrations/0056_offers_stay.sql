-- The nightly job finds the offers of past classes by when they began (OFFERS_STAY_DAYS), without reading the others.
create index dispatches_began on dispatches (began_at, vacancy_id) where due_at is null;
