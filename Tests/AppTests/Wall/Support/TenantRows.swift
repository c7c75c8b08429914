import Foundation
import Tenancy
import TestSupport
import Web

@testable import Accounts

/// One of the two tenants of the stage. Every table of `app` has rows of the tenant, and every text in them contains
/// the tenant's mark, so that a leak into another tenant's response can be detected.
struct TenantRows: Sendable {
    let tenant: Tenant
    /// A word that every text of this tenant contains.
    let mark: String
    /// An account of each role.
    let members: [Role: Member]
    /// The secrets of the links that were sent: an invitation and a password reset.
    let invitation = SecretKey()
    let reset = SecretKey()
    /// The secret of the guest's alert calendar.
    let calendar = SecretKey()
    /// The secret of the guest's station feed.
    let feed = SecretKey()
    /// The secret of an invitation to the shared session of the guest.
    let shared = SecretKey()
    /// A valid refresh token of a device.
    let refresh = RefreshToken(family: SecretKey())

    /// An account and its credentials.
    struct Member: Sendable {
        let id: Int64
        let login: String
        /// The token of a script, and an expired token.
        let token: SecretKey
        let endedToken: SecretKey
        /// The session of a browser, and a session that has ended.
        let browser: SecretKey
        let endedBrowser: SecretKey
    }

    static let password = "a horse in the pit"
    /// The device name of a session that no request uses, so that a test can end it without ending the caller's
    /// session.
    static let spareDevice = "spare"

    var host: String { "\(mark).example" }

    init(_ mark: String, in database: TestDatabase, number: Int) async throws {
        self.mark = mark
        tenant = try await database.tenant(mark, name: "\(mark) hall", host: "\(mark).example")
        let users = UserStore(database: database.tenants)
        let hasher = PasswordHasher(cost: PasswordCost(logN: 10))
        var members: [Role: Member] = [:]
        for role in Role.allCases {
            let login = "\(role.rawValue)-\(mark)"
            let user = try await users.add(
                login: login, role: role, password: Self.password, hasher: hasher, in: tenant.id)
            members[role] = Member(
                id: user.id.rawValue, login: login, token: SecretKey(), endedToken: SecretKey(), browser: SecretKey(),
                endedBrowser: SecretKey())
        }
        let guest = try await users.add(
            login: "guest-\(mark)", role: .listener, password: Self.password, hasher: hasher, in: tenant.id)
        self.members = members
        let script = members.values.map { sessions(of: $0) }.joined() + content(number)
        try await database.sql(script + accounts(guest: guest.id.rawValue))
        try await database.plantStation(mark, in: tenant)
        try await database.sql(
            """
            update app.alert_calendar set token_hash = \(Self.literal(calendar.hash))
             where tenant_id = \(tenant.id) and user_id = \(guest.id)
            """)
        try await database.plantCloud(mark, number: number, in: tenant)
        try await database.sql(
            """
            update app.podcast_feed set token_hash = \(Self.literal(feed.hash))
             where tenant_id = \(tenant.id) and user_id = \(guest.id);
            update app.cloud_track set is_downloadable = true where tenant_id = \(tenant.id);
            update app.shared_invitation set token_hash = \(Self.literal(shared.hash)) where tenant_id = \(tenant.id);
            """)
    }

    /// Returns SQL that adds a token, a browser session and ended sessions of one account.
    private func sessions(of member: Member) -> String {
        let rows: [(SecretKey, kind: String, device: String, hours: Int)] = [
            (member.token, "token", "script", 1), (member.endedToken, "token", "script", -1),
            (member.browser, "browser", "page", 1), (member.endedBrowser, "browser", "page", -1),
            (SecretKey(), "token", Self.spareDevice, 1),
        ]
        return rows.map { secret, kind, device, hours in
            """
            insert into app.session (tenant_id, user_id, kind, token_hash, device, name, scope, expires_at)
            values (\(tenant.id), \(member.id), '\(kind)', \(Self.literal(secret.hash)), '\(device) \(mark)',
                    '\(device) \(mark)', null, now() + interval '\(hours) hours');

            """
        }.joined()
    }

    /// Returns SQL that adds a concert on the air, with pictures, texts and messages.
    private func content(_ number: Int) -> String {
        """
        update control.tenant
           set multicast_group = '239.1.0.\(number)', multicast_port = 5004,
               logo_sha256 = sha256(convert_to('picture \(mark)', 'utf8'))
         where tenant_id = \(tenant.id);
        insert into control.tenant_limit (tenant_id, requests_per_second, request_burst, connections, streams,
                                          stored_bytes, accounts)
        values (\(tenant.id), 1000000, 1000000, 100000, 100000, 1000000000, 1000);
        insert into control.on_air (multicast_group, multicast_port, tenant_id)
        values ('239.1.0.\(number)', 5004, \(tenant.id));

        set app.tenant_id = '\(tenant.id)';
        insert into app.tenant_profile (learn_more_url, conversion_url, support_url, support_phone, texts,
                                        sign_up)
        values ('https://\(mark).example/more', 'https://\(mark).example/join', 'https://\(mark).example/help',
                '+1 555 010\(number)', '{"login.invalid-credentials.title": "\(mark) welcome"}', true);
        insert into app.blob (sha256, media_type, content)
        select sha256(bytes), 'image/png', bytes
          from unnest(array[convert_to('picture \(mark)', 'utf8'), convert_to('screen \(mark)', 'utf8')]) bytes;
        update app.tenant_profile set logo_sha256 = sha256(convert_to('picture \(mark)', 'utf8'))
         where tenant_id = \(tenant.id);
        insert into app.concert (slug, title, content_digest)
        values ('evening-\(mark)', 'Evening \(mark)', sha256(convert_to('\(mark)', 'utf8')));
        insert into app.work (composer, title) values ('Composer \(mark)', 'Work \(mark)');
        insert into app.piece (concert_id, position, work_id, movement, name, name_key, recording, measure_count,
                               end_measure, end_ms)
        select c.concert_id, 1, w.work_id, 'Movement \(mark)',
               'Composer \(mark), Work \(mark): Movement \(mark)', 'composer\(mark)work\(mark)movement\(mark)',
               'recording \(mark)', 4, 4, 8000
          from app.concert c, app.work w
         where c.tenant_id = \(tenant.id) and w.tenant_id = \(tenant.id);
        insert into app.measure (piece_id, measure, start_ms, printed, pass)
        select piece_id, i, i * 1000, i || '\(mark)', 1 from app.piece, generate_series(1, 4) i
         where tenant_id = \(tenant.id);
        insert into app.annotation_track (piece_id, position, name, language, level)
        select piece_id, 1, 'Track \(mark)', 'en', 'introductory' from app.piece where tenant_id = \(tenant.id);
        insert into app.annotation (track_id, position, measure, start_ms, text)
        select track_id, 1, 1, 1000, 'Note \(mark)' from app.annotation_track where tenant_id = \(tenant.id);
        insert into app.structure_section (piece_id, position, measure, start_ms, label, colour)
        select piece_id, 1, 1, 1000, 'Section \(mark)', 'red' from app.piece where tenant_id = \(tenant.id);
        insert into app.key_signature (piece_id, measure, start_ms, fifths, name)
        select piece_id, 1, 1000, 0, 'Key \(mark)' from app.piece where tenant_id = \(tenant.id);
        insert into app.intensity (piece_id, measure, start_ms, value)
        select piece_id, 1, 1000, 0.5 from app.piece where tenant_id = \(tenant.id);
        insert into app.image (name, sha256)
        values ('\(mark).png', sha256(convert_to('picture \(mark)', 'utf8'))),
               ('dot.png', sha256(convert_to('picture \(mark)', 'utf8')));
        insert into app.concert_image (concert_id, name)
        select c.concert_id, i.name from app.concert c join app.image i using (tenant_id)
         where c.tenant_id = \(tenant.id);
        insert into app.app_asset (concert_id, name, sha256)
        select concert_id, name, sha256(convert_to('screen \(mark)', 'utf8'))
          from app.concert, unnest(array['Splash32.png', '\(mark).png']) name
         where tenant_id = \(tenant.id);
        \(editing)
        insert into app.glossary (content_digest) values (sha256(convert_to('\(mark)', 'utf8')));
        insert into app.glossary_item (name_key, position, name, category, description, history, image, source)
        values ('term\(mark)', 1, 'Term \(mark)', 'Category \(mark)', 'Meaning \(mark)', 'History \(mark)',
                '\(mark).png', 'Source \(mark)');
        insert into app.live (concert_id, piece_id, measure, state, source, revision, arbiter, advance_holder)
        select concert_id, piece_id, 1, 'ready', 'operator', 1,
               jsonb_build_object('leader', 'person', 'isTakenOver', false, 'isFollowerAllowed', false,
                                  'holder', jsonb_build_object('userID', 1, 'login', 'holder \(mark)'),
                                  'follower', jsonb_build_object('confidence', 0, 'isLost', false, 'losses', 0)),
               'advance \(mark)'
          from app.piece where tenant_id = \(tenant.id);
        insert into app.live_change (revision, concert_id, piece, measure, state, source, idempotency_key)
        select 1, concert_id, name, 1, 'ready', 'operator', 'first \(mark)' from app.piece
         where tenant_id = \(tenant.id);
        insert into app.live_decision (idempotency_key, version) values ('decided \(mark)', 1);
        insert into app.live_measurement (concert_id, kind, label, number, count)
        select concert_id, 'track', 'Track \(mark)', 0, 1 from app.concert where tenant_id = \(tenant.id);
        insert into app.hall_message (concert_id, title, body, style, button_text, url, expires_at, idempotency_key)
        select concert_id, 'Title \(mark)', 'Body \(mark)', 'LINK', 'Button \(mark)', 'https://\(mark).example/',
               now() + interval '1 hour', 'sent \(mark)'
          from app.concert
         where tenant_id = \(tenant.id);
        insert into app.hall_message (concert_id, title, body, style, expires_at, withdrawn_at, starts_at, valid_ms, author,
                                      idempotency_key)
        select concert_id, 'Title \(mark)', 'Later \(mark)', 'BUTTON', now(), now(), now() + interval '1 hour', 60000,
               'author \(mark)', 'later \(mark)'
          from app.concert
         where tenant_id = \(tenant.id);
        insert into app.emitter_lease (holder, epoch, until, interface, problem, standby)
        values ('holder \(mark)', 1, now(), 'interface \(mark)', 'Problem \(mark)', 'standby \(mark)');

        """
    }

    /// The SQL that adds the draft of the concert with one piece, and the published revision.
    private var editing: String {
        let track = """
            {"id": "2", "name": "Track \(mark)", "language": "en", "level": "introductory",
             "annotations": [{"id": "3", "measure": 1, "text": "Note \(mark)"}]}
            """
        let content = """
            {"nextId": 5, "recording": "recording \(mark)",
             "measures": [{"startMs": 1000, "printed": "1\(mark)", "pass": 1}, {"startMs": 2000, "printed": "2\(mark)", "pass": 1},
                          {"startMs": 3000, "printed": "3\(mark)", "pass": 1}, {"startMs": 4000, "printed": "4\(mark)", "pass": 1}],
             "tracks": [\(track)],
             "sections": [{"id": "4", "measure": 1, "label": "Section \(mark)", "colour": "red"}],
             "end": {"measure": 4, "startMs": 8000},
             "keys": [{"measure": 1, "fifths": 0, "name": "Key \(mark)"}],
             "intensities": [{"measure": 1, "value": 0.5}]}
            """
        let screen = "sha256(convert_to('screen \(mark)', 'utf8'))"
        return """
            insert into app.concert_draft (slug, title, held_on, venue, base_revision, is_changed, updated_by)
            select slug, title, '2027-01-31', 'Venue \(mark)', revision, false, 'editor \(mark)'
              from app.concert
             where tenant_id = \(tenant.id);
            insert into app.piece_draft (concert_draft_id, position, composer, work, movement, content)
            select concert_draft_id, 1, 'Composer \(mark)', 'Work \(mark)', 'Movement \(mark)', '\(content)'
              from app.concert_draft
             where tenant_id = \(tenant.id);
            insert into app.draft_image (name, sha256)
            values ('new-\(mark).png', sha256(convert_to('picture \(mark)', 'utf8')));
            insert into app.draft_asset (concert_draft_id, name, sha256)
            select concert_draft_id, name, \(screen)
              from app.concert_draft, unnest(array['Splash32.png', '\(mark).png']) name
             where tenant_id = \(tenant.id);
            insert into app.concert_revision (concert_id, revision, source, published_by, note, content)
            select concert_id, revision, 'import', 'command \(mark)', 'Note \(mark)',
                   '{"title": "Evening \(mark)", "pieces": [], "images": [], "assets": []}'
              from app.concert
             where tenant_id = \(tenant.id);
            insert into app.revision_file (concert_id, revision, sha256)
            select concert_id, revision, \(screen) from app.concert where tenant_id = \(tenant.id);
            insert into app.draft_import (concert_draft_id, piece_draft_id, format, imported_by, report, content_before,
                                          state_after)
            select concert_draft_id, piece_draft_id, 'musicxml', 'editor \(mark)',
                   '{"format": "musicxml", "parts": [], "notices": [{"reason": "Remark \(mark)"}]}',
                   '{"recording": "Recording \(mark)"}', 'state \(mark)'
              from app.piece_draft
             where tenant_id = \(tenant.id);
            insert into app.draft_import (concert_draft_id, piece_draft_id, format, imported_by, report, content_before,
                                          state_after)
            select concert_draft_id, piece_draft_id, 'deletion', 'editor \(mark)', '{}',
                   '{"section": {"id": "1", "measure": 3, "label": "Deleted \(mark)", "colour": "red"}, "index": 0}', ''
              from app.piece_draft
             where tenant_id = \(tenant.id);
            insert into app.draft_import (concert_draft_id, format, imported_by, report, content_before, state_after)
            select concert_draft_id, 'programme', 'editor \(mark)',
                   '{"format": "programme", "parts": [], "notices": [{"reason": "Remark \(mark)"}]}',
                   '{"recording": "Recording \(mark)"}', 'state \(mark)'
              from app.concert_draft
             where tenant_id = \(tenant.id);
            insert into app.draft_import_file (draft_import_id, sha256)
            select draft_import_id, \(screen) from app.draft_import where tenant_id = \(tenant.id);
            insert into app.edit_request (idempotency_key, request_digest, location)
            values ('edit \(mark)', sha256(convert_to('\(mark)', 'utf8')), '/\(mark)');
            """
    }

    /// Returns SQL that adds data of accounts, and messages to them.
    private func accounts(guest: Int64) -> String {
        """
        update app.user_account
           set display_name = 'Member ' || user_id || ' \(mark)', email = 'member' || user_id || '@\(mark).example'
         where tenant_id = \(tenant.id);
        insert into app.session (user_id, kind, token_hash, family_hash, refresh_hash, device, name, expires_at,
                                 refresh_expires_at)
        values (\(guest), 'device', \(Self.literal(SecretKey().hash)), \(Self.literal(refresh.family.hash)),
                \(Self.literal(refresh.secret.hash)), 'phone \(mark)', 'phone \(mark)', now() + interval '1 hour',
                now() + interval '1 day');
        insert into app.account_link (purpose, token_hash, role, login, email, display_name, expires_at)
        values ('invitation', \(Self.literal(invitation.hash)), 'editor', 'invited-\(mark)', 'invited@\(mark).example',
                'Invited \(mark)', now() + interval '1 day');
        insert into app.account_link (purpose, token_hash, user_id, expires_at)
        values ('password-reset', \(Self.literal(reset.hash)), \(guest), now() + interval '1 day');
        insert into app.known_device (user_id, token_hash) values (\(guest), \(Self.literal(SecretKey().hash)));
        insert into app.stream_lease (user_id, device, expires_at)
        select user_id, 'player \(mark)', now() + interval '1 hour' from app.user_account
         where tenant_id = \(tenant.id);
        insert into app.account_setting (user_id) select user_id from app.user_account where tenant_id = \(tenant.id);
        insert into app.notice (kind, title, message)
        values ('data-warning', 'Notice \(mark)', 'Data \(mark)'), ('first-authentication', 'Hello \(mark)', 'Hi \(mark)');
        insert into app.upgrade_rule (platform, version_range, kind, message, link_url)
        values ('\(mark)', '<1.0.0', 'optional', 'Upgrade \(mark)', 'https://\(mark).example/app');
        insert into app.content_update (revision, message) values (1, 'News \(mark)');
        insert into app.content_acknowledgement (user_id, revision)
        select user_id, 0 from app.user_account where tenant_id = \(tenant.id);
        insert into app.notice_dismissal (subject, notice, revision, app_version)
        values ('device \(mark)', 'data-warning-\(mark)', 1, '1.\(mark)');
        insert into app.audit_event (actor_kind, actor, action, subject, detail, request_id)
        values ('command', 'actor \(mark)', 'account.\(mark)', 'subject \(mark)', '{"what": "\(mark)"}', '\(mark)');
        reset app.tenant_id;

        """
    }

    static func literal(_ bytes: [UInt8]) -> String {
        "'\\x" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    }
}
