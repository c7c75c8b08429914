import Tenancy
import Web

/// The endpoints for editing the catalogue, in the order of openapi.yaml. Art and versions have additional routes.
public struct CatalogueRoutes: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] {
        let base = "/api/v1/admin"
        return [
            CatalogueDesk(ChannelStore(database: database), at: base + "/channels").routes("Channel", "Channels"),
            CatalogueDesk(CategoryStore(database: database), at: base + "/categories").routes("Category", "Categories"),
            CatalogueDesk(GenreStore(database: database), at: base + "/genres").routes("Genre", "Genres"),
            CatalogueDesk(PersonStore(database: database), at: base + "/people").routes("Person", "People"),
            CatalogueDesk(ShowStore(database: database), at: base + "/shows").routes("Show", "Shows", of: "channel"),
            CatalogueDesk(SerialStore(database: database), at: base + "/serials").routes(
                "Serial", "Serials", of: "show"),
            CatalogueDesk(EpisodeStore(database: database), at: base + "/episodes").routes(
                "Episode", "Episodes", of: "show"),
            CatalogueDesk(TopicStore(database: database), at: base + "/tags").routes("Topic", "Topics"),
            VersionRoutes(database: database).routes,
            ArtRoutes(database: database).routes,
            EditorialListRoutes(database: database).routes,
        ].flatMap { $0 }
    }
}
