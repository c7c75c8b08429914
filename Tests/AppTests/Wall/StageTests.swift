import Testing

/// Tests of the stage itself. Tests that use the stage would prove nothing for an empty table, or for a text that both tenants have.
struct StageTests {
    /// The columns that cannot contain a tenant's mark, because the schema allows only certain words or because the values are hashes.
    private static let unmarkable: Set<String> = [
        "app.user_account.password_hash", "app.user_account.role", "app.user_account.subscription", "app.session.kind",
        "app.session.scope", "app.blob.media_type", "app.hall_message.style", "app.hall_message.outcome",
        "app.live.state", "app.live.source", "app.live_measurement.kind",
        "app.live_change.state", "app.live_change.source", "app.tenant_profile.support_phone",
        "app.account_link.purpose",
        "app.account_link.role", "app.notice.kind", "app.upgrade_rule.kind", "app.upgrade_rule.version_range",
        "app.audit_event.actor_kind", "app.annotation_track.language", "app.annotation_track.level",
        "app.concert_revision.source", "app.draft_import.format", "app.structure_section.colour", "app.channel.colour",
        "app.channel.language",
        "app.show.language", "app.channel.time_zone",
        "app.schedule_rule.recurrence", "app.bearer.purpose", "app.tag.kind", "app.cut.isrc",
        "app.version_media.purpose", "app.radio_import.outcome",
        "app.radio_stage.kind", "app.radio_stage.state", "app.radio_stage.art_key",
        "app.cloud_connection.service", "app.cloud_connection.state", "app.cloud_authorization.service",
        "app.cloud_user.urn", "app.cloud_track.urn", "app.cloud_track.access", "app.cloud_playlist.urn",
        "app.stream_entry.via", "app.cloud_write.act", "app.cloud_write.urn", "app.cloud_write.state",
        "app.library_sync.state", "app.library_sync_part.part", "app.library_sync_part.state",
        "app.library_track.shelf", "app.library_credit.role", "app.library_teaching.kind",
        "app.library_view.library_category", "app.library_view.podcast_category", "app.library_view.likes_order",
        "app.player.queue", "app.player_device.device", "app.player_device.abilities", "app.player_history.item",
        "app.player_request.effects", "app.scrobble_connection.state",
        "app.player_request.effects", "app.shared_session.rule", "app.shared_session.queue",
        "app.shared_member.failure",
    ]

    @Test func everyTableOfTheTestDataHasMarkedRowsOfEachTenant() async throws {
        try await WallStage.with { stage in
            for whose in [stage.a, stage.b] {
                let tenant = whose.tenant.id.rawValue
                let empty = try await stage.database.superuser.rows(
                    "select stage.empty_tables(\(tenant)) as name order by 1")
                let names = try empty.map { try $0("name", as: String.self) }
                #expect(names == [], "TenantRows inserts no row into these tables")
                let unmarked = try await stage.database.superuser.rows(
                    "select stage.unmarked_columns(\(tenant), \(whose.mark)) as name")
                let columns = Set(try unmarked.map { try $0("name", as: String.self) })
                #expect(columns.subtracting(Self.unmarkable) == [], "TenantRows writes no mark into these columns")
            }
        }
    }

    @Test func aChangeOfTheTestDataIsDetectedAndUndone() async throws {
        try await WallStage.with { stage in
            let (a, b) = (try await stage.picture(of: stage.a), try await stage.picture(of: stage.b))
            _ = try await stage.database.superuser.rows(
                "delete from app.hall_message where tenant_id = \(stage.b.tenant.id.rawValue)")
            #expect(try await stage.picture(of: stage.a) == a)
            #expect(WallStage.changes(b, try await stage.picture(of: stage.b)) == ["app.hall_message"])
            try await stage.restore()
            #expect(try await stage.picture(of: stage.b) == b)
        }
    }

    /// Only tables that were written since the last restoration are compared. A deletion that cascades must be among these writes.
    @Test func tablesWrittenByACascadeAreComparedAndRestored() async throws {
        try await WallStage.with { stage in
            let tenant = stage.b.tenant.id.rawValue
            func comparedCompletely() async throws -> [String: String] {
                let rows = try await stage.database.superuser.rows(
                    """
                    select name, digest
                      from stage.digests(\(tenant), false, (select array_agg(rel::oid) from stage.tables))
                    """)
                return try Dictionary(uniqueKeysWithValues: rows.map { (try $0("name"), try $0("digest")) })
            }
            let before = try await comparedCompletely()
            #expect(try await stage.picture(of: stage.b) == before)
            try await stage.database.sql("delete from app.user_account where tenant_id = \(tenant)")
            let after = try await comparedCompletely()
            #expect(WallStage.changes(before, after).contains("app.session"))
            #expect(try await stage.picture(of: stage.b) == after)
            try await stage.restore()
            #expect(try await comparedCompletely() == before)
        }
    }
}
