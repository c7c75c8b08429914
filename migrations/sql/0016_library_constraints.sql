-- Why: what ties the tables of 0015 together and closes them, as 0008 does for those of 0007.

alter table app.cloud_connection
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, cloud_user_id) references app.cloud_user (tenant_id, cloud_user_id);
alter table app.cloud_authorization
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.cloud_user
    add foreign key (tenant_id) references control.tenant;
alter table app.cloud_track
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, cloud_user_id) references app.cloud_user (tenant_id, cloud_user_id);
alter table app.cloud_playlist
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, cloud_user_id) references app.cloud_user (tenant_id, cloud_user_id);
alter table app.cloud_playlist_track
    add foreign key (tenant_id, playlist_id) references app.cloud_playlist (tenant_id, playlist_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id);
alter table app.cloud_like
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id),
    add foreign key (tenant_id, playlist_id) references app.cloud_playlist (tenant_id, playlist_id),
    add foreign key (tenant_id, cloud_user_id) references app.cloud_user (tenant_id, cloud_user_id);
alter table app.cloud_following
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, cloud_user_id) references app.cloud_user (tenant_id, cloud_user_id);
alter table app.own_playlist
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, playlist_id) references app.cloud_playlist (tenant_id, playlist_id);
alter table app.stream_entry
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id),
    add foreign key (tenant_id, playlist_id) references app.cloud_playlist (tenant_id, playlist_id),
    add foreign key (tenant_id, reposter_id) references app.cloud_user (tenant_id, cloud_user_id);
alter table app.cloud_write
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.library_sync
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.library_sync_part
    add foreign key (tenant_id, sync_id) references app.library_sync (tenant_id, sync_id) on delete cascade;
alter table app.library_artist
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.library_album
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, user_id, artist_id)
        references app.library_artist (tenant_id, user_id, artist_id);
alter table app.library_label
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.podcast_station
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.library_track
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id),
    add foreign key (tenant_id, user_id, artist_id)
        references app.library_artist (tenant_id, user_id, artist_id),
    add foreign key (tenant_id, user_id, album_id)
        references app.library_album (tenant_id, user_id, album_id),
    add foreign key (tenant_id, user_id, label_id)
        references app.library_label (tenant_id, user_id, label_id),
    add foreign key (tenant_id, user_id, station_id)
        references app.podcast_station (tenant_id, user_id, station_id);
alter table app.library_credit
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, user_id, track_id)
        references app.library_track (tenant_id, user_id, track_id) on delete cascade,
    add foreign key (tenant_id, user_id, artist_id)
        references app.library_artist (tenant_id, user_id, artist_id);
alter table app.library_teaching
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.library_word
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.discover
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, seed_id) references app.cloud_track (tenant_id, track_id);
alter table app.discover_track
    add foreign key (tenant_id, user_id) references app.discover (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id);
alter table app.library_view
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;
alter table app.listen
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade,
    add foreign key (tenant_id, track_id) references app.cloud_track (tenant_id, track_id);
alter table app.app_password
    add foreign key (tenant_id, user_id) references app.user_account (tenant_id, user_id) on delete cascade;

select control.raise_wall('app.cloud_connection',
    '{cloud_user_id, scopes, access_token, refresh_token, expires_at, state, fault, refreshed_at,
      connected_at}');
select control.raise_wall('app.cloud_authorization');
select control.raise_wall('app.cloud_user',
    '{username, full_name, description, city, country, permalink_url, avatar_url, track_count,
      playlist_count, follower_count, following_count, name_key, fetched_at}');
select control.raise_wall('app.cloud_track',
    '{cloud_user_id, title, metadata_artist, label_name, release_title, publisher, isrc, genre, tags,
      description, duration_ms, uploaded_at, access, is_streamable, is_downloadable, license, artwork_url,
      waveform_url, permalink_url, like_count, play_count, title_key, fetched_at}');
select control.raise_wall('app.cloud_playlist',
    '{cloud_user_id, title, description, kind, label_name, genre, is_public, track_count, duration_ms,
      artwork_url, permalink_url, made_at, changed_at, title_key, fetched_at, tracks_at}');
select control.raise_wall('app.cloud_playlist_track');
select control.raise_wall('app.cloud_like',
    '{track_id, playlist_id, rank, seen_in, title_key, user_key, cloud_user_id, artist_key, duration_ms}');
select control.raise_wall('app.cloud_following', '{rank, seen_in, name_key}');
select control.raise_wall('app.own_playlist', '{rank, seen_in}');
select control.raise_wall('app.stream_entry');
select control.raise_wall('app.cloud_write', '{state, attempts, next_attempt_at, fault, finished_at}');
select control.raise_wall('app.library_sync', '{state, fault, started_at, finished_at, leased_until}');
select control.raise_wall('app.library_sync_part',
    '{position, state, cursor, pages, seen, added, changed, removed, faults, faulty, fault}');
select control.raise_wall('app.library_artist', '{name, fold_key, name_key}');
select control.raise_wall('app.library_album', '{title, fold_key, title_key, artist_id}');
select control.raise_wall('app.library_label', '{name, fold_key, name_key}');
select control.raise_wall('app.podcast_station', '{name, position}');
select control.raise_wall('app.library_track',
    '{shelf, added_at, station_id, station_position, title, version, artist_text, artist_id, album_id,
      label_id, confidence, why, filed_by, said, is_settled, title_key, artist_key, duration_ms}');
select control.raise_wall('app.library_credit');
select control.raise_wall('app.library_teaching', '{kind, subject, subject_key, names, said_at}');
select control.raise_wall('app.library_word');
select control.raise_wall('app.discover', '{seed_id, fetched_at, resume_index, resume_position_ms, revision}');
select control.raise_wall('app.discover_track');
select control.raise_wall('app.library_view',
    '{view, params, library_category, podcast_category, likes_order, device, revision, updated_at}');
select control.raise_wall('app.listen');
select control.raise_wall('app.app_password', '{name, last_used_at}');
