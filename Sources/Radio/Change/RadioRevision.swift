import Postgres
import Tenancy

/// The number of changes to a tenant's radio data, for caches and entity tags.
public struct RadioRevision: Sendable, Hashable, Comparable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public var description: String { String(rawValue) }

    public static func < (left: RadioRevision, right: RadioRevision) -> Bool { left.rawValue < right.rawValue }
}

/// The SQL that reads the revision. `RadioChange` increments it.
public struct RadioRevisionStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the committed revision; 0 before the first change. Reads one row by primary key.
    public func revision(in tenant: TenantID) async throws(PostgresError) -> RadioRevision {
        let row = try await database.rows(
            in: tenant,
            """
            select revision
              from app.radio_revision
             where tenant_id = \(tenant)
            """
        ).first
        return RadioRevision(rawValue: try row?("revision") ?? 0)
    }
}
