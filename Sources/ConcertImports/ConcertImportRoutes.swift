import ConcertEditing
import Tenancy
import Web

/// The operations and pages that import into drafts of concerts.
public struct ConcertImportRoutes: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] { [] }
}
