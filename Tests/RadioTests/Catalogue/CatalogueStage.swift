import TestSupport
import Web
import WebTestSupport

@testable import Radio

/// A stage with all routes of the catalogue.
func withCatalogue(_ body: (RouteStage) async throws -> Void) async throws {
    try await RouteStage.with(
        routes: { database, now in
            CatalogueRoutes(database: database).routes + DetailRoutes(database: database, now: now).routes
        }, body)
}

extension RouteStage {
    /// Returns the IDs of the shows that are marked for the finder, and deletes the marks.
    func touched() async throws -> String {
        try await database.sql(
            """
            select coalesce(string_agg(show_id::text, ' ' order by show_id), '') from app.show_change;
            delete from app.show_change;
            """)
    }
}
