-- Why: what ties the tables of 0007 together and closes them, as 0003 does for those of 0002.

alter table app.radio_revision add foreign key (tenant_id) references control.tenant;
alter table app.show_change add foreign key (tenant_id, show_id)
    references app.show (tenant_id, show_id) on delete cascade;

alter table app.art add foreign key (tenant_id) references control.tenant;
alter table app.art_image
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id) on delete cascade,
    add foreign key (tenant_id, sha256) references app.blob (tenant_id, sha256);
alter table app.category add foreign key (tenant_id) references control.tenant;
alter table app.channel
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
alter table app.channel_number add foreign key (tenant_id, channel_id)
    references app.channel (tenant_id, channel_id) on delete cascade;
alter table app.channel_category
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade,
    add foreign key (tenant_id, category_id) references app.category (tenant_id, category_id) on delete cascade;
alter table app.bearer add foreign key (tenant_id, channel_id)
    references app.channel (tenant_id, channel_id) on delete cascade;
alter table app.genre add foreign key (tenant_id) references control.tenant;
alter table app.channel_genre
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade,
    add foreign key (tenant_id, genre_id) references app.genre (tenant_id, genre_id) on delete cascade;
alter table app.person
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
alter table app.show
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
alter table app.show_channel
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade;
alter table app.show_genre
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, genre_id) references app.genre (tenant_id, genre_id) on delete cascade;
alter table app.show_credit
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, person_id) references app.person (tenant_id, person_id) on delete cascade;
alter table app.serial
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
-- A serial, an episode or an airing that is referred to is let go by the store that deletes it, in one transaction.
alter table app.episode
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, show_id, serial_id) references app.serial (tenant_id, show_id, serial_id),
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
alter table app.episode_genre
    add foreign key (tenant_id, episode_id) references app.episode (tenant_id, episode_id) on delete cascade,
    add foreign key (tenant_id, genre_id) references app.genre (tenant_id, genre_id) on delete cascade;
alter table app.episode_credit
    add foreign key (tenant_id, episode_id) references app.episode (tenant_id, episode_id) on delete cascade,
    add foreign key (tenant_id, person_id) references app.person (tenant_id, person_id) on delete cascade;
alter table app.tag
    add foreign key (tenant_id) references control.tenant,
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
alter table app.episode_tag
    add foreign key (tenant_id, episode_id) references app.episode (tenant_id, episode_id) on delete cascade,
    add foreign key (tenant_id, tag_id) references app.tag (tenant_id, tag_id) on delete cascade;

alter table app.schedule_rule
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade,
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade;
alter table app.schedule_exception
    add foreign key (tenant_id, rule_id) references app.schedule_rule (tenant_id, rule_id) on delete cascade,
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, show_id, episode_id) references app.episode (tenant_id, show_id, episode_id);
alter table app.airing
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade,
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade,
    add foreign key (tenant_id, show_id, episode_id) references app.episode (tenant_id, show_id, episode_id),
    add foreign key (tenant_id, rule_id) references app.schedule_rule (tenant_id, rule_id) on delete cascade;
alter table app.segment add foreign key (tenant_id, airing_id)
    references app.airing (tenant_id, airing_id) on delete cascade;
-- What was played was played (spec R69): a broadcast that has cuts cannot be deleted, nor its show; with its channel
-- all of it goes.
alter table app.cut
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade,
    add foreign key (tenant_id, airing_id) references app.airing (tenant_id, airing_id),
    add foreign key (tenant_id, person_id) references app.person (tenant_id, person_id),
    add foreign key (tenant_id, art_id) references app.art (tenant_id, art_id);
alter table app.version
    add foreign key (tenant_id, show_id, episode_id)
        references app.episode (tenant_id, show_id, episode_id) on delete cascade,
    add foreign key (tenant_id, airing_id) references app.airing (tenant_id, airing_id);
alter table app.version_media add foreign key (tenant_id, version_id)
    references app.version (tenant_id, version_id) on delete cascade;
alter table app.hot_show
    add foreign key (tenant_id, channel_id) references app.channel (tenant_id, channel_id) on delete cascade,
    add foreign key (tenant_id, show_id) references app.show (tenant_id, show_id) on delete cascade;
alter table app.featured_show add foreign key (tenant_id, show_id)
    references app.show (tenant_id, show_id) on delete cascade;
alter table app.radio_import add foreign key (tenant_id) references control.tenant;

create index art_image_sha256_idx on app.art_image (tenant_id, sha256) where sha256 is not null;
create index channel_art_idx on app.channel (tenant_id, art_id) where art_id is not null;
create index person_art_idx on app.person (tenant_id, art_id) where art_id is not null;
create index show_art_idx on app.show (tenant_id, art_id) where art_id is not null;
create index serial_art_idx on app.serial (tenant_id, art_id) where art_id is not null;
create index episode_art_idx on app.episode (tenant_id, art_id) where art_id is not null;
create index tag_art_idx on app.tag (tenant_id, art_id) where art_id is not null;
create index cut_art_idx on app.cut (tenant_id, art_id) where art_id is not null;
create index cut_person_idx on app.cut (tenant_id, person_id) where person_id is not null;
create index version_airing_idx on app.version (tenant_id, airing_id) where airing_id is not null;

select control.raise_wall('app.radio_revision', '{revision, changed_at}');
select control.raise_wall('app.show_change');
select control.raise_wall('app.art', '{alt, credit}');
select control.raise_wall('app.art_image', '{width, height, media_type, url, sha256}');
select control.raise_wall('app.category', '{name, rank, source, source_key, revision}');
select control.raise_wall('app.channel',
    '{slug, name, short_name, description, language, website, colour, time_zone, number, art_id, skips_restricted,
      skips_back, skips_forward, skips_total, skip_window_ms, live_delay_ms, active, source, source_key, revision,
      updated_at}');
select control.raise_wall('app.channel_number', '{number}');
select control.raise_wall('app.channel_category', '{is_primary}');
select control.raise_wall('app.bearer', '{position, purpose, media_type, bitrate, cost, offset_ms}');
select control.raise_wall('app.genre', '{name, code, source, source_key, revision}');
select control.raise_wall('app.channel_genre');
select control.raise_wall('app.person', '{name, biography, art_id, source, source_key, revision}');
select control.raise_wall('app.show',
    '{title, summary, description, language, website, art_id, is_music, is_for_children, is_placeholder, active, source,
      source_key, revision, updated_at}');
select control.raise_wall('app.show_channel', '{position}');
select control.raise_wall('app.show_genre');
select control.raise_wall('app.show_credit', '{person_id, role}');
select control.raise_wall('app.serial', '{title, description, total_parts, art_id, source, source_key, revision}');
select control.raise_wall('app.episode',
    '{serial_id, title, summary, description, part, season, art_id, published_at, source, source_key, revision,
      updated_at}');
select control.raise_wall('app.episode_genre');
select control.raise_wall('app.episode_credit', '{person_id, role}');
select control.raise_wall('app.tag', '{kind, title, position, words, art_id, source, source_key, revision}');
select control.raise_wall('app.episode_tag');
select control.raise_wall('app.schedule_rule',
    '{channel_id, show_id, starts_on, ends_on, start_time, duration_ms, recurrence, priority, is_live, is_repeat, source,
      source_key, revision, updated_at}');
select control.raise_wall('app.schedule_exception',
    '{is_cancelled, starts_at, duration_ms, show_id, episode_id, updated_at}');
select control.raise_wall('app.airing',
    '{channel_id, show_id, episode_id, planned_start, planned_end, actual_start, actual_end, is_cancelled, is_live,
      is_repeat, title, description, source, source_key, revision, updated_at}');
select control.raise_wall('app.segment', '{offset_ms, duration_ms, kind, title, is_skippable}');
select control.raise_wall('app.cut',
    '{airing_id, starts_at, position, duration_ms, kind, is_music, title, artist, album, label, isrc, person_id, art_id,
      source, source_key, updated_at}');
select control.raise_wall('app.version',
    '{airing_id, airing_offset_ms, duration_ms, available_from, available_until, is_downloadable, source, source_key,
      revision, updated_at}');
select control.raise_wall('app.version_media', '{position, purpose, media_type, bitrate, bytes}');
select control.raise_wall('app.hot_show', '{position, expires_at}');
select control.raise_wall('app.featured_show', '{position, expires_at}');
select control.raise_wall('app.radio_import');
revoke delete on app.radio_import from app_rt;
