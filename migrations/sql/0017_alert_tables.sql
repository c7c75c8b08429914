-- Why: what listeners asked to be told of before it begins, what they were told, and their calendars of it (spec R44,
-- decision 0033). Tables, columns and indexes only: foreign keys, the wall and the grants are in 0018
-- (deploy/citus/distribute-0017.sql runs between the two).
-- And how many listeners heard what was played, which reports of plays ask for (spec R69).

-- One broadcast that an account wants to hear. It names the airing and no time, so it goes where the airing goes.
create table app.airing_alert (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    airing_id  bigint not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, user_id, airing_id)
);
create index airing_alert_airing_idx on app.airing_alert (tenant_id, airing_id);

-- Every broadcast of a show.
create table app.show_alert (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    show_id    bigint not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, user_id, show_id)
);
create index show_alert_show_idx on app.show_alert (tenant_id, show_id);

-- That an account was told of a broadcast. The key is what makes it once, on however many servers and however often the
-- broadcast is moved.
create table app.alert_firing (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    airing_id  bigint not null,
    -- Rises in the order in which firings are committed: under a lock of the tenant. What a stream resumes by.
    firing_id  bigint generated always as identity,
    -- When it was to begin then.
    starts_at  timestamptz not null,
    fired_at   timestamptz not null,
    primary key (tenant_id, user_id, airing_id)
);
-- The account is in it so that no plan looks for one among all who were told of a broadcast.
create index alert_firing_airing_idx on app.alert_firing (tenant_id, airing_id, user_id);
create index alert_firing_starts_at_idx on app.alert_firing (tenant_id, starts_at);

-- The address by which a calendar program reads an account's alerts: whoever knows its secret reads them.
create table app.alert_calendar (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null default now(),
    primary key (tenant_id, user_id),
    constraint alert_calendar_token_key unique (tenant_id, token_hash)
);

-- As what plays out told it last; null where it does not know.
alter table app.cut add column listeners integer check (listeners >= 0);
