import Radio
import Tenancy
import Web

/// The routes of the pages on which programmers manage the catalogue.
public struct CataloguePageRoutes: Sendable {
    private let database: TenantDatabase
    private let hub: PlayingHub

    public init(database: TenantDatabase, hub: PlayingHub) {
        self.database = database
        self.hub = hub
    }

    public var routes: [Route] {
        StationChannelRoutes(database: database, hub: hub).routes
            + ChannelAudiencePageRoutes(database: database, now: hub.now).routes
            + StationShowRoutes(database: database, now: hub.now).routes
            + PeopleRoutes(database: database).routes
            + CategoryPageRoutes(database: database).routes
            + GenrePageRoutes(database: database).routes
            + TopicPageRoutes(database: database).routes
            + ListPageRoutes(database: database, hub: hub).routes
    }
}
