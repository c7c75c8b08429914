-- Why: a listener's music (spec library L1-L40): what SoundCloud says, kept once a tenant (cloud_…); what of it is one
-- listener's, in the listener's order; the listener's own library, filed by true artist, album and label (library_…);
-- podcasts in stations of one's own, Discover, and where one was. Tables and columns only: foreign keys, the wall and the
-- grants are in 0016 (deploy/citus/distribute-0015.sql runs between the two).
--
-- Order by name is that of `…_key` columns, made by the program (MusicLibrary's SortKey): one order for all scripts, compared
-- byte by byte, so that a page starts at an index condition the wall lets through (operations, leakproof operators).

-- The connection ------------------------------------------------------------------------------------------

-- A listener's grant at SoundCloud. Tokens are sealed by the server's key; a refresh token is good once, so that its row is
-- locked while it is used and the new pair is written in the same transaction (spec library 2.1).
create table app.cloud_connection (
    tenant_id     integer not null default app.tenant_id(),
    user_id       bigint not null,
    service       text not null default 'soundcloud' check (service in ('soundcloud')),
    -- Whose account it is there.
    cloud_user_id bigint,
    scopes        text not null default '' check (length(scopes) <= 1000),
    access_token  bytea not null check (octet_length(access_token) <= 8192),
    refresh_token bytea check (octet_length(refresh_token) <= 8192),
    expires_at    timestamptz not null,
    -- 'broken': upstream refused the refresh, the listener has to connect again. What is kept stays.
    state         text not null default 'connected' check (state in ('connected', 'broken')),
    fault         text not null default '' check (length(fault) <= 1000),
    connected_at  timestamptz not null default now(),
    refreshed_at  timestamptz,
    primary key (tenant_id, user_id, service)
);

-- A connection that has been begun: the way back is good once and for a while.
create table app.cloud_authorization (
    tenant_id  integer not null default app.tenant_id(),
    state_hash bytea not null check (octet_length(state_hash) = 32),
    user_id    bigint not null,
    service    text not null default 'soundcloud' check (service in ('soundcloud')),
    -- The PKCE verifier, sealed.
    verifier   bytea not null check (octet_length(verifier) <= 1024),
    -- Where the browser goes afterwards: a path of this server.
    return_to  text not null default '/library' check (length(return_to) <= 2000),
    expires_at timestamptz not null,
    primary key (tenant_id, state_hash)
);
create index cloud_authorization_user_id_idx on app.cloud_authorization (tenant_id, user_id);

-- What SoundCloud says, once a tenant ---------------------------------------------------------------------------

create table app.cloud_user (
    tenant_id       integer not null default app.tenant_id(),
    cloud_user_id   bigint generated always as identity,
    urn             text not null check (urn ~ '^soundcloud:users:[0-9]{1,19}$'),
    username        text not null check (length(username) <= 500),
    full_name       text not null default '' check (length(full_name) <= 500),
    description     text not null default '' check (length(description) <= 20000),
    city            text not null default '' check (length(city) <= 500),
    country         text not null default '' check (length(country) <= 500),
    permalink_url   text not null default '' check (length(permalink_url) <= 2000),
    avatar_url      text not null default '' check (length(avatar_url) <= 2000),
    track_count     integer not null default 0,
    playlist_count  integer not null default 0,
    follower_count  bigint not null default 0,
    following_count integer not null default 0,
    name_key        text collate "C" not null,
    fetched_at      timestamptz not null default now(),
    primary key (tenant_id, cloud_user_id),
    constraint cloud_user_urn_key unique (tenant_id, urn)
);

create table app.cloud_track (
    tenant_id       integer not null default app.tenant_id(),
    track_id        bigint generated always as identity,
    urn             text not null check (urn ~ '^soundcloud:tracks:[0-9]{1,19}$'),
    -- The uploader, who need not be the artist (spec L7).
    cloud_user_id   bigint not null,
    title           text not null check (length(title) <= 1000),
    metadata_artist text not null default '' check (length(metadata_artist) <= 1000),
    label_name      text not null default '' check (length(label_name) <= 1000),
    -- What the publisher's fields say of the release and its artist, where upstream gives them.
    release_title   text not null default '' check (length(release_title) <= 1000),
    publisher       jsonb not null default '{}' check (length(publisher::text) <= 8000),
    isrc            text not null default '' check (length(isrc) <= 40),
    genre           text not null default '' check (length(genre) <= 500),
    tags            text not null default '' check (length(tags) <= 4000),
    description     text not null default '' check (length(description) <= 20000),
    duration_ms     integer not null default 0 check (duration_ms >= 0),
    -- When it was uploaded, as upstream says.
    uploaded_at     timestamptz,
    -- 'gone': upstream no longer has it; what refers to it stays, and the player passes over it.
    access          text not null default 'playable' check (access in ('playable', 'preview', 'blocked', 'gone')),
    is_streamable   boolean not null default true,
    is_downloadable boolean not null default false,
    license         text not null default '' check (length(license) <= 200),
    artwork_url     text not null default '' check (length(artwork_url) <= 2000),
    waveform_url    text not null default '' check (length(waveform_url) <= 2000),
    permalink_url   text not null default '' check (length(permalink_url) <= 2000),
    like_count      bigint not null default 0,
    play_count      bigint not null default 0,
    title_key       text collate "C" not null,
    fetched_at      timestamptz not null default now(),
    primary key (tenant_id, track_id),
    constraint cloud_track_urn_key unique (tenant_id, urn)
);
create index cloud_track_user_idx on app.cloud_track (tenant_id, cloud_user_id, uploaded_at desc, track_id desc);

create table app.cloud_playlist (
    tenant_id     integer not null default app.tenant_id(),
    playlist_id   bigint generated always as identity,
    urn           text not null check (urn ~ '^soundcloud:playlists:[0-9]{1,19}$'),
    cloud_user_id bigint not null,
    title         text not null check (length(title) <= 1000),
    description   text not null default '' check (length(description) <= 20000),
    -- As upstream has it: album, ep, single, compilation; empty for a plain playlist.
    kind          text not null default '' check (length(kind) <= 100),
    label_name    text not null default '' check (length(label_name) <= 1000),
    genre         text not null default '' check (length(genre) <= 500),
    is_public     boolean not null default true,
    track_count   integer not null default 0,
    duration_ms   bigint not null default 0,
    artwork_url   text not null default '' check (length(artwork_url) <= 2000),
    permalink_url text not null default '' check (length(permalink_url) <= 2000),
    made_at       timestamptz,
    changed_at    timestamptz,
    title_key     text collate "C" not null,
    fetched_at    timestamptz not null default now(),
    -- When its tracks were last read; null as long as only the playlist itself is known.
    tracks_at     timestamptz,
    primary key (tenant_id, playlist_id),
    constraint cloud_playlist_urn_key unique (tenant_id, urn)
);
create index cloud_playlist_user_idx on app.cloud_playlist (tenant_id, cloud_user_id, playlist_id);

-- The same track may stand in a playlist twice.
create table app.cloud_playlist_track (
    tenant_id   integer not null default app.tenant_id(),
    playlist_id bigint not null,
    position    integer not null check (position >= 0),
    track_id    bigint not null,
    primary key (tenant_id, playlist_id, position)
);
create index cloud_playlist_track_track_idx on app.cloud_playlist_track (tenant_id, track_id);

-- What of it is one listener's --------------------------------------------------------------------------------

-- A liked track or playlist. Upstream gives no time of liking, only an order (spec library 2.1): `rank` is greater the later it
-- was liked, `first_seen_at` when we met it. The keys repeat what the lists are sorted by; they are written again when the track,
-- its uploader or its filing changes.
create table app.cloud_like (
    tenant_id     integer not null default app.tenant_id(),
    user_id       bigint not null,
    like_id       bigint generated always as identity,
    track_id      bigint,
    playlist_id   bigint,
    rank          bigint not null,
    first_seen_at timestamptz not null default now(),
    -- The sync that saw it last: what a whole run has not seen is no longer liked.
    seen_in       bigint not null default 0,
    title_key     text collate "C" not null,
    -- The uploader's name and identity: likes by user (spec L19).
    user_key      text collate "C" not null,
    cloud_user_id bigint not null,
    -- The true artist's.
    artist_key    text collate "C" not null default '',
    duration_ms   bigint not null default 0,
    primary key (tenant_id, user_id, like_id),
    constraint cloud_like_of check (num_nonnulls(track_id, playlist_id) = 1),
    constraint cloud_like_track_key unique (tenant_id, user_id, track_id),
    constraint cloud_like_playlist_key unique (tenant_id, user_id, playlist_id)
);
create index cloud_like_rank_idx on app.cloud_like (tenant_id, user_id, rank desc, like_id desc);
create index cloud_like_title_idx on app.cloud_like (tenant_id, user_id, title_key, like_id);
create index cloud_like_user_idx on app.cloud_like (tenant_id, user_id, user_key, cloud_user_id, rank desc, like_id desc);
create index cloud_like_artist_idx on app.cloud_like (tenant_id, user_id, artist_key, title_key, like_id);
create index cloud_like_duration_idx on app.cloud_like (tenant_id, user_id, duration_ms, like_id);
create index cloud_like_of_track_idx on app.cloud_like (tenant_id, track_id) where track_id is not null;
create index cloud_like_of_playlist_idx on app.cloud_like (tenant_id, playlist_id) where playlist_id is not null;

create table app.cloud_following (
    tenant_id     integer not null default app.tenant_id(),
    user_id       bigint not null,
    cloud_user_id bigint not null,
    rank          bigint not null,
    first_seen_at timestamptz not null default now(),
    seen_in       bigint not null default 0,
    name_key      text collate "C" not null,
    primary key (tenant_id, user_id, cloud_user_id)
);
create index cloud_following_rank_idx on app.cloud_following (tenant_id, user_id, rank desc, cloud_user_id desc);
create index cloud_following_name_idx on app.cloud_following (tenant_id, user_id, name_key, cloud_user_id);
create index cloud_following_of_idx on app.cloud_following (tenant_id, cloud_user_id);

-- The playlists of the account itself, in upstream's order.
create table app.own_playlist (
    tenant_id   integer not null default app.tenant_id(),
    user_id     bigint not null,
    playlist_id bigint not null,
    rank        bigint not null,
    seen_in     bigint not null default 0,
    primary key (tenant_id, user_id, playlist_id)
);
create index own_playlist_rank_idx on app.own_playlist (tenant_id, user_id, rank desc, playlist_id desc);
create index own_playlist_of_idx on app.own_playlist (tenant_id, playlist_id);

-- What those whom the listener follows have posted, and what they have passed on (spec L4, L5).
create table app.stream_entry (
    tenant_id     integer not null default app.tenant_id(),
    user_id       bigint not null,
    entry_id      bigint generated always as identity,
    via           text not null check (via in ('post', 'repost')),
    track_id      bigint,
    playlist_id   bigint,
    -- Who passed it on; null for a post, and where upstream does not say.
    reposter_id   bigint,
    happened_at   timestamptz not null,
    primary key (tenant_id, user_id, entry_id),
    constraint stream_entry_of check (num_nonnulls(track_id, playlist_id) = 1),
    constraint stream_entry_track_key unique nulls not distinct (tenant_id, user_id, via, track_id, playlist_id, reposter_id)
);
create index stream_entry_time_idx on app.stream_entry (tenant_id, user_id, happened_at desc, entry_id desc);
create index stream_entry_of_track_idx on app.stream_entry (tenant_id, track_id) where track_id is not null;
create index stream_entry_of_playlist_idx on app.stream_entry (tenant_id, playlist_id) where playlist_id is not null;

-- Likes and follows that upstream has still to hear of (spec L22, L28).
create table app.cloud_write (
    tenant_id       integer not null default app.tenant_id(),
    write_id        bigint generated always as identity,
    user_id         bigint not null,
    act             text not null check (act in ('like', 'unlike', 'follow', 'unfollow')),
    urn             text not null check (length(urn) <= 100),
    state           text not null default 'pending' check (state in ('pending', 'done', 'failed')),
    attempts        integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    fault           text not null default '' check (length(fault) <= 1000),
    created_at      timestamptz not null default now(),
    finished_at     timestamptz,
    primary key (tenant_id, write_id)
);
create index cloud_write_pending_idx on app.cloud_write (tenant_id, user_id, write_id) where state = 'pending';
create index cloud_write_user_idx on app.cloud_write (tenant_id, user_id, urn, write_id desc);

-- The sync (spec L3) --------------------------------------------------------------------------------------

create table app.library_sync (
    tenant_id   integer not null default app.tenant_id(),
    sync_id     bigint generated always as identity,
    user_id     bigint not null,
    state       text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
    fault       text not null default '' check (length(fault) <= 1000),
    created_at  timestamptz not null default now(),
    started_at  timestamptz,
    finished_at timestamptz,
    -- Who runs it shows that it is alive; another server takes one over whose time is up.
    leased_until timestamptz,
    primary key (tenant_id, sync_id)
);
create unique index library_sync_running_key on app.library_sync (tenant_id, user_id) where state in ('queued', 'running');
create index library_sync_user_idx on app.library_sync (tenant_id, user_id, sync_id desc);

-- One part of it. The cursor is written with the page that it stands behind, in one transaction.
create table app.library_sync_part (
    tenant_id integer not null default app.tenant_id(),
    sync_id   bigint not null,
    part      text not null check (length(part) <= 40),
    position  integer not null,
    state     text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
    cursor    text not null default '' check (length(cursor) <= 4000),
    pages     integer not null default 0,
    seen      integer not null default 0,
    added     integer not null default 0,
    changed   integer not null default 0,
    removed   integer not null default 0,
    -- Items that could not be read, at most 100 of them: [{"position", "reason"}].
    faults    jsonb not null default '[]',
    faulty    integer not null default 0,
    fault     text not null default '' check (length(fault) <= 1000),
    primary key (tenant_id, sync_id, part)
);

-- The library -----------------------------------------------------------------------------------------------

-- Artists, albums and labels as one listener has them: merging, splitting and renaming are the listener's own (spec L8).
create table app.library_artist (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    artist_id  bigint generated always as identity,
    name       text not null check (name <> '' and length(name) <= 500),
    -- By which spellings are one artist.
    fold_key   text collate "C" not null check (fold_key <> ''),
    name_key   text collate "C" not null,
    primary key (tenant_id, user_id, artist_id),
    constraint library_artist_fold_key unique (tenant_id, user_id, fold_key)
);
create index library_artist_name_idx on app.library_artist (tenant_id, user_id, name_key, artist_id);

create table app.library_album (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    album_id  bigint generated always as identity,
    title     text not null check (title <> '' and length(title) <= 500),
    fold_key  text collate "C" not null check (fold_key <> ''),
    title_key text collate "C" not null,
    -- Its artist; null for a compilation.
    artist_id bigint,
    primary key (tenant_id, user_id, album_id),
    constraint library_album_fold_key unique nulls not distinct (tenant_id, user_id, fold_key, artist_id)
);
create index library_album_title_idx on app.library_album (tenant_id, user_id, title_key, album_id);
create index library_album_artist_idx on app.library_album (tenant_id, user_id, artist_id);

create table app.library_label (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    label_id  bigint generated always as identity,
    name      text not null check (name <> '' and length(name) <= 500),
    fold_key  text collate "C" not null check (fold_key <> ''),
    name_key  text collate "C" not null,
    primary key (tenant_id, user_id, label_id),
    constraint library_label_fold_key unique (tenant_id, user_id, fold_key)
);
create index library_label_name_idx on app.library_label (tenant_id, user_id, name_key, label_id);

-- The listener's own stations of podcasts (spec L13).
create table app.podcast_station (
    tenant_id  integer not null default app.tenant_id(),
    user_id    bigint not null,
    station_id bigint generated always as identity,
    name       text not null check (name <> '' and length(name) <= 200),
    position   integer not null check (position >= 0),
    created_at timestamptz not null default now(),
    primary key (tenant_id, user_id, station_id)
);

-- A track that the listener has added, once: in the library or among the podcasts (spec L6, L14). What it is filed under was
-- found by the classifier or said by the listener; both are kept, and why.
create table app.library_track (
    tenant_id        integer not null default app.tenant_id(),
    user_id          bigint not null,
    track_id         bigint not null,
    shelf            text not null check (shelf in ('library', 'podcasts')),
    added_at         timestamptz not null default now(),
    station_id       bigint,
    station_position integer,
    -- The core title, and what of its version stands apart (remix, live, edit).
    title            text not null check (length(title) <= 1000),
    version          text not null default '' check (length(version) <= 500),
    -- The credit as it is shown, its first artist, and the rest in app.library_credit.
    artist_text      text not null check (length(artist_text) <= 1000),
    artist_id        bigint not null,
    album_id         bigint,
    label_id         bigint,
    confidence       real not null check (confidence between 0 and 1),
    -- Sentences for the listener, each an observation that counted.
    why              text[] not null default '{}',
    -- The classifier's version that filed it; and what the listener said instead, which no other filing undoes.
    filed_by         integer not null default 0,
    said             jsonb not null default '{}' check (length(said::text) <= 8000),
    -- The listener has looked at the doubtful filing and let it stand, or has corrected it.
    is_settled       boolean not null default false,
    title_key        text collate "C" not null,
    artist_key       text collate "C" not null,
    duration_ms      integer not null default 0,
    primary key (tenant_id, user_id, track_id),
    constraint library_track_station check (station_id is null or shelf = 'podcasts')
);
create index library_track_title_idx on app.library_track (tenant_id, user_id, shelf, title_key, track_id);
create index library_track_artist_idx on app.library_track (tenant_id, user_id, artist_id, title_key, track_id);
create index library_track_album_idx on app.library_track (tenant_id, user_id, album_id, title_key, track_id)
    where album_id is not null;
create index library_track_label_idx on app.library_track (tenant_id, user_id, label_id, title_key, track_id)
    where label_id is not null;
create index library_track_station_idx on app.library_track (tenant_id, user_id, station_id, station_position, track_id)
    where station_id is not null;
create index library_track_added_idx on app.library_track (tenant_id, user_id, shelf, added_at desc, track_id desc);
create index library_track_doubt_idx on app.library_track (tenant_id, user_id, confidence, track_id)
    where not is_settled;
create index library_track_of_idx on app.library_track (tenant_id, track_id);

-- Who is credited on it besides, in order, and the words between the names.
create table app.library_credit (
    tenant_id   integer not null default app.tenant_id(),
    user_id     bigint not null,
    track_id    bigint not null,
    position    integer not null check (position >= 0),
    artist_id   bigint not null,
    role        text not null check (role in ('primary', 'featured', 'remixer', 'covered', 'producer')),
    credited_as text not null default '' check (length(credited_as) <= 500),
    join_phrase text not null default '' check (length(join_phrase) <= 40),
    primary key (tenant_id, user_id, track_id, position)
);
create index library_credit_artist_idx on app.library_credit (tenant_id, user_id, artist_id, track_id);

-- What the listener has taught the classifier, in the order in which it was said: an alias or merge (two spellings are one artist),
-- a split (one name is several), a rename (how one is written).
create table app.library_teaching (
    tenant_id   integer not null default app.tenant_id(),
    user_id     bigint not null,
    teaching_id bigint generated always as identity,
    kind        text not null check (kind in ('alias', 'split', 'rename')),
    subject     text not null check (subject <> '' and length(subject) <= 500),
    subject_key text collate "C" not null check (subject_key <> ''),
    names       text[] not null check (cardinality(names) between 1 and 20),
    said_at     timestamptz not null default now(),
    primary key (tenant_id, user_id, teaching_id),
    constraint library_teaching_subject_key unique (tenant_id, user_id, kind, subject_key)
);

-- Under which words a listener's things are found, folded by the program. kind: 0 track, 1 artist, 2 album, 3 label, 4 playlist,
-- 5 user, 6 station; field: 0 title or name, 1 people, 2 the rest.
create table app.library_word (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    word      text collate "C" not null,
    field     smallint not null check (field between 0 and 2),
    kind      smallint not null check (kind between 0 and 6),
    item_id   bigint not null,
    primary key (tenant_id, user_id, word, field, kind, item_id)
);
create index library_word_item_idx on app.library_word (tenant_id, user_id, kind, item_id);

-- Discover, and where one was ---------------------------------------------------------------------------------

-- The related tracks of one seed, until another is chosen (spec L23-L26).
create table app.discover (
    tenant_id          integer not null default app.tenant_id(),
    user_id            bigint not null,
    seed_id            bigint not null,
    fetched_at         timestamptz not null default now(),
    resume_index       integer not null default 0 check (resume_index >= 0),
    resume_position_ms integer not null default 0 check (resume_position_ms >= 0),
    revision           integer not null default 1,
    primary key (tenant_id, user_id)
);
create table app.discover_track (
    tenant_id integer not null default app.tenant_id(),
    user_id   bigint not null,
    position  integer not null check (position >= 0),
    track_id  bigint not null,
    primary key (tenant_id, user_id, position)
);
create index discover_track_of_idx on app.discover_track (tenant_id, track_id);

-- Which view was open last, on any device (spec L32-L34, L40): the last writer counts, by revision.
create table app.library_view (
    tenant_id        integer not null default app.tenant_id(),
    user_id          bigint not null,
    view             text not null default 'stream' check (length(view) <= 100),
    params           jsonb not null default '{}' check (length(params::text) <= 4000),
    library_category text not null default 'songs' check (library_category in ('songs', 'artists', 'albums', 'labels')),
    podcast_category text not null default 'tracks' check (podcast_category in ('tracks', 'stations')),
    likes_order      text not null default 'recent'
                     check (likes_order in ('recent', 'title', 'user', 'artist', 'duration')),
    device           text not null default '' check (length(device) <= 100 and device !~ '[[:cntrl:]]'),
    revision         integer not null default 1,
    updated_at       timestamptz not null default now(),
    primary key (tenant_id, user_id)
);

-- A track that was heard: half of it or four minutes (spec library 2.3).
create table app.listen (
    tenant_id   integer not null default app.tenant_id(),
    user_id     bigint not null,
    listened_at timestamptz not null,
    track_id    bigint not null,
    -- Which client said so.
    client      text not null default '' check (length(client) <= 100 and client !~ '[[:cntrl:]]'),
    primary key (tenant_id, user_id, listened_at, track_id)
);
create index listen_of_idx on app.listen (tenant_id, track_id);

-- A random password for one client that speaks OpenSubsonic: its token is made of the password itself, so that it is sealed and
-- not hashed. Never the account's own.
create table app.app_password (
    tenant_id       integer not null default app.tenant_id(),
    app_password_id bigint generated always as identity,
    user_id         bigint not null,
    name            text not null check (name <> '' and length(name) <= 100 and name !~ '[[:cntrl:]]'),
    secret          bytea not null check (octet_length(secret) <= 1024),
    -- The same as an API key.
    key_hash        bytea not null check (octet_length(key_hash) = 32),
    created_at      timestamptz not null default now(),
    last_used_at    timestamptz,
    primary key (tenant_id, app_password_id),
    constraint app_password_key_hash_key unique (tenant_id, key_hash)
);
create index app_password_user_idx on app.app_password (tenant_id, user_id, app_password_id);
