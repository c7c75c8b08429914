/// The result of one simulated concert.
public struct SimulatedConcert: Sendable, Hashable {
    public let seed: UInt64
    /// The length of the concert, in seconds.
    public let seconds: Int
    /// The first violation of an invariant, with its time; `nil` if every invariant held.
    public let violation: String?
    /// What happened, in one line. Equal concerts have equal summaries.
    public let summary: String
    private let planted: PlantedFault?

    /// Runs the concert of a seed. The same seed and length give the same result.
    public init(seed: UInt64, seconds: Int, planted: PlantedFault? = nil) {
        (self.seed, self.seconds, self.planted) = (seed, seconds, planted)
        let length = Int64(seconds) * 1000
        let concert = ConcertSimulation(
            seed: seed, script: ConcertScript(seed: seed, length: length), planted: planted)
        concert.run(until: length)
        (violation, summary) = (concert.violation, concert.summary)
    }

    /// Returns the shortest history found that still breaks the same invariant: its lines, and its violation. Runs at most `attempts` concerts.
    public func shrunk(attempts: Int = 300) -> (lines: [String], violation: String)? {
        guard let violation, let end = Self.time(of: violation) else { return nil }
        var lines = ConcertScript(seed: seed, length: Int64(seconds) * 1000).lines.filter { $0.at <= end }
        var (best, left, size) = (violation, attempts, max(1, lines.count / 2))
        while left > 0 {
            var (index, isShorter) = (0, false)
            while index < lines.count, left > 0 {
                var fewer = lines
                fewer.removeSubrange(index..<min(lines.count, index + size))
                left -= 1
                let concert = ConcertSimulation(seed: seed, script: ConcertScript(lines: fewer), planted: planted)
                concert.run(until: end + 30_000)
                if let found = concert.violation, Self.kind(of: found) == Self.kind(of: violation) {
                    (lines, best, isShorter) = (fewer, found, true)
                    if let time = Self.time(of: found) { lines.removeAll { $0.at > time } }
                } else {
                    index += size
                }
            }
            if size > 1 { size /= 2 } else if !isShorter { break }
        }
        return (lines.map(\.description), best)
    }

    private static func time(of violation: String) -> Int64? { Int64(violation.prefix { $0 != " " }) }

    /// The sentence of a violation without its numbers and names.
    private static func kind(of violation: String) -> [Substring] {
        violation.split(separator: " ").dropFirst(2).filter {
            $0.allSatisfy(\.isLetter) && $0.first?.isLowercase == true
        }
    }
}
