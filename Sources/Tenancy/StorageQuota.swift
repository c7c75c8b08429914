import Postgres

/// The limit for the uploaded and imported files that a tenant stores (`app.blob`), in bytes.
///
/// Check the quota at the end of the transaction that stores files, after replaced files were deleted. The check holds an advisory lock for the
/// tenant until the end of the transaction, so that two simultaneous uploads cannot exceed the limit together.
public struct StorageQuota: Sendable, Hashable {
    /// The limit in bytes; `nil` for no limit.
    public let limit: Int64?

    public init(limit: Int64?) { self.limit = limit }

    /// Throws `StorageExceeded` if the tenant's files, including those of this transaction, exceed the limit. The caller must then roll the
    /// transaction back. O(number of the tenant's files); without a limit no query is sent.
    public func check(in tenant: TenantID, _ transaction: Transaction) async throws {
        guard let limit else { return }
        // The snapshot of the second statement is taken after the lock.
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

    /// The first key of the advisory lock of a tenant. No other advisory lock uses this first key.
    private static let lock: Int32 = 7203
}

/// The error if the stored files of a tenant would exceed the limit.
public struct StorageExceeded: Error, Sendable, Hashable, CustomStringConvertible {
    /// The total size of the tenant's files in bytes, including the new files.
    public let stored: Int64
    public let limit: Int64

    public init(stored: Int64, limit: Int64) {
        self.stored = stored
        self.limit = limit
    }

    public var description: String {
        "the stored files would take \(stored) bytes, but the limit is \(limit) bytes; delete files or send smaller files"
    }
}
