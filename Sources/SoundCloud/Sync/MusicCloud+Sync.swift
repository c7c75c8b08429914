import Tenancy

extension MusicCloud {
    /// Creates the service that runs syncs and sends listeners' changes to SoundCloud.
    ///
    /// - Parameters:
    ///   - library: The library, which adds search words and true artists to the synced lists.
    ///   - tenants: Returns the active tenants.
    package func syncService(
        for library: any SyncedLibrary, tenants: @escaping @Sendable () async throws -> [TenantID]
    ) -> SyncService {
        SyncService(
            database: database, cloud: service, library: library, tokens: { tokens(of: $0) }, tenants: tenants,
            clock: clock, logger: logger)
    }
}
