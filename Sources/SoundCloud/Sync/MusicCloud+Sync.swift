import Tenancy

extension MusicCloud {
    /// What runs syncs and sends what listeners did.
    ///
    /// - Parameters:
    ///   - library: keeps what is synced in a listener's library as well.
    ///   - tenants: those that are active.
    package func syncService(
        for library: any SyncedLibrary, tenants: @escaping @Sendable () async throws -> [TenantID]
    ) -> SyncService {
        SyncService(
            database: database, cloud: service, library: library, tokens: { tokens(of: $0) }, tenants: tenants,
            clock: clock, logger: logger)
    }
}
