-- Why: an editor undoes an import into a draft. The content before the import is kept with a digest of the content after it, so that an
-- import is undone only while nobody has edited the draft. Tables only: foreign keys, the wall and the grants are in 0045
-- (deploy/citus/distribute-0044.sql runs between the two).

-- An import into a piece, or into a whole programme if `piece_draft_id` is null. The last ten of each piece and programme are kept.
create table app.draft_import (
    tenant_id        integer not null default app.tenant_id(),
    draft_import_id  bigint not null default control.next_identifier(),
    concert_draft_id bigint not null,
    piece_draft_id   bigint,
    format           text not null check (format ~ '^[a-z-]{1,40}$'),
    imported_at      timestamptz not null default now(),
    imported_by      text not null,
    -- What the import has changed, as the interface reports it.
    report           jsonb not null,
    content_before   jsonb not null,
    -- The digest of the content after the import.
    state_after      text not null,
    primary key (tenant_id, draft_import_id)
);
create index draft_import_concert_idx on app.draft_import (tenant_id, concert_draft_id, imported_at);
create index draft_import_piece_idx on app.draft_import (tenant_id, piece_draft_id, imported_at);

-- What keeps the bytes of the pictures and assets that an import has replaced in app.blob.
create table app.draft_import_file (
    tenant_id       integer not null default app.tenant_id(),
    draft_import_id bigint not null,
    sha256          bytea not null check (octet_length(sha256) = 32),
    primary key (tenant_id, draft_import_id, sha256)
);
