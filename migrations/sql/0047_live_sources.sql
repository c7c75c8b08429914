-- Why: several sources move the position of a live concert: persons, the automatic advance and a follower. One arbiter decides which of
-- them may (docs/decisions/0066-one-arbiter.md). Its state is kept in the row that it protects, so that two servers agree: a move compares
-- both versions. Columns only, and no constraint with them, because Citus adds no column that has one.

-- The state of the arbiter as one document; null: a person leads, and no program was ever allowed to.
alter table app.live add column arbiter jsonb;
alter table app.live add column arbiter_version bigint not null default 0;

-- The server that carries out the automatic advance: a lease, by the clock of the database.
alter table app.live add column advance_holder text;
alter table app.live add column advance_until timestamptz;
grant update (arbiter, arbiter_version, advance_holder, advance_until) on app.live to app_rt;

-- The time from the press, the reading or the due time to the request that made the move, in milliseconds; null: unknown.
alter table app.live_change add column delay_ms integer;
