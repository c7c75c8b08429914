import ConcertEditing
import ConcertNotes
import Tenancy
import Web

/// The pages below `/cms` with which editors write, preview and publish concerts.
public struct ConcertPageRoutes: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] {
        let drafts = DraftStore(database: database)
        return [
            ConcertListRoutes(store: drafts).routes,
            ProgrammeRoutes(store: drafts).routes,
            RevisionPageRoutes(store: drafts).routes,
            PieceEditorRoutes(database: database).routes,
            GlossaryPageRoutes(store: GlossaryStore(database: database), drafts: drafts).routes,
            PicturePageRoutes(store: drafts).routes,
            AssetPageRoutes(store: drafts).routes,
        ].flatMap { $0 }
    }
}
