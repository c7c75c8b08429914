-- Why: what ties the tables of 0042 to the others and closes them, as 0003 does for those of 0002. A concert that is deleted takes its
-- revisions along.

alter table app.concert_draft add foreign key (tenant_id) references control.tenant;
alter table app.piece_draft add foreign key (tenant_id, concert_draft_id)
    references app.concert_draft (tenant_id, concert_draft_id) on delete cascade;
alter table app.draft_image add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);
alter table app.draft_asset
    add foreign key (tenant_id, concert_draft_id)
        references app.concert_draft (tenant_id, concert_draft_id) on delete cascade,
    add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);
alter table app.concert_revision add foreign key (tenant_id, concert_id)
    references app.concert (tenant_id, concert_id) on delete cascade;
alter table app.revision_file
    add foreign key (tenant_id, concert_id, revision)
        references app.concert_revision (tenant_id, concert_id, revision) on delete cascade,
    add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);
alter table app.edit_request add foreign key (tenant_id) references control.tenant;

create index draft_image_sha256_idx on app.draft_image (tenant_id, sha256);
create index draft_asset_sha256_idx on app.draft_asset (tenant_id, sha256);
create index revision_file_sha256_idx on app.revision_file (tenant_id, sha256);

select control.raise_wall('app.concert_draft',
    '{title, held_on, venue, version, base_revision, is_changed, updated_at, updated_by}');
select control.raise_wall('app.piece_draft', '{position, composer, work, movement, version, content, updated_at}');
select control.raise_wall('app.draft_image', '{sha256, updated_at}');
select control.raise_wall('app.draft_asset', '{sha256, updated_at}');
select control.raise_wall('app.concert_revision');
select control.raise_wall('app.revision_file');
select control.raise_wall('app.edit_request', '{request_digest, location, created_at}');
