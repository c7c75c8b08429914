-- Why: a message is written before the concert and shown at its time. Until then its row has expired and counts as withdrawn, for emitters
-- and servers of the version before too. At its time the service sends it as a message of its own, with an identifier that is newer than
-- those of the messages before it, as phones and event streams expect.
alter table app.hall_message add column starts_at timestamptz;
alter table app.hall_message add column valid_ms integer check (valid_ms between 1 and 86400000);
-- When and how the schedule ended: sent as another row, or cancelled.
alter table app.hall_message add column settled_at timestamptz;
alter table app.hall_message add column outcome text check (outcome in ('sent', 'cancelled'));
-- The login of who wrote the message, or the name of what sent it.
alter table app.hall_message add column author text;
create index hall_message_due_idx on app.hall_message (tenant_id, starts_at) where starts_at is not null and settled_at is null;
grant update (settled_at, outcome) on app.hall_message to app_rt;
