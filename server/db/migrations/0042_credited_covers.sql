-- What a covered period is credited with in the payroll file, as it was when the colleague was asked.
alter table covers add column pay_code text not null default 'COVER';
alter table covers add column cents integer check (cents >= 0);
