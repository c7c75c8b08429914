-- Why: what the schedule has to tell apart: times of an airing that an overrun before it brought about, which go when the
-- overrun is taken back, from those that somebody wrote down, which stay (decision 0025). And what a day of a rule may
-- be otherwise: live, or a repeat. Columns only; who may change them is in 0014.

alter table app.airing add column is_shifted boolean not null default false;
alter table app.airing add constraint airing_shifted check (not is_shifted or actual_start is not null);

alter table app.schedule_exception
    add column is_live boolean,
    add column is_repeat boolean;
