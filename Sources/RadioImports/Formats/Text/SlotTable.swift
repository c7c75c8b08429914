import Web

/// The starts of the programmes of a file by channel: the start of the next one ends a programme without an end, and
/// shortens one that runs into it, so that airings of a channel never overlap.
///
/// Programmes are judged before any is placed: one that will be refused takes no time from a sound one. That something starts
/// there is known all the same, so it ends a programme whose end nothing else says.
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
        /// The next later start, of any programme and of one that is on; set by `sort`.
        var next: Int64?
        var nextOnAir: Int64?

        /// Whether nothing says when it ends. Its start still ends a programme that has no end of its own.
        var isEndless: Bool { !hasEnd && next.map { $0 - time > SlotTable.longestWithoutEnd } ?? true }
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

    /// Sorts the starts and finds what follows each. Must be called after the last `note`, before the first `slot`.
    /// O(n log n).
    mutating func sort() {
        for channel in starts.keys {
            starts[channel]?.sort { ($0.time, $0.order) < ($1.time, $1.order) }
            starts[channel] = starts[channel].map(Self.withNext)
        }
    }

    /// The time of the programme that was noted with this start and order. O(log n), and the number of programmes without an
    /// end at the same start.
    func slot(_ start: Instant, order: Int, channel: String, end: Instant?) -> Slot {
        if let end, Self.isBackwards(start, end) { return .backwards }
        let all = starts[channel] ?? []
        let index = index(of: start.milliseconds, order, in: all)
        guard index < all.count, all[index].order == order, !all[index].isEndless else { return .endless }
        let own = all[index]
        let first = all[self.index(of: own.time, 0, in: all)...].first { !$0.isEndless }
        if let first, first.order != own.order { return .taken(line: first.line) }
        guard let end else { return own.next.map { .until(Instant(milliseconds: $0)) } ?? .endless }
        let next = own.nextOnAir.map(Instant.init(milliseconds:))
        if let next, end > next { return .cut(next) }
        return .until(end)
    }

    private static func isBackwards(_ start: Instant, _ end: Instant) -> Bool {
        end <= start || end.milliseconds - start.milliseconds > 604_800_000
    }

    /// From the last to the first; those of one start have the same that follow.
    private static func withNext(_ sorted: [Start]) -> [Start] {
        var starts = sorted
        var (next, nextOnAir): (Int64?, Int64?) = (nil, nil)
        var end = starts.count
        while end > 0 {
            let time = starts[end - 1].time
            let begin = starts[..<end].lastIndex { $0.time != time }.map { $0 + 1 } ?? 0
            for index in begin..<end { (starts[index].next, starts[index].nextOnAir) = (next, nextOnAir) }
            if starts[begin..<end].contains(where: { !$0.isEndless }) { nextOnAir = time }
            (next, end) = (time, begin)
        }
        return starts
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
