import Web

/// The broadcasts, segments and cuts of one channel over a period: past, current and future. Does no I/O.
package struct ChannelTrack: Sendable, Hashable {
    /// The broadcasts by start, excluding cancelled ones.
    let airings: [Airing]
    /// The cuts, ordered by start.
    let cuts: [PlayedCut]
    /// The segments, ordered by start.
    let segments: [TimedSegment]
    /// The instant from which the track contains every cut: later than the start of the period if `TrackStore.cutLimit` cuts were read.
    let knownFrom: Instant

    init(airings: [Airing], cuts: [Cut], segments: [Segment], knownFrom: Instant) {
        self.airings = airings.sorted { $0.startsAt < $1.startsAt }
        self.cuts = PlayedCut.all(cuts, airings: self.airings)
        let ofAiring = Dictionary(grouping: segments, by: \.airing)
        self.segments = self.airings.flatMap { TimedSegment.all(ofAiring[$0.id] ?? [], of: $0) }
        self.knownFrom = knownFrom
    }

    static let empty = ChannelTrack(airings: [], cuts: [], segments: [], knownFrom: Instant(milliseconds: .min))

    /// The items at one instant. A missing item is `nil`.
    package struct Moment: Sendable, Hashable {
        package let cut: PlayedCut?
        package let airing: Airing?
        let segment: TimedSegment?
        /// The next instant at which an item starts or ends; `nil` if unknown.
        let changesAt: Instant?
    }

    /// Returns the items at an instant. O(log n) for n items.
    package func moment(at instant: Instant) -> Moment {
        let cut = Self.last(of: cuts, notAfter: instant, \.startsAt).flatMap { instant < $0.endsAt ? $0 : nil }
        let airing = Self.last(of: airings, notAfter: instant, \.startsAt).flatMap { instant < $0.endsAt ? $0 : nil }
        let segment = Self.last(of: segments, notAfter: instant, \.startsAt).flatMap { instant < $0.endsAt ? $0 : nil }
        let changes = [
            cut?.endsAt, airing?.endsAt, segment?.endsAt,
            Self.first(of: cuts, after: instant, \.startsAt)?.startsAt,
            Self.first(of: airings, after: instant, \.startsAt)?.startsAt,
            Self.first(of: segments, after: instant, \.startsAt)?.startsAt,
        ]
        return Moment(
            cut: cut, airing: airing, segment: segment, changesAt: changes.compactMap { $0 }.min())
    }

    /// Returns the first broadcast that starts after an instant, or `nil` if unknown.
    package func airing(after instant: Instant) -> Airing? { Self.first(of: airings, after: instant, \.startsAt) }

    /// Returns at most `limit` cuts that started at or before an instant, newest first.
    func cuts(upTo instant: Instant, limit: Int) -> [PlayedCut] {
        Array(cuts[..<Self.index(of: cuts, after: instant, \.startsAt)].suffix(limit).reversed())
    }

    private static func last<Item>(of items: [Item], notAfter instant: Instant, _ start: KeyPath<Item, Instant>)
        -> Item?
    {
        let index = index(of: items, after: instant, start)
        return index > 0 ? items[index - 1] : nil
    }

    private static func first<Item>(of items: [Item], after instant: Instant, _ start: KeyPath<Item, Instant>) -> Item?
    {
        let index = index(of: items, after: instant, start)
        return index < items.count ? items[index] : nil
    }

    private static func index<Item>(of items: [Item], after instant: Instant, _ start: KeyPath<Item, Instant>) -> Int {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle][keyPath: start] <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
