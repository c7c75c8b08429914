import Foundation
import Logging
import Testing
import Yams

@testable import App

/// `openapi.yaml` and the route table say the same, compared as sets: neither has an operation that the other lacks.
struct InterfaceTests {
    /// "GET /api/v1/live getLive".
    private static func line(_ method: String, _ path: String, _ operation: String) -> String {
        "\(method.uppercased()) \(path) \(operation)"
    }

    @Test func everyRouteIsDescribedAndEveryDescriptionIsRouted() async throws {
        let (routed, described) = (try await routed(), try described())
        #expect(routed.subtracting(described).isEmpty, "openapi.yaml lacks them")
        #expect(described.subtracting(routed).isEmpty, "no route answers them")
    }

    /// Answered before the tenant is known, hence not in the route table (contract.md, Decided 7).
    private static let probes: Set<String> = [
        line("GET", "/livez", "getLiveness"), line("GET", "/readyz", "getReadiness"),
        line("GET", "/healthz", "getHealth"), line("GET", "/metrics", "getMetrics"),
    ]

    private func routed() async throws -> Set<String> {
        // Nothing is asked of the database, so none need be there.
        let settings = try Settings(environment: ["DATABASE_URL": "host=/nonexistent dbname=tutti"])
        let logger = Logger(label: "interface") { _ in SwiftLogNoOpLogHandler() }
        let installation = try await Installation.open(settings, as: .command, logger: logger)
        let routes = try Wiring(settings, installation, log: nil, logger: logger).routes
        await installation.close()
        return Self.probes.union(
            routes.map { route in
                // "{name...}" takes the rest of the path; OpenAPI has no word for that.
                Self.line(route.method.name, route.path.replacing("...}", with: "}"), route.operation)
            })
    }

    private func described() throws -> Set<String> {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let yaml = try String(contentsOf: root.appendingPathComponent("openapi.yaml"), encoding: .utf8)
        let document = try #require(try Yams.load(yaml: yaml) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        var lines: Set<String> = []
        for (path, item) in paths {
            for (method, value) in item {
                guard let operation = (value as? [String: Any])?["operationId"] as? String else { continue }
                lines.insert(Self.line(method, path, operation))
            }
        }
        return lines
    }
}
