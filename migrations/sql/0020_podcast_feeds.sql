-- Why: a listener's station as a podcast, read by programs that know addresses and no log-in (spec library L13, L39, decision
-- 0039). Table only: foreign keys, the wall and the grants are in 0021 (deploy/citus/distribute-0020.sql runs between the two).

-- The address of a station's feed: whoever knows its secret reads it. A station has one at most.
create table app.podcast_feed (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    station_id bigint not null,
    token_hash bytea not null check (octet_length(token_hash) = 32),
    created_at timestamptz not null default now(),
    primary key (tenant_id, user_id, station_id),
    constraint podcast_feed_token_key unique (tenant_id, token_hash)
);
