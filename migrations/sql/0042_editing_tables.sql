-- Why: editors write a concert as a draft and publish it; every publication is a revision that can be read, compared and restored
-- (docs/decisions/0063-drafts-are-documents.md). The tables of 0002 stay what is published. Tables only: foreign keys, the wall and
-- the grants are in 0043 (deploy/citus/distribute-0042.sql runs between the two).

-- The language (BCP 47) and the level of a track, which old phones do not read (spec D1). The checks are statements of their own,
-- because Citus adds no column that has one.
alter table app.annotation_track add column language text;
alter table app.annotation_track add column level text;
alter table app.annotation_track
    add constraint annotation_track_language check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' and length(language) <= 100);
alter table app.annotation_track
    add constraint annotation_track_level check (level in ('introductory', 'intermediate', 'advanced'));

-- The draft of a concert, which may be published already: `base_revision` is the published revision that the draft started from.
-- The version rises with every change of the draft or of one of its pieces.
create table app.concert_draft (
    tenant_id        integer not null default app.tenant_id(),
    concert_draft_id bigint not null default control.next_identifier(),
    slug             text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    title            text not null check (title <> '' and title !~ '[[:cntrl:]]'),
    held_on          date,
    venue            text check (venue <> '' and venue !~ '[[:cntrl:]]'),
    version          bigint not null default 1 check (version > 0),
    base_revision    integer check (base_revision > 0),
    is_changed       boolean not null,
    created_at       timestamptz not null default now(),
    updated_at       timestamptz not null default now(),
    updated_by       text not null default '',
    primary key (tenant_id, concert_draft_id),
    constraint concert_draft_slug_key unique (tenant_id, slug)
);

-- A piece of a draft. The content is one document: recording, measures, tracks with their annotations, sections, keys and
-- intensities, each with an identifier that is unique within the piece.
create table app.piece_draft (
    tenant_id        integer not null default app.tenant_id(),
    piece_draft_id   bigint not null default control.next_identifier(),
    concert_draft_id bigint not null,
    position         integer not null check (position > 0),
    composer         text not null check (composer <> '' and composer !~ '[[:cntrl:]]'),
    work             text not null check (work <> '' and work !~ '[[:cntrl:]]'),
    movement         text not null check (movement <> '' and movement !~ '[[:cntrl:]]'),
    version          bigint not null default 1 check (version > 0),
    content          jsonb not null,
    updated_at       timestamptz not null default now(),
    primary key (tenant_id, piece_draft_id)
);
create index piece_draft_concert_idx on app.piece_draft (tenant_id, concert_draft_id, position);

-- The pictures that editors have uploaded, in the one namespace of the tenant (spec I19). A publication takes those that its texts
-- name into app.image.
create table app.draft_image (
    tenant_id  integer not null default app.tenant_id(),
    name       text not null check (name ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\.(png|jpg|jpeg|gif)$'),
    sha256     bytea not null check (octet_length(sha256) = 32),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, name)
);

-- The app assets of a draft (spec N15).
create table app.draft_asset (
    tenant_id        integer not null default app.tenant_id(),
    concert_draft_id bigint not null,
    name             text not null check (name ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$'),
    sha256           bytea not null check (octet_length(sha256) = 32),
    updated_at       timestamptz not null default now(),
    primary key (tenant_id, concert_draft_id, name)
);

-- A published revision of a concert as a whole: texts, times, and the names and hashes of pictures and assets.
create table app.concert_revision (
    tenant_id    integer not null default app.tenant_id(),
    concert_id   bigint not null,
    revision     integer not null check (revision > 0),
    source       text not null check (source in ('import', 'draft')),
    published_at timestamptz not null default now(),
    published_by text not null,
    note         text not null default '' check (note !~ '[[:cntrl:]]'),
    content      jsonb not null,
    primary key (tenant_id, concert_id, revision)
);

-- What keeps the bytes of a revision's pictures and assets in app.blob.
create table app.revision_file (
    tenant_id  integer not null default app.tenant_id(),
    concert_id bigint not null,
    revision   integer not null,
    sha256     bytea not null check (octet_length(sha256) = 32),
    primary key (tenant_id, concert_id, revision, sha256)
);

-- The requests with an idempotency key that created something in a draft, for a day.
create table app.edit_request (
    tenant_id       integer not null default app.tenant_id(),
    idempotency_key text not null check (length(idempotency_key) between 1 and 200),
    request_digest  bytea not null check (octet_length(request_digest) = 32),
    location        text not null,
    created_at      timestamptz not null default now(),
    primary key (tenant_id, idempotency_key)
);
create index edit_request_created_at_idx on app.edit_request (tenant_id, created_at);
