-- Why: what ties the table of 0020 to the others and closes it, as 0016 does for those of 0015. A station that is deleted takes its
-- address along.

alter table app.podcast_feed
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, user_id, station_id)
        references app.podcast_station (tenant_id, user_id, station_id) on delete cascade;

select control.raise_wall('app.podcast_feed', '{token_hash, created_at}');
