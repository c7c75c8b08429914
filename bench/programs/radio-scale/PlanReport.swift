import Foundation
import Postgres

/// How the statements behind each question are answered, read from the log of a server that writes down the plan of every
/// statement: those that the product sent, with its binds, as its role and behind the wall, prepared as it prepares them.
struct PlanReport {
    /// A table with fewer rows may be read whole.
    static let largeRows = 5000.0

    private let large: Set<String>
    private let log: String
    private var rows: [String] = []
    /// Whether no large table was read by a scan.
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

    /// Asks often enough that a prepared statement gets its general plan, which comes after five special ones.
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

    /// A row a question. Rows are those that the hungriest statement of it took from tables and indexes.
    var table: String {
        (["| question | statements | rows read | by index only |", "| --- | ---: | ---: | --- |"] + rows)
            .joined(separator: "\n")
    }

    private func length() throws -> UInt64 {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: log))
        defer { try? handle.close() }
        return try handle.seekToEnd()
    }

    /// The plans that were written down after a place. A plan is the lines with a tab in front, after the one that says so.
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
