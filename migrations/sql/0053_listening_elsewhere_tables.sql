-- Why: what a listener's other programs store here, and the services that get the listener's history (spec M2, M3).
-- Tables only: foreign keys, the wall and the grants are in 0054 (deploy/citus/distribute-0053.sql runs between the two).

-- A position in a track, by OpenSubsonic apps.
create table app.bookmark (
    tenant_id   integer not null default app.tenant_id(),
    user_id     bigint not null,
    track_id    bigint not null,
    position_ms bigint not null check (position_ms >= 0),
    comment     text not null default '' check (length(comment) <= 1000),
    created_at  timestamptz not null default now(),
    changed_at  timestamptz not null default now(),
    primary key (tenant_id, user_id, track_id)
);

create index bookmark_of_idx on app.bookmark (tenant_id, track_id);

-- The app that last saved the play queue. The queue itself is that of app.player; `revision` is its version after the save.
create table app.saved_queue (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    client    text not null check (length(client) <= 100 and client !~ '[[:cntrl:]]'),
    revision  bigint not null check (revision >= 0),
    saved_at  timestamptz not null default now(),
    primary key (tenant_id, user_id)
);

-- A listener's account at a ListenBrainz server. Listens with is_unsent (below) are sent there.
create table app.scrobble_connection (
    tenant_id       integer not null default app.tenant_id(),
    user_id         bigint not null,
    -- The root of the server's API, one of those that the installation allows.
    server          text not null check (length(server) between 1 and 300),
    username        text not null check (length(username) between 1 and 300 and username !~ '[[:cntrl:]]'),
    -- Sealed with the key of the installation.
    token           bytea not null check (octet_length(token) <= 2048),
    -- working: listens are sent. refused: the server no longer accepts the token, and nothing is sent.
    state           text not null default 'working' check (state in ('working', 'refused')),
    -- Why the last attempt failed; empty after a success.
    fault           text not null default '' check (length(fault) <= 1000),
    -- The number of failed attempts since the last success.
    failures        integer not null default 0 check (failures >= 0),
    -- The number of listens that the server did not accept.
    refused_listens bigint not null default 0 check (refused_listens >= 0),
    -- A server that has claimed the connection sets this time to the end of its lease.
    next_attempt_at timestamptz not null default now(),
    connected_at    timestamptz not null default now(),
    sent_at         timestamptz,
    primary key (tenant_id, user_id)
);

-- Listens that are to be sent are marked in the transaction that stores them: the history is the outbox.
alter table app.listen add column is_unsent boolean not null default false;
create index listen_unsent_idx on app.listen (tenant_id, user_id, listened_at, track_id) where is_unsent;
