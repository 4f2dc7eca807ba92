-- Everyone eligible was offered the vacancy, and only reminders are left. Without it, a card would announce a wave that has no one
-- left to notify.
alter table dispatches add column all_asked boolean not null default false;
