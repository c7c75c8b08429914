-- Why: an emitter that was held up owes packets to a message that ran out before it was read, and none to one that was
-- withdrawn; by the end of the validity alone the two look alike.
alter table app.hall_message add column withdrawn_at timestamptz;
grant update (withdrawn_at) on app.hall_message to app_rt;
