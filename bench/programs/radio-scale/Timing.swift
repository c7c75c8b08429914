import Foundation

/// How long a question takes, in milliseconds.
struct Timing: Sendable {
    let name: String
    /// The first time it is asked.
    let cold: Double
    let median: Double
    let slowest: Double

    private static let rounds = 500

    /// Asks it once for the first time, some times to be warm, and then as often as p99 needs.
    init(_ name: String, _ ask: RadioScale.Question) async throws {
        func time(_ number: Int) async throws -> Double {
            let clock = ContinuousClock()
            let start = clock.now
            try await ask(number)
            return Double((clock.now - start).components.attoseconds) / 1e15
                + Double((clock.now - start).components.seconds) * 1000
        }
        self.name = name
        cold = try await time(0)
        for number in 1...20 { _ = try await time(number) }
        var times: [Double] = []
        for number in 21..<(21 + Self.rounds) { times.append(try await time(number)) }
        times.sort()
        median = times[times.count / 2]
        slowest = times[times.count * 99 / 100]
    }

    /// A row for each question; of the last size how many times longer than at the first.
    static func table(_ columns: [[Timing]], _ factors: [Double]) -> String {
        var lines = [
            "| ms | " + factors.map { "x\($0): cold | p50 | p99" }.joined(separator: " | ") + " | growth of p50 |",
            "| --- |" + String(repeating: " ---: |", count: factors.count * 3 + 1),
        ]
        for index in columns[0].indices {
            let cells = columns.flatMap { [$0[index].cold, $0[index].median, $0[index].slowest] }.map(number)
            let growth = columns[columns.count - 1][index].median / max(columns[0][index].median, 0.001)
            lines.append("| \(columns[0][index].name) | \(cells.joined(separator: " | ")) | \(number(growth)) |")
        }
        return lines.joined(separator: "\n")
    }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
