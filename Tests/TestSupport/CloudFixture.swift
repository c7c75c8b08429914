import Tenancy

extension TestDatabase {
    /// A SoundCloud connection of every account with all related data, so that every table has a row of the tenant.
    ///
    /// - Parameters:
    ///   - mark: a lower-case word that every text contains.
    ///   - number: a digit that every SoundCloud identifier contains.
    public func plantCloud(_ mark: String, number: Int, in tenant: Tenant) async throws {
        try await sql(Self.cloud(mark, number, tenant), user: "app_rt")
    }

    private static func cloud(_ mark: String, _ number: Int, _ tenant: Tenant) -> String {
        """
        set app.tenant_id = '\(tenant.id)';
        insert into app.cloud_user (urn, username, full_name, description, city, country, permalink_url, avatar_url, name_key)
        values ('soundcloud:users:7000\(number)', 'User \(mark)', 'Name \(mark)', 'About \(mark)', 'City \(mark)',
                'Land \(mark)', 'https://\(mark).example/user', 'https://\(mark).example/user.jpg', 'user \(mark)');
        insert into app.cloud_track (urn, cloud_user_id, title, metadata_artist, label_name, release_title, publisher, isrc,
                                     genre, tags, description, duration_ms, license, artwork_url, waveform_url,
                                     permalink_url, title_key)
        select 'soundcloud:tracks:8000\(number)', cloud_user_id, 'Upload \(mark)', 'Artist \(mark)', 'Label \(mark)',
               'Release \(mark)', '{"artist": "\(mark)"}', 'isrc \(mark)', 'Genre \(mark)', 'Tags \(mark)',
               'Words \(mark)', 200000, 'licence \(mark)', 'https://\(mark).example/track.jpg',
               'https://\(mark).example/wave.json', 'https://\(mark).example/track', 'upload \(mark)'
          from app.cloud_user;
        insert into app.cloud_playlist (urn, cloud_user_id, title, description, kind, label_name, genre, artwork_url,
                                        permalink_url, title_key)
        select 'soundcloud:playlists:9000\(number)', cloud_user_id, 'Playlist \(mark)', 'Words \(mark)', 'album \(mark)',
               'Label \(mark)', 'Genre \(mark)', 'https://\(mark).example/set.jpg', 'https://\(mark).example/set',
               'playlist \(mark)'
          from app.cloud_user;
        insert into app.cloud_playlist_track (playlist_id, position, track_id)
        select playlist_id, 0, track_id from app.cloud_playlist, app.cloud_track;
        insert into app.cloud_connection (user_id, cloud_user_id, scopes, access_token, refresh_token, expires_at, fault)
        select a.user_id, u.cloud_user_id, 'scope-\(mark)', 'sealed', 'sealed', now() + interval '1 hour', 'Fault \(mark)'
          from app.user_account a, app.cloud_user u;
        insert into app.cloud_application (client_id, client_secret) values ('client-\(mark)', 'sealed');
        insert into app.cloud_authorization (state_hash, user_id, verifier, return_to, expires_at)
        select sha256(convert_to('\(mark)' || user_id, 'utf8')), user_id, 'sealed', '/\(mark)', now() + interval '1 hour'
          from app.user_account;
        insert into app.cloud_like (user_id, track_id, rank, title_key, user_key, cloud_user_id, artist_key)
        select a.user_id, t.track_id, 1, t.title_key, 'user \(mark)', t.cloud_user_id, 'artist \(mark)'
          from app.user_account a, app.cloud_track t;
        insert into app.cloud_like (user_id, playlist_id, rank, title_key, user_key, cloud_user_id)
        select a.user_id, p.playlist_id, 2, p.title_key, 'user \(mark)', p.cloud_user_id
          from app.user_account a, app.cloud_playlist p;
        insert into app.cloud_following (user_id, cloud_user_id, rank, name_key)
        select a.user_id, u.cloud_user_id, 1, u.name_key from app.user_account a, app.cloud_user u;
        insert into app.own_playlist (user_id, playlist_id, rank)
        select a.user_id, p.playlist_id, 1 from app.user_account a, app.cloud_playlist p;
        insert into app.stream_entry (user_id, via, track_id, happened_at)
        select a.user_id, 'post', t.track_id, now() from app.user_account a, app.cloud_track t;
        insert into app.stream_entry (user_id, via, playlist_id, reposter_id, happened_at)
        select a.user_id, 'repost', p.playlist_id, p.cloud_user_id, now() from app.user_account a, app.cloud_playlist p;
        insert into app.cloud_write (user_id, act, urn, fault)
        select a.user_id, 'like', t.urn, 'Fault \(mark)' from app.user_account a, app.cloud_track t;
        insert into app.library_sync (user_id, state, fault, started_at, finished_at)
        select user_id, 'failed', 'Fault \(mark)', now(), now() from app.user_account;
        insert into app.library_sync_part (sync_id, part, position, state, cursor, faults, fault)
        select sync_id, 'likedTracks', 0, 'failed', '/\(mark)', '[{"position": 1, "reason": "\(mark)"}]', 'Fault \(mark)'
          from app.library_sync;
        insert into app.library_artist (user_id, name, fold_key, name_key)
        select user_id, 'Artist \(mark)', 'artist\(mark)', 'artist \(mark)' from app.user_account;
        insert into app.library_album (user_id, title, fold_key, title_key, artist_id)
        select user_id, 'Album \(mark)', 'album\(mark)', 'album \(mark)', artist_id from app.library_artist;
        insert into app.library_label (user_id, name, fold_key, name_key)
        select user_id, 'Label \(mark)', 'label\(mark)', 'label \(mark)' from app.user_account;
        insert into app.podcast_station (user_id, name, position)
        select user_id, 'Station \(mark)', 0 from app.user_account;
        insert into app.podcast_feed (user_id, station_id, token_hash)
        select user_id, station_id, sha256(convert_to('\(mark)' || station_id, 'utf8')) from app.podcast_station;
        insert into app.library_track (user_id, track_id, shelf, station_id, station_position, title, version, artist_text,
                                       artist_id, album_id, label_id, confidence, why, said, title_key, artist_key)
        select a.user_id, t.track_id, 'podcasts', s.station_id, 0, 'Title \(mark)', 'Remix \(mark)', a.name, a.artist_id,
               b.album_id, l.label_id, 0.5, '{"Because of \(mark)."}', '{"title": "\(mark)"}', 'title \(mark)', a.name_key
          from app.library_artist a
          join app.library_album b using (user_id)
          join app.library_label l using (user_id)
          join app.podcast_station s using (user_id), app.cloud_track t;
        insert into app.library_credit (user_id, track_id, position, artist_id, role, credited_as, join_phrase)
        select user_id, track_id, 0, artist_id, 'primary', 'Artist \(mark)', ' \(mark) ' from app.library_track;
        insert into app.library_teaching (user_id, kind, subject, subject_key, names)
        select user_id, 'alias', 'Name \(mark)', 'name\(mark)', '{"Artist \(mark)"}' from app.user_account;
        insert into app.library_word (user_id, word, field, kind, item_id)
        select user_id, '\(mark)', 0, 0, track_id from app.library_track;
        insert into app.discover (user_id, seed_id) select user_id, track_id from app.library_track;
        insert into app.discover_track (user_id, position, track_id) select user_id, 0, track_id from app.library_track;
        insert into app.library_view (user_id, view, params, device)
        select user_id, 'view-\(mark)', '{"of": "\(mark)"}', 'device \(mark)' from app.user_account;
        insert into app.listen (user_id, listened_at, track_id, client)
        select user_id, now(), track_id, 'client \(mark)' from app.library_track;
        insert into app.app_password (user_id, name, secret, key_hash)
        select user_id, 'Client \(mark)', 'sealed', sha256(convert_to('\(mark)' || user_id, 'utf8'))
          from app.user_account;
        insert into app.player (user_id, revision, session, queue)
        select user_id, 1,
               '{"state": "silent", "audio": "stopped", "attempt": 0, "revision": 1, "device": "Device \(mark)",
                 "queue": {"items": [], "index": 0, "context": "Context \(mark)"}, "repeatMode": "off", "rate": 1000,
                 "listening": {"playedMs": 0, "isHeard": false}, "knownPositionMs": 0, "knownAt": 0, "attemptedAt": 0,
                 "deviceSeenAt": 0, "failures": 0}',
               '{"items": [{"id": "soundcloud:tracks:8000\(number)", "durationMs": 200000}]}'
          from app.user_account;
        insert into app.player_device (user_id, device, name)
        select user_id, 'phone', 'Phone \(mark)' from app.user_account;
        insert into app.player_history (user_id, item, heard_at, played_ms)
        select user_id, 'soundcloud:tracks:8000\(number)', now(), 150000 from app.user_account;
        insert into app.player_request (user_id, idempotency_key, request_digest, effects)
        select user_id, 'key-\(mark)', sha256(convert_to('\(mark)', 'utf8')), '[]' from app.user_account;
        insert into app.bookmark (user_id, track_id, position_ms, comment)
        select a.user_id, t.track_id, 1000, 'Comment \(mark)' from app.user_account a, app.cloud_track t;
        insert into app.track_rating (user_id, track_id, rating)
        select a.user_id, t.track_id, 4 from app.user_account a, app.cloud_track t;
        insert into app.saved_queue (user_id, client, revision) select user_id, 'client \(mark)', 1 from app.user_account;
        insert into app.scrobble_connection (user_id, server, username, token, fault, next_attempt_at)
        select user_id, 'https://\(mark).example', 'user \(mark)', 'sealed', 'Fault \(mark)', now() + interval '1 day'
          from app.user_account;
        insert into app.shared_session (rule, revision, session, queue)
        values ('everyone', 1,
                '{"state": "silent", "audio": "stopped", "attempt": 0, "revision": 1, "device": "Device \(mark)",
                  "queue": {"items": [], "index": 0}, "repeatMode": "off", "rate": 1000,
                  "listening": {"playedMs": 0, "isHeard": false}, "knownPositionMs": 0, "knownAt": 0, "attemptedAt": 0,
                  "deviceSeenAt": 0, "failures": 0}',
                '{"items": [{"id": "soundcloud:tracks:8000\(number)", "durationMs": 200000}]}');
        -- The account that was made last, so that the others play their own queues.
        insert into app.shared_member (user_id, session_id, name, joined_at, seen_at)
        select (select max(user_id) from app.user_account), session_id, 'Friend \(mark)', now(), now() + interval '1 day'
          from app.shared_session;
        insert into app.shared_invitation (token_hash, session_id, user_id, created_at, expires_at)
        select sha256(convert_to('shared \(mark)', 'utf8')), session_id, user_id, now(), now() + interval '1 day'
          from app.shared_member;
        reset app.tenant_id;

        """
    }
}
