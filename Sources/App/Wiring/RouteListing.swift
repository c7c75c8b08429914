import Foundation
import Logging
import Web

/// The route table as JSON, for programs that need every route, including pages and forms, which openapi.yaml omits.
public enum RouteListing {
    private struct Entry: Encodable {
        let operation: String
        let method: String
        let path: String
        let isPage: Bool
        /// The clients that may use the route, as in `Route.Access`: "everyone", "visitor", "account", "platform", or the name of a permission.
        let access: String

        init(_ route: Route) {
            operation = route.operation
            method = route.method.name
            path = route.path.replacing("...}", with: "}")
            isPage = route.isPage
            access =
                switch route.access {
                case .everyone: "everyone"
                case .visitor: "visitor"
                case .account: "account"
                case .permission(let permission): permission.rawValue
                case .platform: "platform"
                }
        }
    }

    /// Returns all routes as a JSON array, in the order of the table, without a database.
    public static func json() async throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(try await routes().map(Entry.init)), as: UTF8.self)
    }

    /// Returns the route table, without connecting to a database.
    static func routes() async throws -> [Route] {
        let settings = try Settings(environment: ["DATABASE_URL": "host=/nonexistent dbname=tutti"])
        let logger = Logger(label: "routes") { _ in SwiftLogNoOpLogHandler() }
        let installation = try await Installation.open(settings, as: .command, logger: logger)
        let routes = try Wiring(settings, installation, log: nil, logger: logger).routes
        await installation.close()
        return routes
    }
}
