-- Why: what ties the tables of 0002 together and closes them. Every foreign key carries tenant_id, so that no
-- row can point into another tenant's; every table gets the wall.

alter table app.user_account add foreign key (tenant_id) references control.tenant;
alter table app.session add foreign key (tenant_id, user_id)
    references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.blob add foreign key (tenant_id) references control.tenant;
alter table app.concert add foreign key (tenant_id) references control.tenant;
alter table app.work add foreign key (tenant_id) references control.tenant;
alter table app.piece
    add foreign key (tenant_id, concert_id) references app.concert (tenant_id, concert_id) on delete cascade,
    add foreign key (tenant_id, work_id) references app.work (tenant_id, work_id);
alter table app.measure add foreign key (tenant_id, piece_id)
    references app.piece (tenant_id, piece_id) on delete cascade;
alter table app.annotation_track add foreign key (tenant_id, piece_id)
    references app.piece (tenant_id, piece_id) on delete cascade;
alter table app.annotation add foreign key (tenant_id, track_id)
    references app.annotation_track (tenant_id, track_id) on delete cascade;
alter table app.structure_section add foreign key (tenant_id, piece_id)
    references app.piece (tenant_id, piece_id) on delete cascade;
alter table app.key_signature add foreign key (tenant_id, piece_id)
    references app.piece (tenant_id, piece_id) on delete cascade;
alter table app.intensity add foreign key (tenant_id, piece_id)
    references app.piece (tenant_id, piece_id) on delete cascade;
alter table app.image add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);
alter table app.concert_image
    add foreign key (tenant_id, concert_id) references app.concert (tenant_id, concert_id) on delete cascade,
    add foreign key (tenant_id, name) references app.image (tenant_id, name);
alter table app.app_asset
    add foreign key (tenant_id, concert_id) references app.concert (tenant_id, concert_id) on delete cascade,
    add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);
alter table app.glossary add foreign key (tenant_id) references control.tenant;
alter table app.glossary_item add foreign key (tenant_id) references app.glossary (tenant_id) on delete cascade;
-- A concert on the air cannot be deleted; the piece on the air cannot either. Deferrable: an import may
-- replace the pieces of a live concert and point the state at the new ones in one transaction.
alter table app.live
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, concert_id) references app.concert (tenant_id, concert_id),
    add foreign key (tenant_id, piece_id) references app.piece (tenant_id, piece_id) deferrable;
alter table app.live_change add foreign key (tenant_id, concert_id)
    references app.concert (tenant_id, concert_id) on delete cascade;
alter table app.hall_message add foreign key (tenant_id, concert_id)
    references app.concert (tenant_id, concert_id) on delete cascade;
alter table app.emitter_lease add foreign key (tenant_id) references control.tenant;

create index piece_work_id_idx on app.piece (tenant_id, work_id);
create index image_sha256_idx on app.image (tenant_id, sha256);
create index app_asset_sha256_idx on app.app_asset (tenant_id, sha256);
create index concert_image_name_idx on app.concert_image (tenant_id, name);

select control.raise_wall('app.user_account', '{login, password_hash, role}');
select control.raise_wall('app.session',
    '{token_hash, refresh_hash, last_seen_at, expires_at, refresh_expires_at}');
select control.raise_wall('app.blob');
select control.raise_wall('app.concert', '{title, revision, content_digest, updated_at}');
select control.raise_wall('app.work');
select control.raise_wall('app.piece');
select control.raise_wall('app.measure');
select control.raise_wall('app.annotation_track');
select control.raise_wall('app.annotation');
select control.raise_wall('app.structure_section');
select control.raise_wall('app.key_signature');
select control.raise_wall('app.intensity');
select control.raise_wall('app.image', '{sha256, updated_at}');
select control.raise_wall('app.concert_image');
select control.raise_wall('app.app_asset', '{sha256, updated_at}');
select control.raise_wall('app.glossary', '{revision, content_digest, updated_at}');
select control.raise_wall('app.glossary_item');
select control.raise_wall('app.live', '{concert_id, piece_id, measure, state, source, revision, at}');
select control.raise_wall('app.live_change');
select control.raise_wall('app.hall_message', '{expires_at}');
select control.raise_wall('app.emitter_lease', '{holder, epoch, until, reserved_count}');
