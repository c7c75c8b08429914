import Foundation
import Postgres

/// A report of the query plans of each kind of request, read from the log of a server that logs the plan of every statement. The plans
/// are those of the product's own prepared statements, with the product's parameters and role and under row-level security.
struct PlanReport {
    /// The number of rows from which a sequential scan of a table is a failure.
    static let largeRows = 5000.0

    private let large: Set<String>
    private let log: String
    private var rows: [String] = []
    /// Whether no large table was read by a sequential scan.
    private(set) var isHeld = true

    init(_ database: Database, log: String) async throws {
        self.log = log
        large = Set(
            try await database.rows(
                """
                select c.relname::text as name
                  from pg_class c
                 where c.relnamespace = 'app'::regnamespace
                   and c.relkind = 'r'
                   and c.reltuples >= \(Self.largeRows)
                """
            ).map { try $0("name", as: String.self) })
    }

    /// Sends a kind of request so often that PostgreSQL uses the generic plan of its statements, which follows five custom plans.
    mutating func watch(_ name: String, _ ask: Questions.Question) async throws {
        let start = try length()
        for number in 0..<12 { try await ask(number) }
        var (statements, scanned, most) = (Set<String>(), Set<String>(), 0.0)
        for plan in try plans(from: start) {
            guard let root = plan["Plan"] as? [String: Any] else { continue }
            statements.insert(plan["Query Text"] as? String ?? "")
            var read = 0.0
            visit(root) { node in
                guard let table = node["Relation Name"] as? String else { return }
                let loops = number(node["Actual Loops"])
                let passed = number(node["Rows Removed by Filter"]) + number(node["Rows Removed by Index Recheck"])
                read += (number(node["Actual Rows"]) + passed) * loops
                if node["Node Type"] as? String == "Seq Scan", large.contains(table), loops > 0 {
                    scanned.insert(table)
                }
            }
            most = max(most, read)
        }
        isHeld = isHeld && scanned.isEmpty
        let verdict = scanned.isEmpty ? "yes" : "NO: " + scanned.sorted().joined(separator: ", ")
        rows.append("| \(name) | \(statements.count) | \(Int(most)) | \(verdict) |")
    }

    /// The report, with one line for each kind of request. The number of rows is that of the statement that read the most rows from tables
    /// and indexes.
    var table: String {
        (["| question | statements | rows read | by index only |", "| --- | ---: | ---: | --- |"] + rows)
            .joined(separator: "\n")
    }

    private func length() throws -> UInt64 {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: log))
        defer { try? handle.close() }
        return try handle.seekToEnd()
    }

    /// Returns the plans that were logged after this offset in bytes. A plan consists of the lines that begin with a tab and follow the line
    /// that announces a plan.
    private func plans(from start: UInt64) throws -> [[String: Any]] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: log))
        defer { try? handle.close() }
        try handle.seek(toOffset: start)
        let text = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        var (plans, lines): ([[String: Any]], [Substring]?) = ([], nil)
        func finish() {
            guard let whole = lines?.joined(separator: "\n") else { return }
            let plan = try? JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any]
            if let plan { plans.append(plan) }
            lines = nil
        }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("\t") {
                lines?.append(line)
            } else {
                finish()
                if line.hasSuffix("plan:") { lines = [] }
            }
        }
        finish()
        return plans
    }

    private func visit(_ node: [String: Any], _ look: ([String: Any]) -> Void) {
        look(node)
        for child in node["Plans"] as? [[String: Any]] ?? [] { visit(child, look) }
    }

    private func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }
}
