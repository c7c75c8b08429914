import Foundation
import Logging
import Web

/// The route table for programs that need to know every route, such as the checks in `scripts`. openapi.yaml leaves out pages and
/// their forms.
public enum RouteListing {
    private struct Entry: Encodable {
        let operation: String
        let method: String
        let path: String
        /// Whether it is a page, a form of one or what pages load.
        let isPage: Bool
        /// "everyone", "visitor", "account", "platform", or the name of a permission.
        let access: String

        init(_ route: Route) {
            operation = route.operation
            method = route.method.name
            // "{name...}" takes the rest of the path.
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

    /// Every route as a JSON array, in the order of the table. No database is asked.
    public static func json() async throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(try await routes().map(Entry.init)), as: UTF8.self)
    }

    /// The route table, made without a database.
    static func routes() async throws -> [Route] {
        let settings = try Settings(environment: ["DATABASE_URL": "host=/nonexistent dbname=tutti"])
        let logger = Logger(label: "routes") { _ in SwiftLogNoOpLogHandler() }
        let installation = try await Installation.open(settings, as: .command, logger: logger)
        let routes = try Wiring(settings, installation, log: nil, logger: logger).routes
        await installation.close()
        return routes
    }
}
