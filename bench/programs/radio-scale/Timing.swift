import Foundation

/// The measured durations of one kind of request, in milliseconds.
struct Timing: Sendable {
    let name: String
    /// The duration of the first request, with a cold cache.
    let cold: Double
    let median: Double
    /// The 99th percentile of the durations with a warm cache.
    let slowest: Double

    private static let rounds = 500
    /// The limit of the 99th percentile with a warm cache, in milliseconds (spec R, performance).
    private static let goal = 10.0

    /// Whether the 99th percentile is within the goal.
    var isHeld: Bool { slowest <= Self.goal }

    /// Sends one cold request, 20 requests to warm the cache, and then the 500 requests for the median and the 99th percentile.
    init(_ name: String, _ ask: Questions.Question) async throws {
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

    /// Returns a table with one row for each kind of request. The last three columns show the ratios of the medians and of the 99th percentiles at
    /// the last factor to those at the first, and whether the 99th percentile at the last factor is within the goal.
    static func table(_ columns: [[Timing]], _ factors: [Double]) -> String {
        let last = columns[columns.count - 1]
        var lines = [
            "| ms | " + factors.map { "x\($0): cold | p50 | p99" }.joined(separator: " | ")
                + " | growth of p50 | of p99 | p99 of \(Int(goal)) |",
            "| --- |" + String(repeating: " ---: |", count: factors.count * 3 + 2) + " --- |",
        ]
        for index in columns[0].indices {
            let cells = columns.flatMap { [$0[index].cold, $0[index].median, $0[index].slowest] }
            let growths = [\Timing.median, \Timing.slowest].map {
                last[index][keyPath: $0] / max(columns[0][index][keyPath: $0], 0.001)
            }
            lines.append(
                "| \(columns[0][index].name) | \((cells + growths).map(number).joined(separator: " | ")) | "
                    + "\(last[index].isHeld ? "held" : "MISSED") |")
        }
        return lines.joined(separator: "\n")
    }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
