-- Why: what ties the tables of 0044 to the others and closes them, as 0043 does for those of 0042. An import goes with its piece and its
-- concert.

alter table app.draft_import
    add foreign key (tenant_id, concert_draft_id)
        references app.concert_draft (tenant_id, concert_draft_id) on delete cascade,
    add foreign key (tenant_id, piece_draft_id)
        references app.piece_draft (tenant_id, piece_draft_id) on delete cascade;
alter table app.draft_import_file
    add foreign key (tenant_id, draft_import_id)
        references app.draft_import (tenant_id, draft_import_id) on delete cascade,
    add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);

create index draft_import_file_sha256_idx on app.draft_import_file (tenant_id, sha256);

select control.raise_wall('app.draft_import');
select control.raise_wall('app.draft_import_file');
