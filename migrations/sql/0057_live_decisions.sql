-- Why: a decision of a person about the sources of the position, such as a take-over or a change of the tempo, counts once, even if its request is
-- repeated (decision 0052). A late repeat must not undo what a colleague has decided since.

-- One row for each decision. The identifiers of accounts name who decided since; no foreign key leads to other tables, since Citus distributes the
-- table after this migration (deploy/citus/distribute-0057.sql).
create table app.live_decision (
    tenant_id       integer not null default app.tenant_id(),
    idempotency_key text not null check (length(idempotency_key) between 1 and 200),
    request_digest  bytea check (length(request_digest) = 32),
    -- The version of the sources (app.live.arbiter_version) after the decision.
    version         bigint not null,
    user_id         bigint,
    at              timestamptz not null default clock_timestamp(),
    primary key (tenant_id, idempotency_key)
);

create index live_decision_version_idx on app.live_decision (tenant_id, version);

select control.raise_wall('app.live_decision');
