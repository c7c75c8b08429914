import Postgres
import Tenancy
import TestSupport
import Testing

/// Tests that erasing deletes every row of one tenant and no row of another tenant, in all tables of the schema.
@Suite struct EraseTests {
    /// Inserts a row into every table for a tenant. Each row has the same key as the tenant.
    static func fill(_ tenant: TenantID, _ database: TestDatabase) async throws {
        let id = tenant.rawValue
        try await database.sql(
            """
            insert into app.user_account (tenant_id, user_id, login, password_hash, role)
            overriding system value values (\(id), \(id), 'eva', '-', 'admin');
            insert into app.session (tenant_id, user_id, kind, token_hash, expires_at)
            values (\(id), \(id), 'token', sha256('s'), now());
            insert into app.blob (tenant_id, sha256, media_type, content) values (\(id), sha256('b'), 'image/png', 'b');
            insert into app.concert (tenant_id, concert_id, slug, title, content_digest)
            overriding system value values (\(id), \(id), 'evening', 'Evening', sha256(''));
            insert into app.work (tenant_id, work_id, composer, title)
            overriding system value values (\(id), \(id), 'Strauss', 'Don Juan');
            insert into app.piece (tenant_id, piece_id, concert_id, position, work_id, movement, name, name_key,
                                   measure_count, end_measure, end_ms)
            overriding system value values (\(id), \(id), \(id), 1, \(id), '1', 'x', 'x', 1, 1, 1);
            insert into app.measure (tenant_id, piece_id, measure, start_ms, printed, pass) values (\(id), \(id), 1, 0, '1', 1);
            insert into app.annotation_track (tenant_id, track_id, piece_id, position, name)
            overriding system value values (\(id), \(id), \(id), 1, 'Notes');
            insert into app.annotation (tenant_id, track_id, position, measure, start_ms, text) values (\(id), \(id), 1, 1, 0, 't');
            insert into app.structure_section (tenant_id, piece_id, position, measure, start_ms, label, colour)
            values (\(id), \(id), 1, 1, 0, 'A', 'red');
            insert into app.key_signature (tenant_id, piece_id, measure, start_ms, fifths, name) values (\(id), \(id), 1, 0, 0, 'C');
            insert into app.intensity (tenant_id, piece_id, measure, start_ms, value) values (\(id), \(id), 1, 0, 0.5);
            insert into app.image (tenant_id, name, sha256) values (\(id), 'a.png', sha256('b'));
            insert into app.concert_image (tenant_id, concert_id, name) values (\(id), \(id), 'a.png');
            insert into app.app_asset (tenant_id, concert_id, name, sha256) values (\(id), \(id), 'a', sha256('b'));
            insert into app.glossary (tenant_id, content_digest) values (\(id), sha256(''));
            insert into app.glossary_item (tenant_id, name_key, position, name, category, description)
            values (\(id), 'a', 1, 'a', 'a', 'a');
            insert into app.concert_draft (tenant_id, concert_draft_id, slug, title, is_changed)
            values (\(id), \(id), 'evening', 'Evening', false);
            insert into app.piece_draft (tenant_id, concert_draft_id, position, composer, work, movement, content)
            values (\(id), \(id), 1, 'Strauss', 'Don Juan', '1', '{}');
            insert into app.draft_image (tenant_id, name, sha256) values (\(id), 'a.png', sha256('b'));
            insert into app.draft_import (tenant_id, draft_import_id, concert_draft_id, piece_draft_id, format, imported_by,
                                          report, content_before, state_after)
            select \(id), \(id), \(id), piece_draft_id, 'getdata', 'c', '{}', '{}', 's'
              from app.piece_draft where tenant_id = \(id);
            insert into app.draft_import_file (tenant_id, draft_import_id, sha256) values (\(id), \(id), sha256('b'));
            insert into app.draft_asset (tenant_id, concert_draft_id, name, sha256) values (\(id), \(id), 'a', sha256('b'));
            insert into app.concert_revision (tenant_id, concert_id, revision, source, published_by, content)
            values (\(id), \(id), 1, 'import', 'c', '{}');
            insert into app.revision_file (tenant_id, concert_id, revision, sha256) values (\(id), \(id), 1, sha256('b'));
            insert into app.edit_request (tenant_id, idempotency_key, request_digest, location)
            values (\(id), 'k', sha256(''), '/');
            insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
            values (\(id), \(id), \(id), 1, 'ready', 'operator', 1);
            insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source)
            values (\(id), 1, \(id), 'x', 1, 'ready', 'operator');
            insert into app.hall_message (tenant_id, concert_id, title, body, style, expires_at)
            values (\(id), \(id), 't', 'b', 'AUTO', now());
            insert into app.live_decision (tenant_id, idempotency_key, version) values (\(id), 'k', 1);
            insert into app.live_measurement (tenant_id, concert_id, kind, label, number, count) values (\(id), \(id), 'track', 't', 0, 1);
            insert into app.emitter_lease (tenant_id, holder, epoch, until) values (\(id), 'h', 1, now());
            insert into app.tenant_profile (tenant_id, logo_sha256) values (\(id), sha256('b'));
            insert into app.account_link (tenant_id, purpose, token_hash, user_id, expires_at)
            values (\(id), 'password-reset', sha256('l'), \(id), now());
            insert into app.known_device (tenant_id, user_id, token_hash) values (\(id), \(id), sha256('d'));
            insert into app.stream_lease (tenant_id, user_id, expires_at) values (\(id), \(id), now());
            insert into app.account_setting (tenant_id, user_id) values (\(id), \(id));
            insert into app.notice (tenant_id, kind, title, message) values (\(id), 'data-warning', 't', 'm');
            insert into app.upgrade_rule (tenant_id, platform, version_range, kind, message, link_url)
            values (\(id), 'ios', '<1', 'forced', 'm', 'https://x.example');
            insert into app.content_update (tenant_id, revision, message) values (\(id), 1, 'm');
            insert into app.content_acknowledgement (tenant_id, user_id, revision) values (\(id), \(id), 1);
            insert into app.notice_dismissal (tenant_id, subject, notice, revision) values (\(id), 'd', 'n', 1);
            insert into app.audit_event (tenant_id, actor_kind, actor, action) values (\(id), 'command', 'c', 'tenant.add');
            insert into control.tenant_limit (tenant_id, streams) values (\(id), 1);
            insert into control.on_air (multicast_group, multicast_port, tenant_id) values ('239.0.0.\(id)', 1, \(id));
            """)
    }

    /// Returns the number of the tenant's rows in each table of both schemas.
    static func rows(of tenant: TenantID, _ database: TestDatabase) async throws -> [String: Int] {
        let tables = try await database.sql(
            """
            select c.oid::regclass
              from pg_class c
              join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
             where c.relnamespace in ('app'::regnamespace, 'control'::regnamespace)
               and c.relkind in ('r', 'p');
            """
        ).split(separator: "\n")
        var rows: [String: Int] = [:]
        for table in tables {
            let count = try await database.sql("select count(*) from \(table) where tenant_id = \(tenant.rawValue);")
            rows[String(table)] = Int(count)
        }
        return rows
    }

    @Test func erasingATenantRemovesEveryRowOfThatTenantOnly() async throws {
        try await withDatabase { database in
            let gone = try await database.tenant("gone", host: "gone.example")
            let stays = try await database.tenant("stays", host: "stays.example")
            for tenant in [gone, stays] {
                try await Self.fill(tenant.id, database)
                try await database.plantStation(tenant.slug, in: tenant)
                try await database.plantCloud(tenant.slug, number: Int(tenant.id.rawValue) % 10, in: tenant)
            }
            let before = try await Self.rows(of: stays.id, database)
            for (table, count) in try await Self.rows(of: gone.id, database) {
                #expect(count > 0, "\(table) is empty: give it a row here, or its erasure is not tested")
            }
            let registry = TenantRegistry(owner: database.owner)
            await #expect(throws: TenantRegistryError.stillEnabled("gone")) { try await registry.erase("gone") }
            #expect(try await Self.rows(of: gone.id, database).values.allSatisfy { $0 > 0 })
            try await registry.disable("gone")
            try await registry.erase("gone")
            for (table, count) in try await Self.rows(of: gone.id, database) { #expect(count == 0, "\(table)") }
            #expect(try await Self.rows(of: stays.id, database) == before)
            await #expect(throws: TenantRegistryError.unknownTenant("gone")) { try await registry.erase("gone") }
            // The platform's audit log is kept, and another tenant can use the name.
            let record = try await database.sql(
                "select actor, action from control.platform_audit where tenant = 'gone' order by event_id;")
            #expect(record == "command line|tenant.disable\ncommand line|tenant.erase")
            let again = try await registry.add(NewTenant(slug: "gone", name: "Anew"))
            #expect(again.id != gone.id)
        }
    }
}
