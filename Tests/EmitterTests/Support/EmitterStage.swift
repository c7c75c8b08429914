import Foundation
import Multicast
import Postgres
import TestSupport
import Tenancy
import Testing

@testable import Emitter

/// A tenant with a concert of one piece on the air in its own group, and functions for the operator's actions.
struct EmitterStage {
    static let piece = "Higdon, Concerto for Orchestra: Mvt 3"

    let database: TestDatabase
    let tenant: TenantID
    let group: MulticastGroup

    /// Creates the tenant and its concert; `goOnAir` puts it on the air.
    init(in database: TestDatabase, slug: String = "hall") async throws {
        self.database = database
        tenant = try await database.tenant(slug).id
        let address = try #require(IPv4Address("239.255.\(Int.random(in: 1...254)).\(Int.random(in: 1...254))"))
        group = try MulticastGroup(address, port: UInt16.random(in: 20_000...60_000))
        try await database.sql(
            """
            insert into app.concert (tenant_id, slug, title, content_digest)
            values (\(tenant), 'evening', 'Evening', sha256('x'));
            insert into app.work (tenant_id, composer, title) values (\(tenant), 'Higdon', 'Concerto for Orchestra');
            insert into app.piece (tenant_id, concert_id, position, work_id, movement, name, name_key, measure_count,
                                   end_measure, end_ms)
            select \(tenant), concert_id, 1, work_id, 'Mvt 3', '\(Self.piece)', 'higdonconcertofororchestramvt3', 500, 500, 0
              from app.concert join app.work using (tenant_id)
             where tenant_id = \(tenant);
            """)
    }

    /// Puts the concert on the air at a measure, as the service does: state, scope and notification in one commit.
    func goOnAir(measure: Int = 1) async throws {
        try await commit(
            """
            insert into control.on_air (multicast_group, multicast_port, tenant_id)
            values ('\(group.address)', \(group.port), \(tenant));
            insert into app.live as l (tenant_id, concert_id, piece_id, measure, state, source, revision)
            select \(tenant), concert_id, piece_id, \(measure), 'ready', 'operator', 1
              from app.piece
             where tenant_id = \(tenant)
                on conflict (tenant_id) do update
               set concert_id = excluded.concert_id, piece_id = excluded.piece_id, measure = excluded.measure,
                   revision = l.revision + 1;
            """, kind: "live")
    }

    func goOffAir() async throws {
        try await commit(
            """
            delete from control.on_air where tenant_id = \(tenant);
            update app.live set concert_id = null, piece_id = null, measure = null, revision = revision + 1
             where tenant_id = \(tenant);
            """, kind: "live")
    }

    /// Sets the measure, like an operator's step.
    func step(to measure: Int, notifying: Bool = true) async throws {
        try await commit(
            """
            update app.live set measure = \(measure), revision = revision + 1 where tenant_id = \(tenant);
            """, kind: notifying ? "live" : nil)
    }

    /// Notifies of a move, with its position, before the row has it. A notification never precedes its commit; so a packet with this measure shows
    /// that the position was taken from the notification.
    func announce(measure: Int) async throws {
        try await database.sql(
            """
            select pg_notify('tutti', tenant_id || ',live,' || revision + 1 || ',\(measure),shown,\(Self.piece)')
              from app.live
             where tenant_id = \(tenant);
            """)
    }

    /// Sets the state, such as "blackout".
    func enter(_ state: String) async throws {
        try await commit(
            """
            update app.live set state = '\(state)', revision = revision + 1 where tenant_id = \(tenant);
            """, kind: "live")
    }

    /// Sends a message that is valid for this number of milliseconds.
    func send(_ title: String, milliseconds: Int = 600_000) async throws {
        try await commit(
            """
            insert into app.hall_message (tenant_id, concert_id, title, body, style, expires_at)
            select \(tenant), concert_id, '\(title)', 'b', 'AUTO', clock_timestamp() + interval '\(milliseconds) ms'
              from app.live
             where tenant_id = \(tenant);
            """, kind: "message")
    }

    /// Sends several messages in one commit.
    func send(together titles: [String], milliseconds: Int = 600_000) async throws {
        try await commit(
            titles.map { title in
                """
                insert into app.hall_message (tenant_id, concert_id, title, body, style, expires_at)
                select \(tenant), concert_id, '\(title)', 'b', 'AUTO', clock_timestamp() + interval '\(milliseconds) ms'
                  from app.live
                 where tenant_id = \(tenant);
                """
            }.joined(separator: "\n"), kind: "message")
    }

    /// Sends a link that is valid for this number of milliseconds.
    func send(link url: String, milliseconds: Int) async throws {
        try await commit(
            """
            insert into app.hall_message (tenant_id, concert_id, title, body, style, url, expires_at)
            select \(tenant), concert_id, 'Survey', 'b', 'LINK', '\(url)', clock_timestamp() + interval '\(milliseconds) ms'
              from app.live
             where tenant_id = \(tenant);
            """, kind: "message")
    }

    /// Returns a column of the lease row, as text.
    func lease(_ column: String) async throws -> String {
        try await database.sql("select \(column) from app.emitter_lease where tenant_id = \(tenant);")
    }

    /// Makes a message end after this number of milliseconds.
    func endMessage(_ title: String, in milliseconds: Int) async throws {
        try await commit(
            """
            update app.hall_message set expires_at = clock_timestamp() + interval '\(milliseconds) ms'
             where tenant_id = \(tenant) and title = '\(title)';
            """, kind: "message")
    }

    private func commit(_ statements: String, kind: String?) async throws {
        let notice = kind.map { "select pg_notify('tutti', '\(tenant),\($0),1');" } ?? ""
        try await database.sql("begin;\n\(statements)\n\(notice)\ncommit;")
    }
}
