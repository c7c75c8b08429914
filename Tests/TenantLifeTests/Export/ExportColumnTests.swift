import TestSupport
import Testing

/// Tests that a person has decided for each column whether it belongs in a tenant's archive. Columns of text or bytes may contain credentials.
/// Numbers, instants and Booleans cannot.
@Suite struct ExportColumnTests {
    /// The exported columns of text, bytes and JSON of each table. These columns contain no credentials. A new column must be listed here, or have a
    /// name that `control.is_left_out` recognises: `…secret`, `…token`, `…verifier` or `…hash`.
    private static let kept: [String: String] = [
        "account_link": "display_name email login purpose role",
        "airing": "description source source_key title",
        "annotation": "text",
        "annotation_track": "language level name",
        "app_asset": "name sha256",
        "app_password": "name",
        "art": "alt credit source source_key",
        "art_image": "media_type sha256 url",
        "audit_event": "action actor actor_kind detail request_id subject",
        "bearer": "media_type purpose uri",
        "blob": "content media_type sha256",
        "bookmark": "comment",
        "category": "name source source_key",
        "channel": "colour description language name short_name slug source source_key time_zone website",
        "channel_number": "platform",
        "cloud_application": "client_id",
        "cloud_authorization": "return_to service",
        "cloud_connection": "fault scopes service state",
        "cloud_following": "name_key",
        "cloud_like": "artist_key title_key user_key",
        "cloud_playlist": "artwork_url description genre kind label_name permalink_url title title_key urn",
        "cloud_track":
            "access artwork_url description genre isrc label_name license metadata_artist permalink_url publisher "
            + "release_title tags title title_key urn waveform_url",
        "cloud_user": "avatar_url city country description full_name name_key permalink_url urn username",
        "cloud_write": "act fault state urn",
        "concert": "content_digest slug title",
        "concert_draft": "slug title updated_by venue",
        "concert_image": "name",
        "concert_revision": "content note published_by source",
        "content_update": "message",
        "cut": "album artist isrc kind label source source_key title",
        "draft_asset": "name sha256",
        "draft_image": "name sha256",
        "draft_import": "content_before format imported_by report state_after",
        "draft_import_file": "sha256",
        "edit_request": "idempotency_key location request_digest",
        "emitter_lease": "holder interface problem standby",
        "episode": "description source source_key summary title",
        "episode_credit": "role",
        "finder_gap": "gap word",
        "finder_name": "word",
        "finder_show": "rail sort_key",
        "finder_state": "locale names",
        "finder_word": "word",
        "genre": "code name source source_key",
        "glossary": "content_digest",
        "glossary_item": "category description history image name name_key source",
        "hall_message": "author body button_text idempotency_key outcome request_digest style title url",
        "image": "name sha256",
        "key_signature": "name",
        "library_album": "fold_key title title_key",
        "library_artist": "fold_key name name_key",
        "library_credit": "credited_as join_phrase role",
        "library_label": "fold_key name name_key",
        "library_sync": "fault state",
        "library_sync_part": "cursor fault faults part state",
        "library_teaching": "kind names subject subject_key",
        "library_track": "artist_key artist_text said shelf title title_key version why",
        "library_view": "device library_category likes_order params podcast_category view",
        "library_word": "word",
        "listen": "client",
        "live": "advance_holder arbiter source state",
        "live_change": "idempotency_key piece request_digest source state",
        "live_decision": "idempotency_key request_digest",
        "live_measurement": "kind label",
        "measure": "printed",
        "notice": "kind message title",
        "notice_dismissal": "app_version notice subject",
        "person": "biography name source source_key",
        "piece": "movement name name_key recording",
        "piece_draft": "composer content movement work",
        "player": "queue session",
        "player_device": "abilities device name",
        "player_history": "item",
        "player_request": "effects idempotency_key request_digest",
        "podcast_station": "name",
        "radio_import": "actor format name outcome progress report sha256",
        "radio_stage": "art_key detail file item key kind slug state",
        "revision_file": "sha256",
        "saved_queue": "client",
        "schedule_rule": "recurrence source source_key",
        "scrobble_connection": "fault server state username",
        "segment": "kind title",
        "serial": "description source source_key title",
        "session": "device kind name scope",
        "shared_member": "failure name",
        "shared_session": "queue rule session",
        "show": "description language source source_key summary title website",
        "show_credit": "role",
        "stream_entry": "via",
        "stream_lease": "device",
        "structure_section": "colour label",
        "tag": "kind source source_key title words",
        "tenant_profile": "conversion_url learn_more_url logo_sha256 support_phone support_url texts",
        "upgrade_rule": "kind link_url message platform version_range",
        "user_account": "display_name email login login_key role subscription",
        "version": "source source_key",
        "version_media": "media_type purpose url",
        "work": "composer title",
    ]

    private static let leftOut = [
        "account_link.token_hash", "alert_calendar.token_hash", "app_password.key_hash", "app_password.secret",
        "cloud_application.client_secret", "cloud_authorization.state_hash", "cloud_authorization.verifier",
        "cloud_connection.access_token",
        "cloud_connection.refresh_token", "known_device.token_hash", "podcast_feed.token_hash",
        "scrobble_connection.token",
        "session.family_hash", "session.refresh_hash", "session.token_hash", "shared_invitation.token_hash",
        "user_account.password_hash",
    ]

    @Test func everyTextColumnIsListedAsExportedOrOmitted() async throws {
        try await withDatabase { database in
            let found = try await database.sql(
                """
                select c.relname || '.' || a.attname
                  from pg_attribute a
                  join pg_class c on c.oid = a.attrelid
                 where c.relnamespace = 'app'::regnamespace
                   and c.relkind in ('r', 'p')
                   and not c.relispartition
                   and a.attnum > 0
                   and not a.attisdropped
                   and not (a.atttypid = any ('{bool,int2,int4,int8,int8[],float4,float8,numeric,date,time}'::regtype[])
                            or a.atttypid in ('timestamptz'::regtype, 'uuid'::regtype));
                """)
            let columns = Set(found.split(separator: "\n").map(String.init))
            let kept = Set(
                Self.kept.flatMap { table, columns in columns.split(separator: " ").map { "\(table).\($0)" } })
            #expect(columns.subtracting(kept).subtracting(Self.leftOut).sorted() == [], "these columns are not listed")
            #expect(kept.union(Self.leftOut).subtracting(columns).sorted() == [], "these columns do not exist")
            let named = try await database.sql(
                "select table_name || '.' || column_name from control.left_out_columns();", user: "app_rt")
            #expect(named.split(separator: "\n").map(String.init).sorted() == Self.leftOut)
        }
    }
}
