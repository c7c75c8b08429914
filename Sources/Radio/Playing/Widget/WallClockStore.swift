import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The formatter of times in a channel's time zone. PostgreSQL provides the time zone rules.
struct WallClockStore: Sendable {
    private let database: TenantDatabase

    init(database: TenantDatabase) { self.database = database }

    /// Returns the local times in an IANA time zone, such as "14:00", in the order of the instants; `nil` for an instant that is `nil`.
    func times(of instants: [Instant?], in zone: String, _ tenant: TenantID) async throws -> [String?] {
        guard instants.contains(where: { $0 != nil }) else { return instants.map { _ in nil } }
        let rows = try await database.rows(in: tenant, Self.times(instants, zone))
        return try rows.map { try $0.optional("shown") }
    }

    static func times(_ instants: [Instant?], _ zone: String) -> SQL {
        """
        select to_char(i.instant at time zone \(zone), 'HH24:MI') as shown
          from unnest(\(instants.map { $0?.date })) with ordinality as i (instant, place)
         order by i.place
        """
    }
}
