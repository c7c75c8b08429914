import Tenancy

extension MusicCloud {
    /// Creates the service that runs syncs for the active tenants, which `tenants` returns at each check. The library adds search words and true
    /// artists to the synced lists.
    package func syncService(
        for library: any SyncedLibrary, tenants: @escaping @Sendable () async throws -> [TenantID]
    ) -> SyncService {
        SyncService(
            database: database, cloud: service, library: library, tokens: { tokens(of: $0) }, tenants: tenants,
            clock: clock, logger: logger)
    }
}
