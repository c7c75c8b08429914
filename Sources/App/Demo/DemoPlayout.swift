import Web

/// The playout of the demo's channels: a fictional catalogue divided into pools, and the pool of each channel. The item at any time depends only on
/// the channel and the broadcast, so that a restart continues in the middle of the same song.
struct DemoPlayout: Sendable, Decodable {
    /// A song or a spoken item of the demo's playout.
    struct Item: Sendable, Hashable, Decodable {
        let title: String
        let artist: String?
        let album: String?
        let label: String?
        let seconds: Int64
        /// The kind of the item: "song", "item" or "link".
        let kind: String
    }

    let pools: [String: [Item]]
    /// The name of the pool that each channel plays, by the slug of the channel.
    let channels: [String: String]

    /// An item of the playout, with its start time and duration.
    struct Cut: Sendable, Hashable {
        let item: Item
        let startsAt: Instant
        let durationMs: Int64

        var endsAt: Instant { startsAt.advanced(byMs: durationMs) }
    }

    /// A period of a channel: a broadcast, or up to an hour without one.
    struct Span: Sendable, Hashable {
        /// The identifier of the airing; `nil` without a broadcast.
        let airing: String?
        let title: String
        let startsAt: Instant
        let endsAt: Instant
    }

    /// Returns the items of a span, without gaps; empty for a channel without a pool. The first is a spoken link, at most three items lie between two
    /// links, and no item repeats until the pool is used up.
    func cuts(of span: Span, on channel: String) -> [Cut] {
        guard let pool = channels[channel].flatMap({ pools[$0] }), !pool.isEmpty else { return [] }
        var numbers = SeededNumbers(seed: "\(channel) \(span.startsAt.milliseconds)")
        var cuts: [Cut] = []
        var waiting: [Item] = []
        var place = span.startsAt
        var isOpening = true
        while place < span.endsAt {
            let left = span.endsAt.milliseconds - place.milliseconds
            let item: Item
            if isOpening || cuts.count % 4 == 0 || left < 60_000 {
                item = Self.link(isOpening ? "Welcome to \(span.title)" : span.title, numbers.next(in: 15...40))
            } else {
                if waiting.isEmpty { waiting = pool.shuffled(using: &numbers) }
                item = waiting.removeLast()
            }
            isOpening = false
            let durationMs = left < 60_000 ? left : min(left, item.seconds * 1000)
            cuts.append(Cut(item: item, startsAt: place, durationMs: durationMs))
            place = place.advanced(byMs: durationMs)
        }
        return cuts
    }

    /// Returns the spans of a channel that overlap a period, in order of time: the broadcasts, and for the rest of the period spans of at most an
    /// hour with the title `title`.
    static func spans(_ airings: [Span], title: String, from start: Instant, to end: Instant) -> [Span] {
        var spans: [Span] = []
        var place = start
        for airing in airings.sorted(by: { $0.startsAt < $1.startsAt }) where airing.endsAt > start {
            spans += hours(from: place, to: min(airing.startsAt, end), title)
            spans.append(airing)
            place = max(place, airing.endsAt)
        }
        return (spans + hours(from: place, to: end, title)).filter { $0.startsAt < end && $0.endsAt > start }
    }

    private static func hours(from start: Instant, to end: Instant, _ title: String) -> [Span] {
        var spans: [Span] = []
        var place = start
        while place < end {
            let next = place.hour.advanced(byMs: 3_600_000)
            spans.append(Span(airing: nil, title: title, startsAt: place, endsAt: min(next, end)))
            place = next
        }
        return spans
    }

    private static func link(_ title: String, _ seconds: Int64) -> Item {
        Item(title: title, artist: nil, album: nil, label: nil, seconds: seconds, kind: "link")
    }
}

/// A random number generator with the same numbers for the same seed on every machine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: String) {
        state = Self.hash(seed.utf8)
    }

    /// Returns the 64-bit FNV-1a hash, which is the same on every machine.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(in range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }
}

extension Instant {
    func advanced(byMs milliseconds: Int64) -> Instant { Instant(milliseconds: self.milliseconds + milliseconds) }

    /// The start of the instant's hour in UTC.
    var hour: Instant { Instant(milliseconds: milliseconds / 3_600_000 * 3_600_000) }
}
