import Tenancy

extension TestDatabase {
    /// A station with a channel and its bearers, a show with past and on-demand broadcasts, and all related data, so that every
    /// radio table has a row of the tenant. Tables about listeners get a row for each account.
    ///
    /// - Parameter mark: a lower-case word that every text contains.
    public func plantStation(_ mark: String, in tenant: Tenant) async throws {
        try await sql(Self.station(mark, tenant), user: "app_rt")
    }

    private static func station(_ mark: String, _ tenant: Tenant) -> String {
        let source = "'source \(mark)', 'key \(mark)'"
        return """
            set app.tenant_id = '\(tenant.id)';
            insert into app.radio_revision (revision) values (1);
            insert into app.art (alt, credit) values ('Picture \(mark)', 'Credit \(mark)');
            insert into app.art_image (art_id, position, width, height, media_type, url)
            select art_id, 0, 600, 600, 'image/\(mark)', 'https://\(mark).example/art.png' from app.art;
            insert into app.blob (sha256, media_type, content) values (sha256('art'), 'image/png', 'art');
            insert into app.art_image (art_id, position, media_type, sha256)
            select art_id, 1, 'image/\(mark)', sha256('art') from app.art;
            insert into app.category (name, rank, source, source_key) values ('Category \(mark)', 1, \(source));
            insert into app.channel (slug, name, short_name, description, language, website, colour, time_zone, number, art_id,
                                     source, source_key)
            select 'channel-\(mark)', 'Channel \(mark)', 'Ch \(mark)', 'About \(mark)', 'en-\(mark.prefix(8))',
                   'https://\(mark).example/', '#abcdef', 'Europe/Prague', 7, art_id, \(source)
              from app.art;
            insert into app.channel_number (channel_id, platform, number)
            select channel_id, '\(mark)', 7 from app.channel;
            insert into app.channel_category (channel_id, category_id, is_primary)
            select channel_id, category_id, true from app.channel, app.category
             where channel.tenant_id = category.tenant_id;
            insert into app.bearer (channel_id, uri, media_type, bitrate)
            select channel_id, 'https://\(mark).example/live', 'audio/\(mark)', 128 from app.channel;
            insert into app.bearer (channel_id, uri)
            select channel_id, uri
              from app.channel, unnest(array['fm:ce1.\(mark).09580', 'dab:ce1.c185.\(mark).0']) uri;
            insert into app.genre (name, code, source, source_key) values ('Genre \(mark)', 'code \(mark)', \(source));
            insert into app.channel_genre (channel_id, genre_id) select channel_id, genre_id from app.channel, app.genre;
            insert into app.person (name, biography, art_id, source, source_key)
            select 'Person \(mark)', 'Life \(mark)', art_id, \(source) from app.art;
            insert into app.show (title, summary, description, language, website, art_id, source, source_key)
            select 'Show \(mark)', 'Sum \(mark)', 'Text \(mark)', 'en-\(mark.prefix(8))', 'https://\(mark).example/show',
                   art_id, \(source)
              from app.art;
            insert into app.show_channel (show_id, channel_id) select show_id, channel_id from app.show, app.channel;
            insert into app.show_genre (show_id, genre_id) select show_id, genre_id from app.show, app.genre;
            insert into app.show_credit (show_id, position, person_id, role)
            select show_id, 0, person_id, 'host-\(mark)' from app.show, app.person;
            insert into app.show_change (show_id) select show_id from app.show;
            insert into app.serial (show_id, title, description, art_id, source, source_key)
            select show_id, 'Serial \(mark)', 'Serial text \(mark)', art_id, \(source) from app.show;
            insert into app.episode (show_id, serial_id, title, summary, description, part, art_id, published_at, source,
                                     source_key)
            select show_id, serial_id, 'Episode \(mark)', 'Sum \(mark)', 'Episode text \(mark)', 1, art_id, now(), \(source)
              from app.serial;
            insert into app.episode_genre (episode_id, genre_id) select episode_id, genre_id from app.episode, app.genre;
            insert into app.episode_credit (episode_id, position, person_id, role)
            select episode_id, 0, person_id, 'guest-\(mark)' from app.episode, app.person;
            insert into app.tag (kind, title, words, art_id, source, source_key)
            select 'topic', 'Topic \(mark)', 'Words \(mark)', art_id, \(source) from app.art;
            insert into app.episode_tag (episode_id, tag_id) select episode_id, tag_id from app.episode, app.tag;
            insert into app.schedule_rule (channel_id, show_id, starts_on, start_time, duration_ms, recurrence, source,
                                           source_key)
            select channel_id, show_id, '2026-01-05', '08:00', 3600000, 'FREQ=WEEKLY', \(source)
              from app.channel, app.show;
            insert into app.schedule_exception (rule_id, slot_date, is_cancelled)
            select rule_id, '2026-01-12', true from app.schedule_rule;
            insert into app.airing (channel_id, show_id, episode_id, planned_start, planned_end, title, description, source,
                                    source_key)
            -- Airings begin and end at whole milliseconds, as in the product.
            select channel_id, show_id, episode_id, date_trunc('milliseconds', now()) - interval '10 minutes',
                   date_trunc('milliseconds', now()) + interval '50 minutes', 'Airing \(mark)', 'Airing text \(mark)', \(source)
              from app.channel, app.episode;
            insert into app.airing (channel_id, show_id, rule_id, slot_date, planned_start, planned_end)
            select channel_id, show_id, rule_id, date '2099-01-05', '2099-01-05 08:00Z', '2099-01-05 09:00Z'
              from app.schedule_rule;
            insert into app.segment (airing_id, offset_ms, duration_ms, kind, title)
            select airing_id, 0, 600000, 'part-\(mark)', 'Segment \(mark)' from app.airing where rule_id is null;
            insert into app.cut (channel_id, airing_id, starts_at, position, duration_ms, kind, title, artist, album, label,
                                 isrc, person_id, art_id, source, source_key)
            select a.channel_id, a.airing_id, now() - interval '1 minute', 0, 200000, 'song-\(mark)', 'Song \(mark)',
                   'Artist \(mark)', 'Album \(mark)', 'Label \(mark)', 'CZAAA2600001', p.person_id, p.art_id, \(source)
              from app.airing a, app.person p
             where a.rule_id is null;
            insert into app.version (episode_id, show_id, airing_id, duration_ms, available_from, source, source_key)
            select e.episode_id, e.show_id, a.airing_id, 3600000, now() - interval '1 day', \(source)
              from app.episode e
              join app.airing a on a.tenant_id = e.tenant_id and a.episode_id = e.episode_id;
            insert into app.version_media (version_id, url, media_type, bitrate)
            select version_id, 'https://\(mark).example/episode.mp3', 'audio/\(mark)', 128 from app.version;
            insert into app.hot_show (channel_id, show_id, position) select channel_id, show_id, 0 from app.channel, app.show;
            insert into app.featured_show (show_id, position) select show_id, 0 from app.show;
            insert into app.radio_import (format, name, actor, started_at, outcome, report, progress)
            values ('cro-\(mark)', 'File \(mark)', 'actor \(mark)', now(), 'published', '{"what": "\(mark)"}',
                    '{"phase": "\(mark)"}');
            insert into app.finder_state (locale, names) values ('en-\(mark)', '\(mark)');
            insert into app.finder_show (show_id, is_listed, sort_key, rail, rank, last_airing)
            select show_id, true, title, 'S \(mark)', 0, '2099-01-05 08:00Z' from app.show;
            insert into app.finder_window (show_id, opens_at, closes_at)
            select show_id, available_from, 'infinity' from app.version;
            insert into app.finder_episode (show_id, episode_id, opens_at, closes_at, heard_at)
            select show_id, episode_id, available_from, 'infinity', available_from from app.version;
            insert into app.finder_word (word, field, show_id, items)
            select '\(mark)', 0, show_id, array[show_id * 4, episode_id * 4 + 2] from app.episode;
            insert into app.finder_name (word, field, kind, item_id, revision)
            select '\(mark)', 0, 0, person_id, revision from app.person;
            insert into app.finder_name (word, field, kind, item_id, revision)
            select '\(mark)', 0, 1, channel_id, revision from app.channel;
            insert into app.finder_gap (gap, word) values ('\(mark)', '\(mark)');
            update app.art set source = 'source \(mark)', source_key = 'key \(mark)';
            insert into app.radio_stage (n, kind, key, file, line, detail, item, slug)
            values (1, 'channel', 'key \(mark)', 'File \(mark)', 1, 'Detail \(mark)',
                    '{"name": "\(mark)", "art": {"alt": "\(mark)"}}', 'channel-\(mark)');
            insert into app.airing_alert (user_id, airing_id) select user_id, airing_id from app.user_account, app.airing;
            insert into app.show_alert (user_id, show_id) select user_id, show_id from app.user_account, app.show;
            insert into app.alert_firing (user_id, airing_id, starts_at, fired_at)
            select user_id, airing_id, starts_at, starts_at from app.airing_alert join app.airing using (tenant_id, airing_id)
             where starts_at < now();
            insert into app.alert_calendar (user_id, token_hash)
            select user_id, sha256(convert_to('calendar ' || user_id, 'utf8')) from app.user_account;
            insert into app.request_hour (hour, requests) values (date_trunc('hour', now(), 'UTC'), 7);
            insert into app.channel_hour (channel_id, hour, followers, minute, now_requests)
            select channel_id, date_trunc('hour', now(), 'UTC'), 3, now(), 7 from app.channel;
            reset app.tenant_id;

            """
    }
}
