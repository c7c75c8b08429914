import Web

/// The starts of all programmes of a file by channel: what ends one that has no end, and what cuts one short that runs into
/// the next, so that airings of a channel never overlap.
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
    }

    private var starts: [String: [Start]] = [:]

    /// Notes a start. O(1).
    mutating func note(_ start: Instant, order: Int, line: Int, channel: String) {
        starts[channel, default: []].append(Start(time: start.milliseconds, order: order, line: line))
    }

    /// Must be called after the last `note`, before the first `slot`. O(n log n).
    mutating func sort() {
        for channel in starts.keys {
            starts[channel]?.sort { ($0.time, $0.order) < ($1.time, $1.order) }
        }
    }

    /// The time of the programme that was noted with this start and order. O(log n).
    func slot(_ start: Instant, order: Int, channel: String, end: Instant?) -> Slot {
        let all = starts[channel] ?? []
        let first = index(of: start.milliseconds, in: all)
        if first < all.count, all[first].time == start.milliseconds, all[first].order != order {
            return .taken(line: all[first].line)
        }
        if let end, end <= start || end.milliseconds - start.milliseconds > 604_800_000 { return .backwards }
        let after = index(of: start.milliseconds + 1, in: all)
        let next = after < all.count ? Instant(milliseconds: all[after].time) : nil
        switch (end, next) {
        case (let end?, let next?): return end > next ? .cut(next) : .until(end)
        case (let end?, nil): return .until(end)
        // A gap of days is no programme.
        case (nil, let next?): return next.milliseconds - start.milliseconds > 86_400_000 ? .endless : .until(next)
        case (nil, nil): return .endless
        }
    }

    /// The first that starts then or later.
    private func index(of time: Int64, in all: [Start]) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
