import Tenancy
import Web

/// The endpoints for editing the catalogue, including pictures, on-demand versions and editorial lists.
public struct CatalogueRoutes: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    public var routes: [Route] {
        let base = "/api/v1/admin"
        return [
            CatalogueEndpoints(ChannelStore(database: database), at: base + "/channels").routes("Channel", "Channels"),
            CatalogueEndpoints(CategoryStore(database: database), at: base + "/categories").routes(
                "Category", "Categories"),
            CatalogueEndpoints(GenreStore(database: database), at: base + "/genres").routes("Genre", "Genres"),
            CatalogueEndpoints(PersonStore(database: database), at: base + "/people").routes("Person", "People"),
            CatalogueEndpoints(ShowStore(database: database), at: base + "/shows").routes(
                "Show", "Shows", of: "channel"),
            CatalogueEndpoints(SerialStore(database: database), at: base + "/serials").routes(
                "Serial", "Serials", of: "show"),
            CatalogueEndpoints(EpisodeStore(database: database), at: base + "/episodes").routes(
                "Episode", "Episodes", of: "show"),
            CatalogueEndpoints(TopicStore(database: database), at: base + "/tags").routes("Topic", "Topics"),
            VersionRoutes(database: database).routes,
            ArtRoutes(database: database).routes,
            EditorialListRoutes(database: database).routes,
        ].flatMap { $0 }
    }
}
