-- Why: accounts, the concert's notes and its live state. Tables only: foreign keys, the wall and the grants
-- are in 0003, because Citus distributes a table before it may reference another (deploy/citus/distribute.sql
-- runs between the two). `tenant_id` leads every key. Times within a recording are whole milliseconds.

-- Accounts ------------------------------------------------------------------------------------------------

create table app.user_account (
    tenant_id     integer not null default app.tenant_id(),
    user_id       bigint generated always as identity,
    login         text not null check (login <> '' and length(login) <= 254 and login !~ '[[:cntrl:]]'),
    login_key     text collate "C" not null generated always as (lower(login)) stored,
    password_hash text not null,
    role          text not null check (role in ('listener', 'editor', 'programmer', 'operator', 'admin')),
    created_at    timestamptz not null default now(),
    primary key (tenant_id, user_id),
    constraint user_account_login_key unique (tenant_id, login_key)
);

-- A browser's cookie session, a device's token pair or a script's token. Only SHA-256 hashes are kept. A device's
-- family stays when its pair is renewed: a refresh token that comes twice ends the family.
create table app.session (
    tenant_id          integer not null default app.tenant_id(),
    session_id         bigint generated always as identity,
    user_id            bigint not null,
    kind               text not null check (kind in ('browser', 'device', 'token')),
    token_hash         bytea not null check (octet_length(token_hash) = 32),
    family_hash        bytea check (octet_length(family_hash) = 32),
    refresh_hash       bytea check (octet_length(refresh_hash) = 32),
    device             text,
    created_at         timestamptz not null default now(),
    last_seen_at       timestamptz not null default now(),
    expires_at         timestamptz not null,
    refresh_expires_at timestamptz,
    primary key (tenant_id, session_id),
    constraint session_token_key unique (tenant_id, token_hash),
    constraint session_family_key unique (tenant_id, family_hash),
    constraint session_refresh check ((kind = 'device') = (family_hash is not null)
                                      and (kind = 'device') = (refresh_hash is not null)
                                      and (kind = 'device') = (refresh_expires_at is not null))
);
create index session_user_id_idx on app.session (tenant_id, user_id);

-- Content -------------------------------------------------------------------------------------------------

-- Bytes by their hash; the same picture in two concerts is stored once.
create table app.blob (
    tenant_id  integer not null default app.tenant_id(),
    sha256     bytea not null check (octet_length(sha256) = 32),
    media_type text not null,
    content    bytea not null,
    primary key (tenant_id, sha256)
);

create table app.concert (
    tenant_id      integer not null default app.tenant_id(),
    concert_id     bigint generated always as identity,
    slug           text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    title          text not null check (title <> '' and title !~ '[[:cntrl:]]'),
    revision       integer not null default 1 check (revision > 0),
    content_digest bytea not null check (octet_length(content_digest) = 32),
    created_at     timestamptz not null default now(),
    updated_at     timestamptz not null default now(),
    primary key (tenant_id, concert_id),
    constraint concert_slug_key unique (tenant_id, slug)
);

create table app.work (
    tenant_id integer not null default app.tenant_id(),
    work_id   bigint generated always as identity,
    composer  text not null check (composer <> '' and composer !~ '[,;|[:cntrl:]]' and composer !~ ': '),
    title     text not null check (title <> '' and title !~ '[;|[:cntrl:]]' and title !~ ': '),
    primary key (tenant_id, work_id),
    constraint work_composer_title_key unique (tenant_id, composer, title)
);

-- One movement of a work as this concert plays it. `name` is the canonical string of spec N4; `name_key` its
-- normal form (spec I1): letters and digits only, case folded.
create table app.piece (
    tenant_id      integer not null default app.tenant_id(),
    piece_id       bigint generated always as identity,
    concert_id     bigint not null,
    position       integer not null check (position > 0),
    work_id        bigint not null,
    movement       text not null check (movement <> '' and movement !~ '[;|[:cntrl:]]' and movement !~ ': '),
    name           text not null check (name !~ '[;|[:cntrl:]]'),
    name_key       text collate "C" not null check (name_key <> ''),
    recording      text not null default '',
    measure_count  integer not null check (measure_count > 0),
    end_measure    integer not null,
    end_ms         integer not null,
    primary key (tenant_id, piece_id),
    constraint piece_position_key unique (tenant_id, concert_id, position),
    constraint piece_name_key_key unique (tenant_id, concert_id, name_key),
    constraint piece_end check (end_measure between 1 and measure_count and end_ms >= 0)
);

-- One measure as heard in the reference recording: its start, the number printed in the score, and which
-- time it is heard (spec I12).
create table app.measure (
    tenant_id integer not null default app.tenant_id(),
    piece_id  bigint not null,
    measure   integer not null check (measure > 0),
    start_ms  integer not null check (start_ms >= 0),
    printed   text not null check (printed <> ''),
    pass      integer not null check (pass > 0),
    primary key (tenant_id, piece_id, measure)
);

create table app.annotation_track (
    tenant_id integer not null default app.tenant_id(),
    track_id  bigint generated always as identity,
    piece_id  bigint not null,
    position  integer not null check (position > 0),
    name      text not null check (name <> '' and name !~ '[[:cntrl:]]' and name not in ('NumSeconds', 'Structure')),
    primary key (tenant_id, track_id),
    constraint annotation_track_position_key unique (tenant_id, piece_id, position),
    constraint annotation_track_name_key unique (tenant_id, piece_id, name)
);

create table app.annotation (
    tenant_id integer not null default app.tenant_id(),
    track_id  bigint not null,
    position  integer not null check (position > 0),
    measure   integer not null check (measure > 0),
    start_ms  integer not null check (start_ms >= 0),
    text      text not null check (text <> ''),
    primary key (tenant_id, track_id, position)
);

create table app.structure_section (
    tenant_id integer not null default app.tenant_id(),
    piece_id  bigint not null,
    position  integer not null check (position > 0),
    measure   integer not null check (measure > 0),
    start_ms  integer not null check (start_ms >= 0),
    label     text not null check (label <> '' and label !~ ',\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*$'),
    colour    text not null check (colour ~ '^([a-z]+|\d{1,3},\d{1,3},\d{1,3})$'),
    primary key (tenant_id, piece_id, position)
);

create table app.key_signature (
    tenant_id integer not null default app.tenant_id(),
    piece_id  bigint not null,
    measure   integer not null check (measure > 0),
    start_ms  integer not null check (start_ms >= 0),
    fifths    integer not null check (fifths between -7 and 7),
    name      text not null,
    primary key (tenant_id, piece_id, measure)
);

create table app.intensity (
    tenant_id integer not null default app.tenant_id(),
    piece_id  bigint not null,
    measure   integer not null check (measure > 0),
    start_ms  integer not null check (start_ms >= 0),
    value     real not null check (value between 0 and 1),
    primary key (tenant_id, piece_id, measure)
);

-- One image namespace for a tenant (spec I19): a name means one picture at a time.
create table app.image (
    tenant_id  integer not null default app.tenant_id(),
    name       text not null check (name ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\.(png|jpg|jpeg|gif)$'),
    sha256     bytea not null,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, name)
);

create table app.concert_image (
    tenant_id  integer not null default app.tenant_id(),
    concert_id bigint not null,
    name       text not null,
    primary key (tenant_id, concert_id, name)
);

-- The screens and the programme book that each performance may replace (spec N15).
create table app.app_asset (
    tenant_id  integer not null default app.tenant_id(),
    concert_id bigint not null,
    name       text not null check (name ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$'),
    sha256     bytea not null,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, concert_id, name)
);

create table app.glossary (
    tenant_id      integer not null default app.tenant_id(),
    revision       integer not null default 1 check (revision > 0),
    content_digest bytea not null check (octet_length(content_digest) = 32),
    updated_at     timestamptz not null default now(),
    primary key (tenant_id)
);

create table app.glossary_item (
    tenant_id   integer not null default app.tenant_id(),
    name_key    text collate "C" not null,
    position    integer not null check (position > 0),
    name        text not null check (name <> ''),
    category    text not null check (category <> ''),
    description text not null check (description <> ''),
    history     text not null default '',
    image       text not null default '',
    source      text not null default '',
    primary key (tenant_id, name_key)
);

-- Live ----------------------------------------------------------------------------------------------------

-- The one state row that emitter, event streams and polling all read (spec D2). It stays when the concert is
-- off the air (concert_id is null), so that `revision` never falls.
create table app.live (
    tenant_id  integer not null default app.tenant_id(),
    concert_id bigint,
    piece_id   bigint,
    measure    integer check (measure > 0),
    state      text not null check (state in ('ready', 'running', 'held', 'blackout', 'ended')),
    source     text not null check (source in ('operator', 'follower', 'auto', 'osc')),
    revision   bigint not null check (revision > 0),
    at         timestamptz not null default clock_timestamp(),
    primary key (tenant_id),
    constraint live_whole check ((concert_id is null) = (piece_id is null) and (piece_id is null) = (measure is null))
);

-- Every position that was on the air: the evidence after the concert, and what makes a repeated request harmless.
create table app.live_change (
    tenant_id       integer not null default app.tenant_id(),
    revision        bigint not null,
    concert_id      bigint not null,
    piece           text not null,
    measure         integer not null,
    state           text not null,
    source          text not null,
    user_id         bigint,
    at              timestamptz not null default clock_timestamp(),
    idempotency_key text check (length(idempotency_key) between 1 and 200),
    primary key (tenant_id, revision),
    constraint live_change_idempotency_key unique (tenant_id, idempotency_key)
);

create table app.hall_message (
    tenant_id       integer not null default app.tenant_id(),
    message_id      bigint generated always as identity,
    concert_id      bigint not null,
    title           text not null check (title !~ '[|[:cntrl:]]'),
    body            text not null check (body !~ '[|[:cntrl:]]'),
    style           text not null check (style in ('BUTTON', 'AUTO', 'LINK')),
    button_text     text not null default '' check (button_text !~ '[|[:cntrl:]]'),
    url             text check (url ~ '^https?://[^|[:cntrl:][:space:]]+$'),
    -- How often the same words were sent before: the packet is its own identity (spec N23).
    repeat_number   integer not null default 0 check (repeat_number >= 0),
    created_by      bigint,
    created_at      timestamptz not null default clock_timestamp(),
    expires_at      timestamptz not null,
    idempotency_key text check (length(idempotency_key) between 1 and 200),
    primary key (tenant_id, message_id),
    constraint hall_message_idempotency_key unique (tenant_id, idempotency_key),
    constraint hall_message_link check ((style = 'LINK') = (url is not null)),
    constraint hall_message_title check (style = 'LINK' or lower(btrim(title)) <> 'link')
);
create index hall_message_newest_idx on app.hall_message (tenant_id, message_id desc);

-- Who sends a tenant's packets. `epoch` fences an old holder off; `reserved_count` is the highest count that
-- any epoch so far may have sent (contract, Decided 12).
create table app.emitter_lease (
    tenant_id      integer not null default app.tenant_id(),
    holder         text not null,
    epoch          bigint not null check (epoch > 0),
    until          timestamptz not null,
    reserved_count integer not null default 0 check (reserved_count >= 0),
    primary key (tenant_id)
);
