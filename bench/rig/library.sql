-- A listener's music of any size: `rows` library tracks and as many likes and entries of the stream, in the proportions of somebody
-- who has listened for years. psql variables: tenant, account (of the tenant), rows. Names are made of syllables by the number, so that
-- they are spread over the alphabet.

set app.tenant_id = :'tenant';

create temporary table planted as
select i, initcap(a || b) || ' ' || initcap(c || d) || ' ' || i as name, a || b || ' ' || c || d || ' ' || i || chr(1) || i as key
  from (select i, syllable[1 + i * 7919 % 16] as a, syllable[1 + (i * 104729) % 13] as b, syllable[1 + (i / 3) % 16] as c,
               syllable[1 + (i / 48) % 16] as d
          from generate_series(1::bigint, greatest(:rows, 100)) as i,
               (select array['ka','lo','mi','ne','ru','sa','to','vi','wen','zor','bel','dra','fen','gol','har','jun'] as syllable) s) n;

insert into app.cloud_user (urn, username, name_key)
select 'soundcloud:users:' || i, name, key from planted where i <= greatest(:rows / 10, 10);
create temporary table uploader as
select cloud_user_id, name_key, row_number() over (order by cloud_user_id) as i from app.cloud_user where tenant_id = :tenant;

-- As many uploads by each as people make: few have hundreds, most some dozens.
insert into app.cloud_track (urn, cloud_user_id, title, duration_ms, title_key, uploaded_at, label_name)
select 'soundcloud:tracks:' || p.i, u.cloud_user_id, p.name, 120000 + (p.i * 7919 % 240) * 1000, p.key,
       timestamptz '2020-01-01Z' + p.i * interval '1 hour', ''
  from planted p
  join uploader u on u.i = 1 + floor(power((p.i * 7919 % :rows)::float8 / :rows, 2) * (greatest(:rows / 10, 10) - 1));
insert into app.cloud_playlist (urn, cloud_user_id, title, title_key, duration_ms, track_count)
select 'soundcloud:playlists:' || p.i, u.cloud_user_id, p.name, p.key, p.i * 1000, 12
  from planted p
  join uploader u on u.i = 1 + p.i % 10
 where p.i <= greatest(:rows / 100, 5);

insert into app.cloud_like (user_id, track_id, rank, title_key, user_key, cloud_user_id, artist_key, duration_ms)
select :account, t.track_id, split_part(t.urn, ':', 3)::bigint * 1000, t.title_key, u.name_key, u.cloud_user_id, 'artist ' || (split_part(t.urn, ':', 3)::bigint * 31 % (:rows / 10 + 1)),
       t.duration_ms
  from app.cloud_track t
  join uploader u using (cloud_user_id)
 where t.tenant_id = :tenant;
insert into app.cloud_like (user_id, playlist_id, rank, title_key, user_key, cloud_user_id, artist_key, duration_ms)
select :account, p.playlist_id, split_part(p.urn, ':', 3)::bigint * 7000 + 1, p.title_key, u.name_key, u.cloud_user_id, u.name_key, p.duration_ms
  from app.cloud_playlist p
  join uploader u using (cloud_user_id)
 where p.tenant_id = :tenant;
insert into app.own_playlist (user_id, playlist_id, rank)
select :account, playlist_id, split_part(urn, ':', 3)::bigint * 1000 from app.cloud_playlist where tenant_id = :tenant;
insert into app.cloud_following (user_id, cloud_user_id, rank, name_key)
select :account, cloud_user_id, i * 1000, name_key from uploader;
insert into app.stream_entry (user_id, via, track_id, reposter_id, happened_at)
select :account, case when split_part(urn, ':', 3)::bigint % 3 = 0 then 'repost' else 'post' end, track_id,
       case when split_part(urn, ':', 3)::bigint % 3 = 0 then (select cloud_user_id from uploader where i = 1) end,
       timestamptz '2026-01-01Z' + split_part(urn, ':', 3)::bigint * interval '1 minute'
  from app.cloud_track
 where tenant_id = :tenant;

-- The library.
insert into app.library_artist (user_id, name, fold_key, name_key)
select :account, name, 'f' || i, key from planted where i <= greatest(:rows / 10, 10);
create temporary table artist as
select artist_id, name, name_key, row_number() over (order by artist_id) as i
  from app.library_artist where tenant_id = :tenant and user_id = :account;
insert into app.library_album (user_id, title, fold_key, title_key, artist_id)
select :account, p.name, 'f' || p.i, p.key, a.artist_id
  from planted p join artist a on a.i = 1 + p.i % (select count(*) from artist)
 where p.i <= greatest(:rows / 8, 10);
insert into app.library_label (user_id, name, fold_key, name_key)
select :account, name, 'f' || i, key from planted where i <= greatest(:rows / 100, 5);
insert into app.podcast_station (user_id, name, position) select :account, 'Station ' || i, i from generate_series(1, 20) i;
create temporary table album as
select album_id, row_number() over (order by album_id) as i from app.library_album where tenant_id = :tenant and user_id = :account;
create temporary table label as
select label_id, row_number() over (order by label_id) as i from app.library_label where tenant_id = :tenant and user_id = :account;
create temporary table station as
select station_id, row_number() over (order by station_id) as i from app.podcast_station where tenant_id = :tenant and user_id = :account;

insert into app.library_track
            (user_id, track_id, shelf, station_id, station_position, title, artist_text, artist_id, album_id, label_id, confidence, why,
             title_key, artist_key, duration_ms, is_settled)
select :account, t.track_id, case when s.station_id is null then 'library' else 'podcasts' end, s.station_id,
       case when s.station_id is not null then t.n end, t.title, a.name, a.artist_id, al.album_id, l.label_id,
       (t.n * 7919 % 1000) / 1000.0, array['the title names the artist', 'the name is an artist elsewhere'], t.title_key, a.name_key,
       t.duration_ms, t.n % 3 = 0
  from (select *, row_number() over (order by track_id) as n from app.cloud_track where tenant_id = :tenant) t
  join artist a on a.i = 1 + floor(power((t.n * 104729 % :rows)::float8 / :rows, 2) * (greatest(:rows / 10, 10) - 1))
  left join album al on al.i = t.n and t.n <= greatest(:rows / 8, 10)
  left join label l on l.i = 1 + t.n % (greatest(:rows / 100, 5) * 2)
  left join station s on t.n % 50 = 0 and s.i = 1 + t.n / 50 % 20;
insert into app.library_credit (user_id, track_id, position, artist_id, role, credited_as)
select user_id, track_id, 0, artist_id, 'primary', artist_text
  from app.library_track where tenant_id = :tenant and user_id = :account;
insert into app.library_credit (user_id, track_id, position, artist_id, role, credited_as)
select x.user_id, x.track_id, 1, a.artist_id, 'featured', a.name
  from app.library_track x join artist a on a.i = 1 + x.track_id % 1000003 * 31 % (select count(*) from artist)
 where x.tenant_id = :tenant and x.user_id = :account and x.track_id % 5 = 0;

drop table planted, uploader, artist, album, label, station;
