-- Why: what ties the table of 0058 to the others and closes it, as 0016 does for those of 0015.

alter table app.track_rating
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id) on delete cascade;

select control.raise_wall('app.track_rating', '{rating, rated_at}');
