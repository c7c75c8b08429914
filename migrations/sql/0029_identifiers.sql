-- Why: keys counted by one sequence for all tenants, so that each tenant could read from its own keys how busy the others were
-- (contract, Decided 19). A new key is now the moment of its making and a tie-breaker, in 61 bits: 51 bits of microseconds since
-- 2020 and 10 bits of a sequence, hidden by a keyed hash of the microsecond. It rises with time as before, so that lists keep
-- their order and indexes grow at their end; two are never alike, unless a thousand are made within one microsecond; and it says
-- nothing but when it was made (docs/decisions/0043-keys-say-nothing-of-other-tenants.md). Keys that are there stay.

create sequence control.identifier_seq;

-- One row: what hides the sequence. Nobody but the function below reads it.
create table control.identifier_secret (
    is_only boolean primary key default true check (is_only),
    secret  bytea not null check (octet_length(secret) = 32)
);
insert into control.identifier_secret (secret)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
grant select on control.identifier_secret, control.identifier_seq to app_dump;

create function control.next_identifier() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
    v_at  bigint := (date_part('epoch', clock_timestamp()) * 1000000)::bigint - 1577836800000000;
    v_pad bytea := sha256(int8send(v_at) || (select s.secret from control.identifier_secret s where s.is_only));
begin
    return (v_at << 10)
         | ((nextval('control.identifier_seq') + (get_byte(v_pad, 0) << 8) + get_byte(v_pad, 1)) & 1023);
end
$$;

grant execute on function control.next_identifier() to app_rt;

-- On Citus the identities are gone already (deploy/citus/distribute.sql): it drops none of a table that is distributed.
do $$
declare
    v_key record;
begin
    for v_key in
        select a.attrelid::regclass as relation, a.attname as name, a.attidentity <> '' as is_identity
          from (values
            ('user_account', 'user_id'),
            ('session', 'session_id'),
            ('concert', 'concert_id'),
            ('work', 'work_id'),
            ('piece', 'piece_id'),
            ('annotation_track', 'track_id'),
            ('hall_message', 'message_id'),
            ('account_link', 'link_id'),
            ('stream_lease', 'lease_id'),
            ('upgrade_rule', 'rule_id'),
            ('audit_event', 'event_id'),
            ('art', 'art_id'),
            ('category', 'category_id'),
            ('channel', 'channel_id'),
            ('genre', 'genre_id'),
            ('person', 'person_id'),
            ('show', 'show_id'),
            ('serial', 'serial_id'),
            ('episode', 'episode_id'),
            ('tag', 'tag_id'),
            ('schedule_rule', 'rule_id'),
            ('airing', 'airing_id'),
            ('segment', 'segment_id'),
            ('cut', 'cut_id'),
            ('version', 'version_id'),
            ('radio_import', 'import_id'),
            ('cloud_user', 'cloud_user_id'),
            ('cloud_track', 'track_id'),
            ('cloud_playlist', 'playlist_id'),
            ('cloud_like', 'like_id'),
            ('stream_entry', 'entry_id'),
            ('cloud_write', 'write_id'),
            ('library_sync', 'sync_id'),
            ('library_artist', 'artist_id'),
            ('library_album', 'album_id'),
            ('library_label', 'label_id'),
            ('podcast_station', 'station_id'),
            ('library_teaching', 'teaching_id'),
            ('app_password', 'app_password_id'),
            ('alert_firing', 'firing_id')
          ) as k (relation, name)
          join pg_catalog.pg_attribute a on a.attrelid = ('app.' || k.relation)::regclass and a.attname = k.name
    loop
        if v_key.is_identity then
            execute format('alter table %s alter column %I drop identity', v_key.relation, v_key.name);
        end if;
        execute format('alter table %s alter column %I set default control.next_identifier()', v_key.relation, v_key.name);
    end loop;
end
$$;
