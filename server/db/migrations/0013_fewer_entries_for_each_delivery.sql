-- Nearly all deliveries are mails: who looks for those alone finds them by the table's own order, and each telling of thousands
-- writes an entry less for every one. What goes by SMS or push, which is few among many, keeps its index.
drop index deliveries_by_channel;
create index deliveries_by_other_channel on deliveries (channel, id desc) where channel <> 'email';
