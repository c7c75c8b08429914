-- Why: a listener's player is one session on all of the listener's devices, and survives every one of them (spec P1-P24, L35, L36, L40).
-- Tables only: foreign keys, the wall and the grants are in 0049 (deploy/citus/distribute-0048.sql runs between the two).

-- The session as PlayerCore writes it, with the items of its queue apart, since they are most of the bytes and seldom change.
create table app.player (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    session    jsonb,
    queue      jsonb not null default '{"items": []}',
    -- The number of changes, as in the session; the entity tag has it.
    revision   bigint not null default 0 check (revision >= 0),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, user_id)
);

-- A device gives itself an identifier; the name is what listeners see.
create table app.player_device (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    device    text not null check (length(device) between 1 and 100 and device !~ '[[:cntrl:]]'),
    name      text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
    abilities text[] not null default '{play}',
    seen_at   timestamptz not null default now(),
    primary key (tenant_id, user_id, device)
);

-- Items of which half or four minutes were played. `item` is the identifier that the owner of the item gives.
create table app.player_history (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    entry_id  bigint not null default control.next_identifier(),
    item      text not null check (length(item) between 1 and 300),
    heard_at  timestamptz not null,
    played_ms bigint not null check (played_ms >= 0),
    primary key (tenant_id, user_id, entry_id)
);

create index player_history_time on app.player_history (tenant_id, user_id, heard_at, entry_id);

-- The requests with an idempotency key, for a day, with the effects that the first answer told.
create table app.player_request (
    tenant_id       integer not null default app.tenant_id(),
    user_id         bigint not null,
    idempotency_key text not null check (length(idempotency_key) between 1 and 200),
    request_digest  bytea not null check (octet_length(request_digest) = 32),
    effects         jsonb not null,
    created_at      timestamptz not null default now(),
    primary key (tenant_id, user_id, idempotency_key)
);
