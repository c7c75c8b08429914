-- Why: a station's catalogue and its schedule: channels, shows, serials, episodes, people, airings, segments, cuts and
-- on-demand versions, by the words of BBC's Programmes ontology (spec radio section 2.3). Tables and columns only:
-- foreign keys, the wall and the grants are in 0008 (deploy/citus/distribute-0007.sql runs between the two).
--
-- `source` and `source_key` say which import a row comes from and what it is called there, so that the same file again
-- finds the same rows (spec R68); both are null for what was made by hand.

-- What keeps airings of a channel from overlapping: = on numbers in a GiST index.
create extension if not exists btree_gist;

-- How often a tenant's radio data have been changed: what caches and entity tags go by.
create table app.radio_revision (
    tenant_id  integer not null default app.tenant_id(),
    revision   bigint not null default 1 check (revision > 0),
    changed_at timestamptz not null default now(),
    primary key (tenant_id)
);

-- Shows whose content changed since the finder last looked at them.
create table app.show_change (
    tenant_id integer not null default app.tenant_id(),
    show_id   bigint not null,
    primary key (tenant_id, show_id)
);

-- Catalogue -----------------------------------------------------------------------------------------------

-- A picture in one or more sizes; what it belongs to refers to it.
create table app.art (
    tenant_id  integer not null default app.tenant_id(),
    art_id     bigint generated always as identity,
    alt        text not null default '' check (length(alt) <= 1000),
    -- Whom to name beside it.
    credit     text not null default '' check (length(credit) <= 1000),
    created_at timestamptz not null default now(),
    primary key (tenant_id, art_id)
);

-- One size of it: elsewhere (`url`) or stored here (`sha256`, in app.blob). 0 for a size that is not known.
create table app.art_image (
    tenant_id  integer not null default app.tenant_id(),
    art_id     bigint not null,
    position   integer not null check (position >= 0),
    width      integer not null default 0 check (width between 0 and 100000),
    height     integer not null default 0 check (height between 0 and 100000),
    media_type text not null default '' check (length(media_type) <= 100),
    url        text check (length(url) <= 2000 and url ~ '^https?://[^[:cntrl:][:space:]]+$'),
    sha256     bytea check (octet_length(sha256) = 32),
    primary key (tenant_id, art_id, position),
    constraint art_image_place check (num_nonnulls(url, sha256) = 1)
);

create table app.category (
    tenant_id   integer not null default app.tenant_id(),
    category_id bigint generated always as identity,
    name        text not null check (name <> '' and length(name) <= 200),
    -- The order of sections in the line-up; equal ranks by name (spec R12).
    rank        integer not null default 0,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    revision    integer not null default 1 check (revision > 0),
    primary key (tenant_id, category_id),
    constraint category_name_key unique (tenant_id, name),
    constraint category_source_key unique (tenant_id, source, source_key)
);

create table app.channel (
    tenant_id     integer not null default app.tenant_id(),
    channel_id    bigint generated always as identity,
    -- The name in addresses and exported identifiers; never changes by itself.
    slug          text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?$'),
    name          text not null check (name <> '' and length(name) <= 500),
    short_name    text not null default '' check (length(short_name) <= 100),
    description   text not null default '' check (length(description) <= 20000),
    language      text not null default '' check (language ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)?$'),
    website       text check (length(website) <= 2000 and website ~ '^https?://[^[:cntrl:][:space:]]+$'),
    colour        text check (colour ~ '^#[0-9a-f]{6}$'),
    -- The clock on the studio's wall (spec R45).
    time_zone     text not null check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
    -- Its number where a platform has none of its own (app.channel_number).
    number        integer check (number between 0 and 99999),
    art_id        bigint,
    -- Whether skips are counted (spec R22), and bounds of its own; null: the tenant's.
    skips_restricted boolean not null default false,
    skips_back    integer check (skips_back between 0 and 1000),
    skips_forward integer check (skips_forward between 0 and 1000),
    skips_total   integer check (skips_total between 0 and 2000),
    skip_window_ms bigint check (skip_window_ms between 60000 and 86400000),
    -- How much later than the studio a listener hears it: titles are told by as much later.
    live_delay_ms integer not null default 0 check (live_delay_ms between 0 and 600000),
    -- An inactive channel is kept, and shown to programmers only.
    active        boolean not null default true,
    source        text check (length(source) <= 200),
    source_key    text check (length(source_key) <= 500),
    revision      integer not null default 1 check (revision > 0),
    updated_at    timestamptz not null default now(),
    primary key (tenant_id, channel_id),
    constraint channel_slug_key unique (tenant_id, slug),
    constraint channel_source_key unique (tenant_id, source, source_key)
);

-- The number of a channel on one platform, such as "ios", "android" or "car".
create table app.channel_number (
    tenant_id  integer not null default app.tenant_id(),
    channel_id bigint not null,
    platform   text not null check (platform ~ '^[a-z0-9][a-z0-9-]{0,49}$'),
    number     integer not null check (number between 0 and 99999),
    primary key (tenant_id, channel_id, platform),
    constraint channel_number_key unique (tenant_id, platform, number)
);

create table app.channel_category (
    tenant_id   integer not null default app.tenant_id(),
    channel_id  bigint not null,
    category_id bigint not null,
    is_primary  boolean not null default false,
    primary key (tenant_id, channel_id, category_id)
);
create unique index channel_category_primary_key on app.channel_category (tenant_id, channel_id) where is_primary;

-- A way to hear it: a bearer URI of ETSI TS 103 270 §5.1 ("fm:ce1.c479.09580", "dab:…") or a stream's address.
create table app.bearer (
    tenant_id  integer not null default app.tenant_id(),
    channel_id bigint not null,
    uri        text not null check (length(uri) <= 2000 and uri ~ '^[a-z][a-z0-9+.-]*:[^[:cntrl:][:space:]]+$'),
    position   integer not null default 0 check (position >= 0),
    purpose    text not null default 'live' check (purpose in ('live', 'time-shift')),
    media_type text not null default '' check (length(media_type) <= 100),
    -- kbit/s; 0 for unknown.
    bitrate    integer not null default 0 check (bitrate between 0 and 100000),
    -- The lower, the sooner a receiver takes it (ETSI TS 102 818 §5.4.1).
    cost       integer not null default 0 check (cost between 0 and 100000),
    -- How much later than the others it is heard.
    offset_ms  integer not null default 0 check (offset_ms between 0 and 600000),
    primary key (tenant_id, channel_id, uri)
);

-- What a programme is about. `code` is a term of TV-Anytime's ContentCS or a scheme of the source's own.
create table app.genre (
    tenant_id  integer not null default app.tenant_id(),
    genre_id   bigint generated always as identity,
    name       text not null check (name <> '' and length(name) <= 200),
    code       text check (length(code) <= 200),
    source     text check (length(source) <= 200),
    source_key text check (length(source_key) <= 500),
    revision   integer not null default 1 check (revision > 0),
    primary key (tenant_id, genre_id),
    constraint genre_name_key unique (tenant_id, name),
    constraint genre_code_key unique (tenant_id, code),
    constraint genre_source_key unique (tenant_id, source, source_key)
);

create table app.channel_genre (
    tenant_id  integer not null default app.tenant_id(),
    channel_id bigint not null,
    genre_id   bigint not null,
    primary key (tenant_id, channel_id, genre_id)
);

create table app.person (
    tenant_id  integer not null default app.tenant_id(),
    person_id  bigint generated always as identity,
    name       text not null check (name <> '' and length(name) <= 500),
    biography  text not null default '' check (length(biography) <= 100000),
    art_id     bigint,
    source     text check (length(source) <= 200),
    source_key text check (length(source_key) <= 500),
    revision   integer not null default 1 check (revision > 0),
    primary key (tenant_id, person_id),
    constraint person_source_key unique (tenant_id, source, source_key)
);
create index person_name_idx on app.person (tenant_id, name);

create table app.show (
    tenant_id   integer not null default app.tenant_id(),
    show_id     bigint generated always as identity,
    title       text not null check (title <> '' and length(title) <= 1000),
    summary     text not null default '' check (length(summary) <= 2000),
    description text not null default '' check (length(description) <= 100000),
    language    text not null default '' check (language ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)?$'),
    website     text check (length(website) <= 2000 and website ~ '^https?://[^[:cntrl:][:space:]]+$'),
    art_id      bigint,
    -- Music is never downloaded (spec R58).
    is_music    boolean not null default false,
    is_for_children boolean not null default false,
    -- Stands for "nothing particular", such as "Off The Air": never listed in the finder.
    is_placeholder  boolean not null default false,
    active      boolean not null default true,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    revision    integer not null default 1 check (revision > 0),
    updated_at  timestamptz not null default now(),
    primary key (tenant_id, show_id),
    constraint show_source_key unique (tenant_id, source, source_key)
);

-- A show may be on several channels; the lowest position is its home.
create table app.show_channel (
    tenant_id  integer not null default app.tenant_id(),
    show_id    bigint not null,
    channel_id bigint not null,
    position   integer not null default 0 check (position >= 0),
    primary key (tenant_id, show_id, channel_id)
);
create index show_channel_channel_idx on app.show_channel (tenant_id, channel_id, show_id);

create table app.show_genre (
    tenant_id integer not null default app.tenant_id(),
    show_id   bigint not null,
    genre_id  bigint not null,
    primary key (tenant_id, show_id, genre_id)
);

-- Who made it; `role` is a word such as "host", "guest", "author", "composer".
create table app.show_credit (
    tenant_id integer not null default app.tenant_id(),
    show_id   bigint not null,
    position  integer not null check (position >= 0),
    person_id bigint not null,
    role      text not null default 'host' check (role ~ '^[a-z][a-z-]{0,49}$'),
    primary key (tenant_id, show_id, position)
);
create index show_credit_person_idx on app.show_credit (tenant_id, person_id);

-- A series in a show, with a first and a last part.
create table app.serial (
    tenant_id   integer not null default app.tenant_id(),
    serial_id   bigint generated always as identity,
    show_id     bigint not null,
    title       text not null check (title <> '' and length(title) <= 1000),
    description text not null default '' check (length(description) <= 100000),
    total_parts integer check (total_parts between 0 and 100000),
    art_id      bigint,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    revision    integer not null default 1 check (revision > 0),
    primary key (tenant_id, serial_id),
    -- What an episode refers to, so that its serial is one of its own show.
    constraint serial_show_key unique (tenant_id, show_id, serial_id),
    constraint serial_source_key unique (tenant_id, source, source_key)
);

create table app.episode (
    tenant_id   integer not null default app.tenant_id(),
    episode_id  bigint generated always as identity,
    show_id     bigint not null,
    serial_id   bigint,
    title       text not null check (title <> '' and length(title) <= 2000),
    summary     text not null default '' check (length(summary) <= 2000),
    description text not null default '' check (length(description) <= 100000),
    -- Its number in the serial, and the season it belongs to.
    part        integer check (part between 0 and 1000000),
    season      integer check (season between 0 and 100000),
    art_id      bigint,
    -- When it was, or is to be, heard first; what an on-demand list is ordered by (spec R42).
    published_at timestamptz,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    revision    integer not null default 1 check (revision > 0),
    updated_at  timestamptz not null default now(),
    primary key (tenant_id, episode_id),
    -- What an airing refers to, so that its episode is one of its own show.
    constraint episode_show_key unique (tenant_id, show_id, episode_id),
    constraint episode_source_key unique (tenant_id, source, source_key)
);
create index episode_published_idx on app.episode (tenant_id, show_id, published_at, episode_id);
create index episode_serial_idx on app.episode (tenant_id, serial_id, part) where serial_id is not null;

create table app.episode_genre (
    tenant_id  integer not null default app.tenant_id(),
    episode_id bigint not null,
    genre_id   bigint not null,
    primary key (tenant_id, episode_id, genre_id)
);

create table app.episode_credit (
    tenant_id  integer not null default app.tenant_id(),
    episode_id bigint not null,
    position   integer not null check (position >= 0),
    person_id  bigint not null,
    role       text not null default 'guest' check (role ~ '^[a-z][a-z-]{0,49}$'),
    primary key (tenant_id, episode_id, position)
);
create index episode_credit_person_idx on app.episode_credit (tenant_id, person_id);

-- Words that group episodes across shows: editorial topics, which have an order and a picture, and keywords.
create table app.tag (
    tenant_id  integer not null default app.tenant_id(),
    tag_id     bigint generated always as identity,
    kind       text not null check (kind in ('topic', 'keyword')),
    title      text not null check (title <> '' and length(title) <= 500),
    position   integer not null default 0,
    -- More words under which it is to be found.
    words      text not null default '' check (length(words) <= 10000),
    art_id     bigint,
    source     text check (length(source) <= 200),
    source_key text check (length(source_key) <= 500),
    revision   integer not null default 1 check (revision > 0),
    primary key (tenant_id, tag_id),
    constraint tag_source_key unique (tenant_id, source, source_key)
);

create table app.episode_tag (
    tenant_id  integer not null default app.tenant_id(),
    episode_id bigint not null,
    tag_id     bigint not null,
    primary key (tenant_id, episode_id, tag_id)
);
create index episode_tag_tag_idx on app.episode_tag (tenant_id, tag_id);

-- Schedule ------------------------------------------------------------------------------------------------

-- When a show is on, again and again, by the clock on the channel's wall (spec R45).
create table app.schedule_rule (
    tenant_id   integer not null default app.tenant_id(),
    rule_id     bigint generated always as identity,
    channel_id  bigint not null,
    show_id     bigint not null,
    -- The first day it may be on, the wall clock's time of its start, and how long it is on by a stopwatch.
    starts_on   date not null,
    ends_on     date,
    start_time  time not null,
    duration_ms bigint not null check (duration_ms between 1000 and 604800000),
    -- RFC 5545 §3.3.10, the part that ScheduleCore reads; null: on `starts_on` only.
    recurrence  text check (recurrence <> '' and length(recurrence) <= 1000),
    -- Of two that want the same time the higher has it, and what is left of the other is shortened or left out.
    priority    integer not null default 0 check (priority between -1000 and 1000),
    is_live     boolean not null default false,
    is_repeat   boolean not null default false,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    revision    integer not null default 1 check (revision > 0),
    updated_at  timestamptz not null default now(),
    primary key (tenant_id, rule_id),
    constraint schedule_rule_days check (ends_on is null or ends_on >= starts_on),
    constraint schedule_rule_source_key unique (tenant_id, source, source_key)
);
create index schedule_rule_channel_idx on app.schedule_rule (tenant_id, channel_id, starts_on);

-- What is otherwise on one of its days: left out, or at another time, as another show or episode.
create table app.schedule_exception (
    tenant_id   integer not null default app.tenant_id(),
    rule_id     bigint not null,
    -- The day by the rule, wherever the exception moves it.
    slot_date   date not null,
    is_cancelled boolean not null default false,
    starts_at   timestamptz,
    duration_ms bigint check (duration_ms between 1000 and 604800000),
    show_id     bigint,
    episode_id  bigint,
    updated_at  timestamptz not null default now(),
    primary key (tenant_id, rule_id, slot_date),
    constraint schedule_exception_episode check (episode_id is null or show_id is not null)
);

-- One broadcast. It keeps its identity when it is moved (spec R44): of a rule by the day it belongs to, of an import by
-- its key there.
create table app.airing (
    tenant_id     integer not null default app.tenant_id(),
    airing_id     bigint generated always as identity,
    channel_id    bigint not null,
    show_id       bigint not null,
    episode_id    bigint,
    rule_id       bigint,
    slot_date     date,
    planned_start timestamptz not null,
    planned_end   timestamptz not null,
    -- What it came to; null as long as it goes by the plan.
    actual_start  timestamptz,
    actual_end    timestamptz,
    starts_at     timestamptz not null generated always as (coalesce(actual_start, planned_start)) stored,
    ends_at       timestamptz not null generated always as (coalesce(actual_end, planned_end)) stored,
    -- A cancelled one is kept: calendars have to be told (RFC 5545 §3.8.1.11).
    is_cancelled  boolean not null default false,
    is_live       boolean not null default false,
    is_repeat     boolean not null default false,
    -- In place of the episode's or the show's title, where the broadcast has one of its own.
    title         text not null default '' check (length(title) <= 2000),
    description   text not null default '' check (length(description) <= 100000),
    source        text check (length(source) <= 200),
    source_key    text check (length(source_key) <= 500),
    revision      integer not null default 1 check (revision > 0),
    updated_at    timestamptz not null default now(),
    primary key (tenant_id, airing_id),
    constraint airing_slot_key unique (tenant_id, rule_id, slot_date),
    constraint airing_slot check ((rule_id is null) = (slot_date is null)),
    constraint airing_source_key unique (tenant_id, source, source_key),
    constraint airing_planned check (planned_end > planned_start),
    constraint airing_times check (ends_at > starts_at),
    constraint airing_no_overlap exclude using gist
        (tenant_id with =, channel_id with =, tstzrange(starts_at, ends_at) with &&) where (not is_cancelled)
);
create index airing_channel_idx on app.airing (tenant_id, channel_id, starts_at) include (ends_at, show_id);
create index airing_show_idx on app.airing (tenant_id, show_id, starts_at) include (ends_at, is_cancelled);
create index airing_episode_idx on app.airing (tenant_id, episode_id) where episode_id is not null;

-- A stretch that a listener may skip over (spec R21).
create table app.segment (
    tenant_id   integer not null default app.tenant_id(),
    segment_id  bigint generated always as identity,
    airing_id   bigint not null,
    -- Milliseconds after the airing's start: it goes where the airing goes.
    offset_ms   bigint not null check (offset_ms >= 0),
    duration_ms bigint not null check (duration_ms >= 0),
    kind        text not null check (kind ~ '^[a-z][a-z-]{0,49}$'),
    title       text not null default '' check (length(title) <= 2000),
    is_skippable boolean not null default true,
    primary key (tenant_id, segment_id)
);
create index segment_airing_idx on app.segment (tenant_id, airing_id, offset_ms);

-- What was played: a song, a link, an item. It has its place in the clock (`starts_at`), or, where only the order is
-- known, in its airing.
create table app.cut (
    tenant_id   integer not null default app.tenant_id(),
    cut_id      bigint generated always as identity,
    channel_id  bigint not null,
    airing_id   bigint,
    starts_at   timestamptz,
    position    integer check (position >= 0),
    -- Null where nobody has written down how long it was.
    duration_ms bigint check (duration_ms >= 0),
    kind        text not null default 'song' check (kind ~ '^[a-z][a-z-]{0,49}$'),
    is_music    boolean not null default true,
    title       text not null check (length(title) <= 2000),
    artist      text not null default '' check (length(artist) <= 2000),
    album       text not null default '' check (length(album) <= 2000),
    label       text not null default '' check (length(label) <= 1000),
    isrc        text check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
    -- Whose biography is shown with it (spec R15).
    person_id   bigint,
    art_id      bigint,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    updated_at  timestamptz not null default now(),
    primary key (tenant_id, cut_id),
    constraint cut_place check (starts_at is not null or (airing_id is not null and position is not null)),
    constraint cut_source_key unique (tenant_id, source, source_key)
);
create index cut_channel_idx on app.cut (tenant_id, channel_id, starts_at);
create index cut_airing_idx on app.cut (tenant_id, airing_id, position) where airing_id is not null;

-- On demand -----------------------------------------------------------------------------------------------

-- An episode as it can be heard whenever one likes, within its rights (spec R66).
create table app.version (
    tenant_id   integer not null default app.tenant_id(),
    version_id  bigint generated always as identity,
    episode_id  bigint not null,
    -- Again the episode's, so that what a show has on demand is one index.
    show_id     bigint not null,
    -- The broadcast it was recorded from, whose cuts are its chapters, and where in it the recording begins.
    airing_id   bigint,
    airing_offset_ms bigint not null default 0 check (airing_offset_ms between -604800000 and 604800000),
    duration_ms bigint check (duration_ms >= 0),
    available_from timestamptz not null,
    available_until timestamptz,
    -- Whether its rights allow a copy on a device (spec R58).
    is_downloadable boolean not null default false,
    source      text check (length(source) <= 200),
    source_key  text check (length(source_key) <= 500),
    revision    integer not null default 1 check (revision > 0),
    updated_at  timestamptz not null default now(),
    primary key (tenant_id, version_id),
    constraint version_window check (available_until is null or available_until > available_from),
    constraint version_source_key unique (tenant_id, source, source_key)
);
create index version_show_idx on app.version (tenant_id, show_id, available_from) include (available_until, episode_id);
create index version_episode_idx on app.version (tenant_id, episode_id) include (available_from, available_until);

create table app.version_media (
    tenant_id  integer not null default app.tenant_id(),
    version_id bigint not null,
    url        text not null check (length(url) <= 2000 and url ~ '^https?://[^[:cntrl:][:space:]]+$'),
    position   integer not null default 0 check (position >= 0),
    purpose    text not null default 'stream' check (purpose in ('stream', 'download')),
    media_type text not null default '' check (length(media_type) <= 100),
    bitrate    integer not null default 0 check (bitrate between 0 and 100000),
    bytes      bigint check (bytes >= 0),
    primary key (tenant_id, version_id, url)
);

-- Editorial lists (spec R35, R36): an order, and for each entry an end.
create table app.hot_show (
    tenant_id  integer not null default app.tenant_id(),
    channel_id bigint not null,
    show_id    bigint not null,
    position   integer not null check (position >= 0),
    expires_at timestamptz,
    primary key (tenant_id, channel_id, show_id)
);

create table app.featured_show (
    tenant_id  integer not null default app.tenant_id(),
    show_id    bigint not null,
    position   integer not null check (position >= 0),
    expires_at timestamptz,
    primary key (tenant_id, show_id)
);

-- What was brought in, by whom, and what came of it (spec R68). Append-only.
create table app.radio_import (
    tenant_id   integer not null default app.tenant_id(),
    import_id   bigint generated always as identity,
    format      text not null check (format ~ '^[a-z][a-z0-9-]{0,49}$'),
    name        text not null check (length(name) <= 500),
    sha256      bytea check (octet_length(sha256) = 32),
    actor       text not null check (actor <> ''),
    started_at  timestamptz not null,
    finished_at timestamptz not null default clock_timestamp(),
    outcome     text not null check (outcome in ('published', 'unchanged', 'refused', 'dry-run')),
    -- Counts by kind, faults by line, and what listeners lose.
    report      jsonb not null default '{}',
    primary key (tenant_id, import_id)
);
