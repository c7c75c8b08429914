import Tenancy

extension LiveHub {
    /// Returns the position of the concert on the air from memory, or `nil` off the air. While the database is down, returns the last position, or
    /// throws `PostgresError` if there is none.
    public func position(in tenant: TenantID) async throws -> LivePosition? {
        try await topic(of: tenant).feed.position
    }
}
