import Web

/// The starts of the programmes of a file by channel: the start of the next one ends a programme without an end, and
/// shortens one that runs into it, so that airings of a channel never overlap.
///
/// Programmes are judged before any is placed: one that will be refused takes no time from a sound one.
struct SlotTable {
    /// What became of a programme's time.
    enum Slot: Equatable {
        case until(Instant)
        /// It ran into the next one, which starts here.
        case cut(Instant)
        /// It has no end, and nothing comes after it.
        case endless
        /// It ends before it starts, or lasts longer than a week.
        case backwards
        /// Another one of this channel starts at the same time, in this line.
        case taken(line: Int)
    }

    private struct Start {
        let time: Int64
        /// Its place in the file: lines will not do, as a whole guide may stand in one.
        let order: Int
        let line: Int
        let hasEnd: Bool
    }

    /// A gap of days is no programme.
    private static let longestWithoutEnd: Int64 = 86_400_000

    private var starts: [String: [Start]] = [:]

    /// Notes a start, unless the programme's own end refuses it. O(1).
    ///
    /// - Returns: whether it was noted.
    @discardableResult
    mutating func note(_ start: Instant, end: Instant?, order: Int, line: Int, channel: String) -> Bool {
        if let end, Self.isBackwards(start, end) { return false }
        starts[channel, default: []].append(
            Start(time: start.milliseconds, order: order, line: line, hasEnd: end != nil))
        return true
    }

    /// Sorts the starts and drops those of programmes that never end. Must be called after the last `note`, before the first
    /// `slot`. O(n log n).
    mutating func sort() {
        for channel in starts.keys {
            starts[channel]?.sort { ($0.time, $0.order) < ($1.time, $1.order) }
            starts[channel] = starts[channel].map(Self.withoutEndless)
        }
    }

    /// The time of the programme that was noted with this start and order. O(log n).
    func slot(_ start: Instant, order: Int, channel: String, end: Instant?) -> Slot {
        if let end, Self.isBackwards(start, end) { return .backwards }
        let all = starts[channel] ?? []
        let own = index(of: start.milliseconds, order, in: all)
        guard own < all.count, all[own].time == start.milliseconds, all[own].order == order else { return .endless }
        if own > 0, all[own - 1].time == start.milliseconds {
            return .taken(line: all[index(of: start.milliseconds, 0, in: all)].line)
        }
        let after = index(of: start.milliseconds + 1, 0, in: all)
        let next = after < all.count ? Instant(milliseconds: all[after].time) : nil
        switch (end, next) {
        case (let end?, let next?): return end > next ? .cut(next) : .until(end)
        case (let end?, nil): return .until(end)
        case (nil, let next?): return .until(next)
        case (nil, nil): return .endless
        }
    }

    private static func isBackwards(_ start: Instant, _ end: Instant) -> Bool {
        end <= start || end.milliseconds - start.milliseconds > 604_800_000
    }

    /// From the last to the first: what ends a programme must itself be one.
    private static func withoutEndless(_ sorted: [Start]) -> [Start] {
        var kept: [Start] = []
        kept.reserveCapacity(sorted.count)
        var next: Int64?
        for start in sorted.reversed() {
            if let last = kept.last?.time, last > start.time { next = last }
            let isEndless = next.map { $0 - start.time > longestWithoutEnd } ?? true
            if start.hasEnd || !isEndless { kept.append(start) }
        }
        return kept.reversed()
    }

    /// The first that starts then with this order or a later one, or later.
    private func index(of time: Int64, _ order: Int, in all: [Start]) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if (all[middle].time, all[middle].order) < (time, order) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
