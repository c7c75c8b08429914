import Foundation
import TestSupport
import Testing

@testable import App

/// Tests that docs/metrics.md lists the metrics of a running server with the same types and labels.
@Suite(.serialized) struct MetricsDocumentTests {
    private struct Family: Hashable, CustomStringConvertible {
        let name: String
        let type: String
        let labels: Set<String>

        var description: String { "\(name) \(type) \(labels.sorted())" }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the document's tables.
    private static func documented() throws -> Set<Family> {
        let text = try String(contentsOf: root.appending(path: "docs/metrics.md"), encoding: .utf8)
        return Set(
            text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
                let cells = row.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                let labels = cells[3].split(separator: ",").map { $0.trimmingCharacters(in: [" ", "`"]) }
                return Family(name: cells[1].trimmingCharacters(in: ["`"]), type: cells[2], labels: Set(labels))
            })
    }

    /// The metric families of a response, from its TYPE lines and the labels of its samples.
    private static func families(_ text: String) -> Set<Family> {
        var labels: [String: Set<String>] = [:]
        var types: [String: String] = [:]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ")
                types[String(words[2])] = String(words[3])
            } else if !line.hasPrefix("#") {
                let name = String(line.prefix { $0 != "{" && $0 != " " })
                let family =
                    ["_bucket", "_sum", "_count"].filter(name.hasSuffix).map { String(name.dropLast($0.count)) }
                    .first { types[$0] == "histogram" } ?? name
                let found = line.dropFirst(name.count).matches(of: /([a-z_]+)="/).map { String($0.1) }
                labels[family, default: []].formUnion(found.filter { $0 != "le" })
            }
        }
        return Set(types.map { Family(name: $0.key, type: $0.value, labels: labels[$0.key] ?? []) })
    }

    /// Spec O4.4.
    @Test func theExportedMetricsEqualTheDocumentedMetrics() async throws {
        let documented = try Self.documented()
        try await RunningService.with { service in
            try await service.start()
            let (client, admin) = (TestClient(port: service.port), TestClient(port: service.adminPort))
            for path in ["/api/v1/live", "/nowhere"] { _ = await client.exchange("GET", path) }
            var text = ""
            // The emitter reports its first packets a moment later, and documents may be built after the server is ready.
            let isComplete = await eventually(within: .seconds(300)) {
                _ = await client.exchange("GET", "/getPieces.php")
                text = await admin.exchange("GET", "/metrics")?.text ?? ""
                return Self.families(text) == documented
                    && Self.value("tutti_cache_builds_total{cache=\"phone_documents\"}", in: text) > 0
            }
            let found = Self.families(text)
            #expect(isComplete, "a family of metrics differs, or no document was built")
            #expect(documented.subtracting(found) == [], "these metrics are documented but not exported")
            #expect(found.subtracting(documented) == [], "these metrics are exported but not documented")
            for family in found { #expect(text.contains("# HELP \(family.name) "), "\(family)") }
            #expect(text.contains("tutti_build_info{version=\"\(ProgramVersion.current)\","))
            let version = try await service.command(["--version"])
            #expect(version.output == "\(ProgramVersion.current)\n")
        }
    }

    private static func value(_ series: String, in text: String) -> Double {
        let line = text.split(separator: "\n").first { $0.hasPrefix(series + " ") }
        return line.flatMap { Double($0.dropFirst(series.count + 1)) } ?? -1
    }

    @Test func theProgramVersionEqualsTheVersionOfTheAPIDescription() throws {
        let yaml = try String(contentsOf: Self.root.appending(path: "openapi.yaml"), encoding: .utf8)
        #expect(yaml.contains("\n  version: \(ProgramVersion.current)\n"))
    }
}
