import Postgres

/// How many bytes of uploaded and imported files a tenant may have stored (`app.blob`).
///
/// Checked at the end of the transaction that stores, when what it replaces is gone already. The check takes a lock of the
/// tenant until the end of the transaction and counts after that: of two uploads at once the second counts what the first
/// has committed, so that together they cannot have more than the limit.
public struct StorageQuota: Sendable, Hashable {
    /// `nil` for any number.
    public let limit: Int64?

    public init(limit: Int64?) { self.limit = limit }

    /// Throws `StorageExceeded` when what the tenant has stored, as this transaction leaves it, is over the limit; the
    /// transaction must not be committed then. O(number of the tenant's files); without a limit nothing is asked.
    public func check(in tenant: TenantID, _ transaction: Transaction) async throws {
        guard let limit else { return }
        // Two statements: the second one's snapshot is taken when the lock is held.
        _ = try await transaction.rows("select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))")
        let rows = try await transaction.rows(
            """
            select coalesce(sum(octet_length(content)), 0)::bigint as stored
              from app.blob
             where tenant_id = \(tenant)
            """)
        let stored: Int64 = try rows.first?("stored") ?? 0
        if stored > limit { throw StorageExceeded(stored: stored, limit: limit) }
    }

    /// Any number will do, as long as nothing else locks on it together with a tenant.
    private static let lock: Int32 = 7203
}

/// A tenant would have more stored than it may.
public struct StorageExceeded: Error, Sendable, Hashable, CustomStringConvertible {
    /// In bytes, with what was to be stored.
    public let stored: Int64
    public let limit: Int64

    public init(stored: Int64, limit: Int64) {
        self.stored = stored
        self.limit = limit
    }

    public var description: String {
        "the stored files would take \(stored) bytes, but the limit is \(limit) bytes; delete files or send less"
    }
}
