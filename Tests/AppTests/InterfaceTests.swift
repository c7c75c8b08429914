import Foundation
import Notices
import Testing
import Yams

@testable import App
@testable import Web

/// Compares `openapi.yaml` with the route table as sets: both have the same operations, and each operation has the same
/// requirements for its callers. Pages and their forms are excluded, because programs do not use them.
struct InterfaceTests {
    /// Returns an operation as one line, such as "PUT /api/v1/live setLive log-in moveLive".
    private static func line(
        _ method: String, _ path: String, _ operation: String, needsLogin: Bool = false, permission: String? = nil
    ) -> String {
        ([method.uppercased(), path, operation] + (needsLogin ? ["log-in"] : []) + [permission].compactMap { $0 })
            .joined(separator: " ")
    }

    /// Spec E11.
    @Test func theRoutesEqualTheOperationsOfTheAPIDescription() async throws {
        let (routed, described) = (try await routed(), try described())
        #expect(routed.subtracting(described).isEmpty, "openapi.yaml does not describe these operations")
        #expect(described.subtracting(routed).isEmpty, "these operations have no route")
    }

    @Test func theAPIDescriptionContainsNoHTMLPage() throws {
        #expect(try !yaml().contains("text/html"))
    }

    /// A route whose errors are pages is not described, so the route must be a page. Its path is outside `/api`, and its method is GET, or POST for a
    /// form. `PageTests` checks the responses of pages.
    @Test func everyPageRouteIsAGetOrPostOutsideTheAPI() async throws {
        let pages = try await routes().filter(\.isPage)
        #expect(pages.count > 200)
        for page in pages {
            #expect(!page.path.hasPrefix("/api"), "\(page.operation)")
            #expect(page.method == .get || page.method == .post, "\(page.operation)")
            #expect(page.operation.hasPrefix(page.method == .get ? "get" : "post"), "\(page.operation)")
        }
    }

    @Test func theListOfRoutesHasEveryRoute() async throws {
        let json = Data(try await RouteListing.json().utf8)
        let listed = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
        #expect(listed?.compactMap { $0["operation"] as? String } == (try await routes().map(\.operation)))
    }

    @Test func theAPIDescriptionListsEveryPermissionWithItsRoles() throws {
        let described = try #require(try document()["x-permissions"] as? [String: [String]])
        let ours = Permission.allCases.map { ($0.rawValue, Set($0.roles.map(\.rawValue))) }
        #expect(described.mapValues(Set.init) == Dictionary(uniqueKeysWithValues: ours))
    }

    /// The probes are answered before the tenant is known, so they are not in the route table (spec Decided 7).
    private static let probes: Set<String> = [
        line("GET", "/livez", "getLiveness"), line("GET", "/readyz", "getReadiness"),
        line("GET", "/healthz", "getHealth"), line("GET", "/metrics", "getMetrics"),
    ]

    /// Spec R6. Every operation that refuses an outdated app documents this refusal, and no other operation does.
    @Test func onlyOperationsThatRefuseOutdatedAppsDescribeThisRefusal() async throws {
        let guarded = Set(try await routes().filter(UpgradeGate.guards).map(\.operation))
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        let operations = paths.values.flatMap(\.values).compactMap { $0 as? [String: Any] }
        let saying = operations.filter { ($0["responses"] as? [String: Any])?["426"] != nil }
        #expect(Set(saying.compactMap { $0["operationId"] as? String }) == guarded)
    }

    /// Spec Decided 19. A parameter that is read but not described cannot be found by clients. A parameter that is described but not read would be
    /// refused.
    @Test func everyQueryParameterIsDescribedAndReadByItsRoute() async throws {
        let document = try document()
        let shared = (document["components"] as? [String: Any])?["parameters"] as? [String: [String: Any]] ?? [:]
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        var described: [String: Set<String>] = [:]
        for (path, item) in paths where path.hasPrefix("/api/v1/") {
            for operation in item.values.compactMap({ $0 as? [String: Any] }) {
                guard let name = operation["operationId"] as? String else { continue }
                let parameters = [item, operation].flatMap { $0["parameters"] as? [[String: Any]] ?? [] }
                    .map { ($0["$ref"] as? String)?.split(separator: "/").last.flatMap { shared[String($0)] } ?? $0 }
                described[name] = Set(
                    parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String })
            }
        }
        for route in try await routes() where route.path.hasPrefix("/api/v1/") {
            #expect(described[route.operation] == route.query, "\(route.operation)")
        }
    }

    /// A page of another origin can read every header field of a response in openapi.yaml and send every header field
    /// of a request.
    @Test func pagesOfOtherOriginsMayUseEveryDescribedHeaderField() throws {
        let document = try document()
        var sent: Set<String> = []
        var read: Set<String> = []
        func walk(_ value: Any) {
            if let list = value as? [Any] { list.forEach(walk) }
            guard let item = value as? [String: Any] else { return }
            if item["in"] as? String == "header", let name = item["name"] as? String { sent.insert(name.lowercased()) }
            for (key, value) in item {
                // The keys of `components` are not field names. The responses contain the field names.
                if key == "headers", let fields = value as? [String: Any], item["responses"] == nil {
                    read.formUnion(fields.keys)
                }
                walk(value)
            }
        }
        walk(document)
        #expect(
            sent.count > 4 && sent.isSubset(of: CrossOrigin.requestFields),
            "\(sent.subtracting(CrossOrigin.requestFields))")
        // These are the fields of the Fetch standard ("CORS-safelisted response-header name") and the fields for browsers and caches.
        let safe: Set<String> = [
            "Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires", "Last-Modified", "Pragma",
            "Access-Control-Allow-Origin", "Vary",
        ]
        let hidden = read.subtracting(safe).subtracting(CrossOrigin.exposedFields)
        #expect(read.count > 8 && hidden.isEmpty, "\(hidden)")
    }

    /// The test lists all routes outside `/api` that pages of other origins may read. The list must not contain pages. Spec Decided 2.
    @Test func otherOriginsCanReadOnlyListedRoutesOutsideTheAPI() async throws {
        let shared = try await routes().filter { $0.isForAllowedOrigins && !$0.path.hasPrefix("/api/") }
        #expect(
            Set(shared.map(\.path)) == [
                "/getPieces.php", "/getData.php", "/getData.xml", "/glossary.xml", "/images/AppAssets/{file}",
                "/images/{file}",
                "/logo", "/openapi.yaml", "/playlist.m3u", "/playlist.pls", "/playlist.xspf", "/rest/{subsonicMethod}",
                "/status-json.xsl", "/xmltv/guide.xml", "/xmltv/guide.xml.gz", "/radiodns/spi/3.1/SI.xml",
                "/radiodns/spi/3.1/fm/{country}/{pi}/{frequency}/{day}",
                "/radiodns/spi/3.1/dab/{gcc}/{eid}/{sid}/{scids}/{day}", "/radiodns/spi/3.1/id/{fqdn}/{service}/{day}",
            ])
        #expect(
            try await !routes().contains { $0.isForAllowedOrigins && ($0.access == .platform || $0.errors == .page) })
    }

    private func routed() async throws -> Set<String> {
        Self.probes.union(try await routes().filter { !$0.isPage }.map(Self.line))
    }

    private func routes() async throws -> [Route] { try await RouteListing.routes() }

    private static func line(_ route: Route) -> String {
        let (needsLogin, permission): (Bool, String?) =
            switch route.access {
            case .everyone, .visitor: (false, nil)
            case .account: (true, nil)
            case .permission(let permission): (true, permission.rawValue)
            case .platform: (true, "platform")
            }
        // "{name...}" matches the rest of the path, for which OpenAPI has no syntax.
        return line(
            route.method.name, route.path.replacing("...}", with: "}"), route.operation, needsLogin: needsLogin,
            permission: permission)
    }

    private func described() throws -> Set<String> {
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        var lines: Set<String> = []
        for (path, item) in paths {
            for (method, value) in item {
                guard let fields = value as? [String: Any], let operation = fields["operationId"] as? String else {
                    continue
                }
                let needsLogin = (fields["security"] as? [Any])?.isEmpty == false
                // Any value counts as a permission, so that a list or a number is detected.
                let permission = fields["x-permission"].map { "\($0)" }
                lines.insert(Self.line(method, path, operation, needsLogin: needsLogin, permission: permission))
            }
        }
        return lines
    }

    private func document() throws -> [String: Any] { try #require(try Yams.load(yaml: yaml()) as? [String: Any]) }

    private func yaml() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("openapi.yaml"), encoding: .utf8)
    }
}
