import ConcertEditing
import ConcertNotes
import Tenancy
import Web

/// The pages below `/cms` with which editors write, preview and publish concerts. An accepted form redirects with 303. A form with an error that the
/// editor can correct shows its page again, with the error.
public struct ConcertPageRoutes: Sendable {
    private let database: TenantDatabase
    private let printer: (any PDFPrinter)?

    /// Creates the pages. `printer` is `nil` if the installation has no program that makes PDF.
    public init(database: TenantDatabase, printer: (any PDFPrinter)? = nil) {
        self.database = database
        self.printer = printer
    }

    public var routes: [Route] {
        let drafts = DraftStore(database: database)
        return [
            ConcertListRoutes(store: drafts).routes,
            ProgrammeRoutes(store: drafts).routes,
            RevisionPageRoutes(store: drafts).routes,
            PieceEditorRoutes(database: database, printer: printer).routes,
            GlossaryPageRoutes(store: GlossaryStore(database: database), drafts: drafts).routes,
            PicturePageRoutes(store: drafts).routes,
            AssetPageRoutes(store: drafts).routes,
        ].flatMap { $0 }
    }
}
