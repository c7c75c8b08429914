import Foundation
import Logging
import Web

/// The route table as JSON, for programs that need every route, such as the checks in `scripts`. openapi.yaml omits pages and forms.
public enum RouteListing {
    private struct Entry: Encodable {
        let operation: String
        let method: String
        let path: String
        /// Whether the route is a page, a form, or a file that pages load.
        let isPage: Bool
        /// The clients that may use the route: "everyone", "visitor", "account", "platform", or the name of a permission.
        let access: String

        init(_ route: Route) {
            operation = route.operation
            method = route.method.name
            // "{name...}" matches the rest of the path.
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

    /// Returns all routes as a JSON array, in the order of the table. No database is needed. Throws the errors of `routes()`.
    public static func json() async throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(try await routes().map(Entry.init)), as: UTF8.self)
    }

    /// Returns the route table, without connecting to a database. Throws the errors of `Settings`, `Installation.open` and `Wiring`.
    static func routes() async throws -> [Route] {
        let settings = try Settings(environment: ["DATABASE_URL": "host=/nonexistent dbname=tutti"])
        let logger = Logger(label: "routes") { _ in SwiftLogNoOpLogHandler() }
        let installation = try await Installation.open(settings, as: .command, logger: logger)
        let routes = try Wiring(settings, installation, log: nil, logger: logger).routes
        await installation.close()
        return routes
    }
}
