import ConcertEditing
import Tenancy
import Web

/// The pages below `/cms` with which editors write, preview and publish concerts.
public struct ConcertPageRoutes: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] {
        ConcertListRoutes(store: DraftStore(database: database)).routes
            + PieceEditorRoutes(database: database).routes
    }
}
