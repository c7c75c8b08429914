import Tenancy

extension LiveHub {
    /// Returns the position of the concert on the air from memory, or `nil` off the air. While the database is down, returns the last position.
    ///
    /// - Throws: `PostgresError` if the position has never been read and cannot be read now.
    public func position(in tenant: TenantID) async throws -> LivePosition? {
        try await topic(of: tenant).feed.position
    }
}
