-- Why: what an import has read, item by item, before it is compared with what is there and published (spec R68,
-- decision 0028). Rows live within the import's own transaction: nobody else ever sees one, and a crash leaves none.
-- Unlogged, since there is nothing to recover.
--
-- Constraints are in 0012 (deploy/citus/distribute-0011.sql runs between the two).

create unlogged table app.radio_stage (
    tenant_id  integer not null default app.tenant_id(),
    -- The order in which the items were read.
    n          bigint not null,
    kind       text not null check (kind in ('category', 'channel', 'genre', 'person', 'show', 'serial', 'episode', 'tag',
                                             'rule', 'airing', 'segment', 'cut', 'version')),
    -- What the source calls it; of a segment, its airing.
    key        text not null,
    -- Where it stands in its source.
    file       text not null default '',
    line       integer not null default 0,
    detail     text not null default '',
    -- Its members by the names of the drafts.
    item       jsonb not null,
    -- Only mentioned by another item: made where it is not there yet, and never changes what is.
    is_mention boolean not null default false,
    -- A picture is known by what it is made of.
    art_key    text generated always as (md5((item -> 'art')::text)) stored,
    -- Found while it is compared.
    id         bigint,
    channel_id bigint,
    starts_at  timestamptz,
    ends_at    timestamptz,
    slug       text,
    -- 'staged' until it is known to be new or changed; what stays 'staged' is there already as it is.
    state      text not null default 'staged' check (state in ('staged', 'new', 'changed', 'double', 'fault', 'gone')),
    -- Whether what belongs to it (genres, credits, media) has changed.
    is_touched boolean not null default false,
    primary key (tenant_id, n)
);
create index radio_stage_key_idx on app.radio_stage (tenant_id, kind, key);
create index radio_stage_time_idx on app.radio_stage (tenant_id, channel_id, starts_at, n) where channel_id is not null;

-- A picture that an import brought is found again by what it is made of.
alter table app.art
    add column source text check (length(source) <= 200),
    add column source_key text check (length(source_key) <= 500);
