import ConcertEditing
import Tenancy
import Web

/// The operations and pages that import files into drafts of concerts and export drafts, and the page that times a recording by taps.
public struct ConcertImportRoutes: Sendable {
    private let database: TenantDatabase
    /// The thread that reads files and compresses exported drafts, because both block. With more than 16 waiting jobs, a job is refused with 503.
    private let workers = Workers("tutti.draft-imports", width: 1, limit: 16)

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] {
        let store = DraftStore(database: database)
        let pieces = PieceImport(store: store, workers: workers)
        let programmes = ProgrammeImport(store: store, workers: workers)
        return [
            PieceImportRoutes(store: store, imports: pieces).routes,
            ProgrammeImportRoutes(store: store, imports: programmes).routes,
            PieceImportPageRoutes(store: store, imports: pieces).routes,
            ProgrammeImportPageRoutes(store: store, imports: programmes).routes,
            TapPageRoutes(store: store).routes,
            DraftFolderRoutes(store: store, workers: workers).routes,
        ].flatMap { $0 }
    }
}
