import ConcertNotes
import Tenancy
import Web

/// The endpoints with which editors write, publish and restore concerts, in the order of openapi.yaml.
public struct ConcertEditingRoutes: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] {
        let drafts = DraftStore(database: database)
        return [
            ConcertDraftRoutes(store: drafts).routes,
            PublicationRoutes(store: drafts).routes,
            RevisionRoutes(store: drafts).routes,
            PieceRoutes(store: drafts).routes,
            SectionRoutes(store: drafts).routes,
            AnnotationTrackRoutes(store: drafts).routes,
            AnnotationRoutes(store: drafts).routes,
            GlossaryRoutes(store: GlossaryStore(database: database), drafts: drafts).routes,
            MediaEditingRoutes(store: drafts).routes,
        ].flatMap { $0 }
    }
}
